import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleInto, killNow, runCode, startCode } from '../testing/processes.js'
import { removeDrafts, writeWhole } from './index.js'

const home = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let module = ''
beforeAll(async () => {
  module = await bundleInto(home)
})

let folder = ''
let file = ''
let count = 0
beforeEach(() => {
  folder = join(home, `case-${count++}`)
  mkdirSync(folder)
  file = join(folder, 'file.txt')
})

const isRoot = process.geteuid?.() === 0
const modeOf = (path: string) => statSync(path).mode & 0o7777
const failure = (write: () => void) => {
  try {
    write()
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    return { code, path }
  }
  return undefined
}

test.each([[true], [false]])('a file is written, then replaced, with nothing beside it (sync: %s)', (sync) => {
  writeWhole(file, 'old', { sync })
  expect(readFileSync(file, 'utf8')).toBe('old')
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index)
  writeWhole(file, bytes, { sync })
  expect(readFileSync(file).equals(bytes)).toBe(true)
  writeWhole(file, '', { sync })
  expect(readFileSync(file, 'utf8')).toBe('')
  expect(readdirSync(folder)).toEqual(['file.txt'])
})

test('a reader that has the old file open goes on reading the old one', () => {
  writeWhole(file, 'old')
  const other = join(folder, 'other')
  linkSync(file, other)
  writeWhole(file, 'new')
  expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['new', 'old'])
})

test('a new file gets the mode that is asked for, an existing one keeps its own', () => {
  const umask = process.umask(0o022)
  try {
    writeWhole(file, 'a')
    expect(modeOf(file)).toBe(0o644)
    writeWhole(join(folder, 'private'), 'a', { mode: 0o600 })
    expect(modeOf(join(folder, 'private'))).toBe(0o600)
    chmodSync(file, 0o664)
    writeWhole(file, 'b', { mode: 0o600 })
    expect(modeOf(file)).toBe(0o664)
    chmodSync(file, 0o4755)
    writeWhole(file, 'c')
    expect(modeOf(file)).toBe(0o755)
  } finally {
    process.umask(umask)
  }
})

test('a file can be given a modification time', () => {
  writeWhole(file, 'a', { modified: 1_000_000_000_000 })
  expect(statSync(file).mtimeMs).toBe(1_000_000_000_000)
})

test('a link stays a link: what it leads to is written, also through several and where nothing is yet', () => {
  mkdirSync(join(folder, 'real'))
  const [target, first, second] = [join(folder, 'real/target'), join(folder, 'first'), join(folder, 'real/second')]
  symlinkSync('real/second', first)
  symlinkSync('target', second)
  for (const text of ['new', 'again']) {
    writeWhole(first, text)
    expect(readFileSync(target, 'utf8')).toBe(text)
    expect([readlinkSync(first), readlinkSync(second)]).toEqual(['real/second', 'target'])
  }
  expect(readdirSync(join(folder, 'real')).sort()).toEqual(['second', 'target'])
})

test('a link is replaced only if that is asked for, and its mode is that of a new file', () => {
  writeFileSync(file, 'kept', { mode: 0o640 })
  const link = join(folder, 'link')
  symlinkSync('file.txt', link)
  writeWhole(link, 'new', { followLinks: false, mode: 0o600 })
  expect(lstatSync(link).isSymbolicLink()).toBe(false)
  expect([readFileSync(file, 'utf8'), readFileSync(link, 'utf8'), modeOf(link)]).toEqual(['kept', 'new', 0o600])
})

test('links that go round in a circle are an error', () => {
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  expect(failure(() => writeWhole(join(folder, 'a'), 'x'))).toEqual({ code: 'ELOOP', path: join(folder, 'a') })
})

test('errors have the code of the system and the path that was asked for', () => {
  const missing = join(folder, 'missing/file.txt')
  expect(failure(() => writeWhole(missing, 'x'))).toEqual({ code: 'ENOENT', path: missing })
  expect(failure(() => writeWhole(folder, 'x'))).toEqual({ code: 'EISDIR', path: folder })
  const long = join(folder, 'x'.repeat(300))
  expect(failure(() => writeWhole(long, 'x'))).toEqual({ code: 'ENAMETOOLONG', path: long })
})

test('the longest name that a file may have can be written', () => {
  const long = join(folder, 'é'.repeat(127))
  writeWhole(long, 'x')
  expect(readdirSync(folder)).toEqual(['é'.repeat(127)])
})

test('a pipe is not replaced by a file', () => {
  execFileSync('mkfifo', [file])
  expect(failure(() => writeWhole(file, 'x'))).toEqual({ code: 'EINVAL', path: file })
  expect(lstatSync(file).isFIFO()).toBe(true)
})

test('where files cannot grow, the old one stays and no part of the new one', () => {
  writeFileSync(file, 'old')
  const code = `try { writeWhole(${JSON.stringify(file)}, 'x'.repeat(1_000_000)) } catch (e) { console.log(e.code, e.path) }`
  expect(runCode(module, code, 64)).toEqual({ stdout: `EFBIG ${file}\n`, stderr: '' })
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['file.txt'])
})

test.runIf(isRoot)('the owner of a file stays, also if root replaces it', () => {
  writeFileSync(file, 'old')
  chownSync(file, 65534, 65534)
  writeWhole(file, 'new')
  expect(statSync(file)).toMatchObject({ uid: 65534, gid: 65534 })
})

/** Root may write anywhere, so this test runs as another user. */
test('a read-only folder and a read-only file are left alone', () => {
  writeFileSync(file, 'old')
  const other = join(folder, 'other.txt')
  chmodSync(folder, 0o555)
  const attempt = `
    if (process.geteuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534) }
    const attempt = (path) => { try { writeWhole(path, 'new'); return 'written' } catch (e) { return e.code } }`
  const run = (path: string) => runCode(module, `${attempt}\nconsole.log(attempt(${JSON.stringify(path)}))`).stdout
  chmodSync(home, 0o755)
  chmodSync(module, 0o644)
  expect(run(other)).toBe('EACCES\n')
  chmodSync(folder, 0o777)
  chmodSync(file, 0o444)
  // The folder would permit it: a rename needs no permission on the file.
  expect(run(file)).toBe('EACCES\n')
  expect(run(other)).toBe('written\n')
  chmodSync(folder, 0o755)
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder).sort()).toEqual(['file.txt', 'other.txt'])
})

/** Writes files of different sizes, each with a single repeated letter, as fast as possible. */
const FOREVER = (path: string) => `
  console.log('started')
  for (let round = 0; ; round++) {
    const letter = String.fromCharCode(97 + (round % 26))
    writeWhole(${JSON.stringify(path)}, letter.repeat(1 + (round % 7) * 200_000), { sync: round % 5 === 0 })
  }`

/** Whether the file has one repeated letter and a size that a writer uses. */
const isWhole = (text: string) => text === text.charAt(0).repeat(text.length) && text.length % 200_000 === 1

test('a reader never sees half a file, with several writers that are killed at any time', async () => {
  writeWhole(file, 'a')
  for (let round = 0; round < 12; round++) {
    const writers = await Promise.all([startCode(module, FOREVER(file)), startCode(module, FOREVER(file))])
    const seen = new Set<string>()
    // Requires several replacements during the reads, however slow the writers are.
    while (seen.size < 5) {
      const text = readFileSync(file, 'utf8')
      expect(isWhole(text)).toBe(true)
      seen.add(`${text.charAt(0)}${text.length}`)
    }
    await Promise.all(writers.map(killNow))
    expect(isWhole(readFileSync(file, 'utf8'))).toBe(true)
  }
  removeDrafts(file, { isOnlyWriter: true })
  expect(readdirSync(folder)).toEqual(['file.txt'])
})

test('an exclusive write creates a file, and never touches one that exists', () => {
  const file = join(folder, 'only-once.txt')
  writeWhole(file, 'first', { exclusive: true })
  expect(() => writeWhole(file, 'second', { exclusive: true })).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(readdirSync(folder).filter((name) => name.includes('only-once'))).toEqual(['only-once.txt'])
})

test('with onlyIf, a file that another program changed stays as that program left it', () => {
  const file = join(folder, 'only-if')
  const text = (words: string) => Buffer.from(words)
  writeWhole(file, 'one', { onlyIf: { holds: undefined } })
  expect(() => writeWhole(file, 'two', { onlyIf: { holds: undefined } })).toThrow(/ESTALE/)
  expect(() => writeWhole(file, 'two', { onlyIf: { holds: text('other') } })).toThrow(/ESTALE/)
  expect(readFileSync(file, 'utf8')).toBe('one')
  writeWhole(file, 'two', { onlyIf: { holds: text('one') } })
  expect(readFileSync(file, 'utf8')).toBe('two')
  expect(readdirSync(folder).filter((name) => name.includes('only-if'))).toEqual(['only-if'])
})
