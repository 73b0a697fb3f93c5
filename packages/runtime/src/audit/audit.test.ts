import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEvent } from '../events/event.js'
import { openAuditFolder } from './folder.js'
import { openAudit } from './open-audit.js'
import { verifyAudit } from './replay.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'))
  file = join(folder, 'log.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(count: number): string[] {
  const log = openAudit(file, { fsync: 'none' })
  for (let n = 0; n < count; n++) {
    const stream = { source: 'urn:agenttool:session:s', sequence: log.next, time: '2030-01-01T00:00:00Z' }
    log.append(createEvent('tool.invocation.planned', stream, { id: `inv_${n}`, toolId: 'x' }, { n }))
  }
  log.close()
  return readFileSync(file, 'utf8').trim().split('\n')
}

const save = (lines: readonly string[]) => writeFileSync(file, lines.map((line) => `${line}\n`).join(''))

describe('a log', () => {
  test('goes on where it ended', () => {
    write(3)
    expect(write(2).length).toBe(5)
    expect(verifyAudit(file)).toMatchObject({ ok: true, entries: 5 })
  })

  test('does not verify with any byte changed, and the line is named', () => {
    const lines = write(4)
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at] = changed[at]! ^ by
        writeFileSync(file, changed)
        const line = bytes.subarray(0, at).toString('latin1').split('\n').length
        const verified = verifyAudit(file)
        // Without its line break, a line continues in the next one.
        expect(verified.ok || verified.line).toBeOneOf([line, line + 1])
      }),
      { numRuns: 300 },
    )
  })

  test('does not verify if a line is missing, repeated or in another place', () => {
    const lines = write(5)
    save(lines.toSpliced(2, 1))
    expect(verifyAudit(file)).toMatchObject({ ok: false, line: 3, problem: 'it does not follow the line before it' })
    save(lines.toSpliced(2, 0, lines[1]!))
    expect(verifyAudit(file)).toMatchObject({ ok: false, line: 3 })
    save([lines[0]!, lines[2]!, lines[1]!, lines[3]!, lines[4]!])
    expect(verifyAudit(file)).toMatchObject({ ok: false, line: 2 })
    expect(() => openAudit(file)).toThrow(`${file}:2: it does not follow the line before it`)
  })

  test('loses only a last line that is not complete, wherever it was cut', () => {
    const lines = write(3)
    const whole = lines.map((line) => `${line}\n`).join('')
    for (let cut = 1; cut <= lines[2]!.length; cut += 7) {
      writeFileSync(file, whole.slice(0, -cut))
      openAudit(file).close()
      expect(verifyAudit(file)).toMatchObject({ ok: true, entries: 2 })
    }
  })

  test('has one writer; the lock of a process that is gone does not count', () => {
    const lock = `${file}.lock`
    const log = openAudit(file)
    const owner = JSON.parse(readlinkSync(lock)) as object
    expect(() => openAudit(file)).toThrow(`another process writes ${file}`)
    log.close()
    // This process id cannot exist: it is above the limit of Linux.
    symlinkSync(JSON.stringify({ ...owner, pid: 4_194_305 }), lock)
    openAudit(file).close()
  })

  test('locks that killed processes left on logs of other days are removed, and held ones stay', () => {
    const yesterday = () => Date.parse('2030-01-01T12:00:00Z')
    const held = openAuditFolder(folder, { now: yesterday })
    const owner = JSON.parse(readlinkSync(`${held.file}.lock`)) as object
    symlinkSync(JSON.stringify({ ...owner, pid: 4_194_305 }), join(folder, '2029-12-31.0001.jsonl.lock'))
    openAuditFolder(folder, { now: () => yesterday() + 86_400_000 }).close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual(['2030-01-01.0001.jsonl.lock'])
    held.close()
  })

  test('a lock that does not say whose it is counts as held', () => {
    writeFileSync(`${file}.lock`, '')
    expect(() => openAudit(file)).toThrow(`another process writes ${file}`)
  })
})
