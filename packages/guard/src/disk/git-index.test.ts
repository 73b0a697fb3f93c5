import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIndex } from './git-index.js'
import { folderWith, removeFoldersAfterwards, write } from './testing/folders.js'
import { git, needsGit, repositoryWith } from './testing/git.js'

removeFoldersAfterwards()

const indexIn = (folder: string) => readFileSync(join(folder, '.git/index'))

const ID = { sha1: 40, sha256: 64 } as const
const names = fc
  .array(fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('a', 'ab', 'x'.repeat(300), 'ü', ' ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((segments) => segments.join('/'))
  .filter((path) => path.split('/').every((name) => name !== '' && !/^\.+(?:git)?$|\0|git~|\\|:/i.test(name)))

describe.skipIf(needsGit).each(['sha1', 'sha256'] as const)('an index with %s, written by git', (format) => {
  test.each([2, 4])('of version %i lists what git lists', (version) => {
    const folder = folderWith()
    git(folder, ['init', '-q', `--object-format=${format}`])
    const entries = fc.dictionary(names, fc.record({ id: fc.nat(0xffff), isScript: fc.boolean() }), { maxKeys: 30 })
    fc.assert(
      fc.property(entries, (wanted) => {
        const lines = Object.entries(wanted).map(([path, { id, isScript }]) => {
          const name = (id + 1).toString(16).padStart(ID[format], '0')
          return `${isScript ? '100755' : '100644'} ${name}\t${path}\0`
        })
        git(folder, ['read-tree', '--empty'])
        git(folder, ['update-index', '--index-version', String(version)])
        git(folder, ['update-index', '-z', '--index-info'], lines.join(''))
        const listed = git(folder, ['ls-files', '-s', '-z']).toString().split('\0').slice(0, -1)
        const index = readIndex(indexIn(folder), format)!
        const found = listed.map((line) => {
          const path = line.slice(line.indexOf('\t') + 1)
          const entry = index(path)!
          return `${entry.mode.toString(8)} ${entry.id} 0\t${path}`
        })
        expect(indexIn(folder).readUInt32BE(4)).toBe(version)
        expect(found).toEqual(listed)
      }),
      { numRuns: 25 },
    )
  })
})

describe.skipIf(needsGit)('an index', () => {
  test('tells the size of a file and when it was written', () => {
    const folder = repositoryWith({ 'a/b.txt': 'hello' })
    const entry = readIndex(indexIn(folder), 'sha1')!('a/b.txt')!
    const debug = git(folder, ['ls-files', '--debug']).toString()
    expect(debug).toContain(`mtime: ${entry.mtime / 1_000_000_000n}:${entry.mtime % 1_000_000_000n}`)
    expect(debug).toContain(`ctime: ${entry.ctime / 1_000_000_000n}:${entry.ctime % 1_000_000_000n}`)
    expect(debug).toContain(`ino: ${entry.inode}`)
    expect(debug).toContain(`size: ${entry.size}`)
  })

  test('of version 3 leaves out what is only intended to be added', () => {
    const folder = repositoryWith({ a: 'A' })
    write(folder, { b: 'B' })
    git(folder, ['add', '-N', 'b'])
    const index = readIndex(indexIn(folder), 'sha1')!
    expect(indexIn(folder).readUInt32BE(4)).toBe(3)
    expect([index('a') !== undefined, index('b')]).toEqual([true, undefined])
  })

  test('leaves out what is in conflict', () => {
    const folder = folderWith()
    git(folder, ['init', '-q'])
    const id = '1'.repeat(40)
    git(folder, ['update-index', '--index-info'], `100644 ${id} 1\ta\n100644 ${id} 2\ta\n100644 ${id} 0\tb\n`)
    const index = readIndex(indexIn(folder), 'sha1')!
    expect([index('a'), index('b') !== undefined]).toEqual([undefined, true])
  })

  test('that is split is not read', () => {
    const folder = repositoryWith({ a: 'A' })
    git(folder, ['update-index', '--split-index'])
    expect(readIndex(indexIn(folder), 'sha1')).toBeUndefined()
  })

  test('that lists folders in place of their files is not read', () => {
    const folder = repositoryWith({ 'a/b': 'A', 'c/d': 'C' })
    git(folder, ['sparse-checkout', 'set', '--cone', '--sparse-index', 'a'])
    expect(git(folder, ['ls-files', '--sparse']).toString()).toContain('c/\n')
    expect(readIndex(indexIn(folder), 'sha1')).toBeUndefined()
  })

  test('that is damaged is not read', () => {
    const whole = indexIn(repositoryWith({ 'a/b.txt': 'hello', 'a/c.txt': '', d: 'D' }))
    for (let length = 0; length < whole.length; length++) {
      expect(readIndex(whole.subarray(0, length), 'sha1')).toBeUndefined()
    }
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 1
      expect(readIndex(bytes, 'sha1')).toBeUndefined()
    }
  })

  test('without a checksum is read, and its damage causes no error', () => {
    const folder = repositoryWith({ 'a/b.txt': 'hello', 'a/c.txt': '', d: 'D' })
    git(folder, ['update-index', '--index-version', '4'])
    const whole = Buffer.from(indexIn(folder))
    whole.fill(0, whole.length - 20)
    expect(readIndex(whole, 'sha1')!('d')!.size).toBe(1)
    fc.assert(
      fc.property(fc.nat(whole.length - 21), fc.nat(255), (at, value) => {
        const bytes = Buffer.from(whole)
        bytes[at] = value
        readIndex(bytes, 'sha1')?.('d')
      }),
      { numRuns: 500 },
    )
  })
})

test('any other bytes are not an index', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readIndex(Buffer.from(bytes), 'sha1') === undefined),
  )
})
