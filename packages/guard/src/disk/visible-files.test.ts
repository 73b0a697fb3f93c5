import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOrdinaryUser, folderWith, removeFoldersAfterwards } from './testing/folders.js'
import { filesOnDisk } from './visible-files.js'

removeFoldersAfterwards()

const anyCharacter = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code))

describe('reading', () => {
  test('any text comes back as it was written', () => {
    const folder = folderWith()
    const texts = fc.string({ maxLength: 200, unit: fc.oneof(fc.constantFrom('\uFEFF', '\r', '\n'), anyCharacter) })
    fc.assert(
      fc.property(texts, (text) => {
        const file = join(folder, 'text')
        writeFileSync(file, text)
        expect(filesOnDisk().read(file)).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  test('bytes that are no text are not read', () => {
    const folder = folderWith()
    writeFileSync(join(folder, 'latin'), Buffer.from([0x61, 0xe9]))
    writeFileSync(join(folder, 'zero'), Buffer.from([0x61, 0]))
    expect(filesOnDisk().read(join(folder, 'latin'))).toBeUndefined()
    expect(filesOnDisk().read(join(folder, 'zero'))).toBeUndefined()
  })

  test('a file is read up to the limit, and one byte more is too much', () => {
    const folder = folderWith({ fits: 'x'.repeat(100), exceeds: 'x'.repeat(101) })
    const files = filesOnDisk({ bytes: 100 })
    expect(files.read(join(folder, 'fits'))).toHaveLength(100)
    expect(files.read(join(folder, 'exceeds'))).toBeUndefined()
  })

  test('a file of a terabyte is not read', () => {
    const folder = folderWith({ huge: '' })
    truncateSync(join(folder, 'huge'), 2 ** 40)
    expect(filesOnDisk().read(join(folder, 'huge'))).toBeUndefined()
  })

  test('neither a fifo nor a device nor a link to one is read', () => {
    const folder = folderWith()
    execFileSync('mkfifo', [join(folder, 'fifo')])
    symlinkSync(join(folder, 'fifo'), join(folder, 'to-fifo'))
    const files = filesOnDisk()
    for (const path of [join(folder, 'fifo'), join(folder, 'to-fifo'), '/dev/zero', '/dev/tty', folder]) {
      expect(files.read(path)).toBeUndefined()
    }
  })

  test('a program that waits for a reader of its fifo goes on waiting', async () => {
    const fifo = join(folderWith(), 'fifo')
    execFileSync('mkfifo', [fifo])
    const writer = spawn('sh', ['-c', 'echo waits; echo text > "$0"; echo ended', fifo])
    let said = ''
    writer.stdout.on('data', (text) => (said += text))
    try {
      await once(writer.stdout, 'data')
      await setTimeout(100)
      expect(filesOnDisk().read(fifo)).toBeUndefined()
      await setTimeout(100)
      expect(said).toBe('waits\n')
    } finally {
      writer.kill()
    }
  })

  test.runIf(process.platform === 'linux')('files of the kernel, whose size is not theirs, are not read', () => {
    expect(filesOnDisk().read('/proc/self/status')).toBeUndefined()
  })

  test('links are followed, but not in a loop', () => {
    const folder = folderWith({ file: 'text' })
    symlinkSync('file', join(folder, 'link'))
    symlinkSync('loop', join(folder, 'loop'))
    expect(filesOnDisk().read(join(folder, 'link'))).toBe('text')
    expect(filesOnDisk().read(join(folder, 'loop'))).toBeUndefined()
  })

  test('a path from no known folder is not read, whatever the folder of this process', () => {
    expect(filesOnDisk().read('package.json')).toBeUndefined()
    expect(filesOnDisk().has('package.json')).toBeUndefined()
  })

  test('a path that no file can have is not read', () => {
    expect(filesOnDisk().read('/tmp/a\0b')).toBeUndefined()
    expect(filesOnDisk().has('/tmp/a\0b')).toBeUndefined()
  })
})

describe('looking', () => {
  test('files, folders and links that lead nowhere are there', () => {
    const folder = folderWith({ file: '' })
    symlinkSync('absent', join(folder, 'link'))
    const files = filesOnDisk()
    expect(['file', 'link', '.'].map((name) => files.has(join(folder, name)))).toEqual([true, true, true])
    expect(['absent', 'file/absent'].map((name) => files.has(join(folder, name)))).toEqual([false, false])
  })

  test('a path resolves to the same place without links', () => {
    const folder = folderWith({ 'a/b': '' })
    symlinkSync('a', join(folder, 'link'))
    symlinkSync('loop', join(folder, 'loop'))
    const files = filesOnDisk()
    expect(files.resolve(join(folder, 'link/b'))).toBe(join(folder, 'a/b'))
    expect([files.resolve(join(folder, 'absent')), files.resolve(join(folder, 'loop'))]).toEqual([undefined, undefined])
  })

  test('what is in a folder without permission cannot be told', () => {
    const folder = folderWith({ 'closed/file': 'text' })
    chmodSync(join(folder, 'closed'), 0o000)
    const files = filesOnDisk()
    asOrdinaryUser(() => {
      expect(files.has(join(folder, 'closed/file'))).toBeUndefined()
      expect(files.read(join(folder, 'closed/file'))).toBeUndefined()
      expect(files.list(join(folder, 'closed'))).toBeUndefined()
      expect(files.has(join(folder, 'closed'))).toBe(true)
    })
    chmodSync(join(folder, 'closed'), 0o755)
  })

  test('a folder lists its names, and none if it is absent or a file', () => {
    const folder = folderWith({ b: '', a: '', '.c': '' })
    const files = filesOnDisk({ names: 3 })
    expect(files.list(folder)).toEqual(['.c', 'a', 'b'])
    expect(files.list(join(folder, 'absent'))).toEqual([])
    expect(files.list(join(folder, 'a'))).toEqual([])
  })

  test('a folder with more names than the limit is not listed', () => {
    expect(filesOnDisk({ names: 2 }).list(folderWith({ a: '', b: '', c: '' }))).toBeUndefined()
  })
})

describe('limits', () => {
  test('answers that were given stay the same', () => {
    const folder = folderWith({ file: 'before' })
    const files = filesOnDisk()
    expect(files.read(join(folder, 'file'))).toBe('before')
    writeFileSync(join(folder, 'file'), 'after')
    expect(files.read(join(folder, 'file'))).toBe('before')
  })

  test('after so many paths nothing more can be told, but what was asked before can', () => {
    const folder = folderWith({ a: 'A', b: 'B', c: 'C' })
    const files = filesOnDisk({ lookups: 2 })
    expect(files.read(join(folder, 'a'))).toBe('A')
    expect(files.has(join(folder, 'absent'))).toBe(false)
    expect(files.read(join(folder, 'c'))).toBeUndefined()
    expect(files.has(join(folder, 'b'))).toBeUndefined()
    expect(files.read(join(folder, 'a'))).toBe('A')
  })

  test('after so much time nothing more can be told', () => {
    const folder = folderWith()
    mkdirSync(join(folder, 'a'))
    let time = 0
    const files = filesOnDisk({ milliseconds: 15 }, () => (time += 10))
    expect(files.has(join(folder, 'a'))).toBe(true)
    expect(files.has(folder)).toBe(true)
    expect(files.list(folder)).toBeUndefined()
  })
})
