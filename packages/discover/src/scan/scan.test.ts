import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileIdentity, ProgramFile } from '../types.js'
import { isRoot, plant, plantedFolder, scanOf } from './planted.fixture.js'

const BINARY = '\u007fELF and so on'

/** Remembers the files that a scan read, as the catalog does. */
function memory() {
  const files = new Map<string, ProgramFile>()
  return {
    known: (path: string, identity: FileIdentity) =>
      files.get(path)?.identity === identity ? files.get(path) : undefined,
    onExamined: (file: ProgramFile) => void files.set(file.path, file),
    files,
  }
}

describe('a scan finds', () => {
  test('the programs of a folder, sorted by name, with the hashes that sha256sum has', async () => {
    const folder = plantedFolder()
    for (const name of ['zeta', 'alpha', '[', 'g++', 'python3.11']) plant(join(folder, name), `${BINARY} ${name}`)
    const { programs, skipped, folders, examined } = await scanOf(folder)
    expect(programs.map(({ name }) => name)).toEqual(['[', 'alpha', 'g++', 'python3.11', 'zeta'])
    expect({ skipped, folders, examined }).toEqual({
      skipped: [],
      folders: [{ path: folder, programs: 5, skipped: 0 }],
      examined: 5,
    })
    for (const { path, file } of programs) {
      const [expected] = execFileSync('sha256sum', [path], { encoding: 'utf8' }).replace(/^\\/, '').split(' ')
      expect(file).toMatchObject({ path, hash: `sha256:${expected}`, kind: 'binary', mentionsAtip: false })
      const stat = execFileSync('stat', ['-c', '%d:%i:%s:%.9Y:%.9Z', path], { encoding: 'utf8' })
      expect(file.identity).toBe(stat.trim().replaceAll('.', ''))
    }
  })

  test('the file that a link leads to, over several links and folders', async () => {
    const root = plantedFolder()
    plant(join(root, 'lib/tool/run'), BINARY)
    mkdirSync(join(root, 'bin'))
    symlinkSync('lib', join(root, 'library'))
    symlinkSync('../library/tool/run', join(root, 'bin/second'))
    symlinkSync('second', join(root, 'bin/first'))
    symlinkSync(join(root, 'bin/first'), join(root, 'bin/absolute'))
    const { programs, examined } = await scanOf(join(root, 'bin'))
    expect(programs.map(({ name, file }) => [name, file.path])).toEqual(
      ['absolute', 'first', 'second'].map((name) => [name, join(root, 'lib/tool/run')]),
    )
    expect(examined).toBe(1)
  })

  test('all names of a file that has many, and reads it once', async () => {
    const folder = plantedFolder()
    plant(join(folder, 'busybox'), BINARY)
    for (const name of ['ls', 'cat', 'sh']) symlinkSync('busybox', join(folder, name))
    for (const name of ['hard', 'harder']) linkSync(join(folder, 'busybox'), join(folder, name))
    const { programs, examined } = await scanOf(folder)
    expect(programs.map(({ name, file }) => `${name} ${basename(file.path)}`)).toEqual([
      'busybox busybox',
      'cat busybox',
      'hard hard',
      'harder harder',
      'ls busybox',
      'sh busybox',
    ])
    expect(new Set(programs.map(({ file }) => file.hash)).size).toBe(1)
    expect(examined).toBe(1)
  })

  test('the first of a name in PATH, and where the others are, which it does not read', async () => {
    const root = plantedFolder()
    const folders = ['one', 'two', 'three'].map((name) => join(root, name))
    for (const folder of folders) plant(join(folder, 'tool'), `${BINARY} ${folder}`)
    plant(join(folders[1]!, 'only'), BINARY)
    const { programs, examined } = await scanOf(folders)
    expect(programs.map(({ path, others }) => [path, others])).toEqual([
      [join(folders[1]!, 'only'), []],
      [join(folders[0]!, 'tool'), [join(folders[1]!, 'tool'), join(folders[2]!, 'tool')]],
    ])
    expect(examined).toBe(2)
  })

  test('nothing in folders and plain files, and says nothing about them', async () => {
    const folder = plantedFolder()
    for (let index = 0; index < 200; index++) writeFileSync(join(folder, `plain-${index}`), '', { mode: 0o644 })
    mkdirSync(join(folder, 'folder'))
    symlinkSync('folder', join(folder, 'link-to-folder'))
    symlinkSync('.', join(folder, 'X11'))
    symlinkSync('plain-1', join(folder, 'link-to-plain'))
    expect(await scanOf(folder)).toMatchObject({ programs: [], skipped: [], examined: 0 })
  })
})

describe('a scan passes over', () => {
  const passedOver: [string, string | RegExp, (path: string, folder: string) => void][] = [
    ['a dangling link', 'is a link to a file that does not exist', (path) => symlinkSync('none', path)],
    ['a link into nowhere', 'is a link to a file that does not exist', (path) => symlinkSync('/none/at/all', path)],
    ['a link to itself', 'is a link that leads in a circle', (path) => symlinkSync('odd', path)],
    [
      'a circle of folders',
      'is a link that leads in a circle',
      (path, folder) => {
        symlinkSync('round/round', join(folder, 'round'))
        symlinkSync('round/tool', path)
      },
    ],
    ['a pipe', 'is a pipe, a socket or a device, not a file', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', 'is a pipe, a socket or a device, not a file', (path) => symlinkSync('/dev/zero', path)],
    ['a file that everyone can write', 'can be written by everyone', (path) => plant(path, BINARY, 0o777)],
    [
      'a link to a file that everyone can write',
      'can be written by everyone',
      (path, folder) => {
        plant(join(folder, 'elsewhere/file'), BINARY, 0o777)
        symlinkSync('elsewhere/file', path)
      },
    ],
    [
      'a link into a folder that everyone can write to',
      /^lies in ".*\/open", which everyone can write to$/,
      (path, folder) => {
        plant(join(folder, 'open/file'), BINARY)
        chmodSync(join(folder, 'open'), 0o1777)
        symlinkSync('open/file', path)
      },
    ],
  ]
  test.each(passedOver)('%s', async (_, reason, make) => {
    const folder = plantedFolder()
    make(join(folder, 'odd'), folder)
    const { programs, skipped } = await scanOf(folder)
    expect(programs).toEqual([])
    expect(skipped.find(({ path }) => path === join(folder, 'odd'))?.reason).toMatch(reason)
  })

  const byRoot: [string, RegExp, (path: string) => void][] = [
    ['owned by another user', /^is owned by user 54321, /, (path) => chownSync(path, 54321, 0)],
    [
      'writable for a foreign group',
      /^can be written by group 54321, /,
      (path) => {
        chownSync(path, 0, 54321)
        chmodSync(path, 0o775)
      },
    ],
  ]
  test.skipIf(!isRoot).each(byRoot)('a file that is %s', async (_, reason, change) => {
    const folder = plantedFolder()
    change(plant(join(folder, 'tool'), BINARY))
    const { programs, skipped } = await scanOf(folder)
    expect(programs).toEqual([])
    expect(skipped[0]?.reason).toMatch(reason)
  })

  test.skipIf(isRoot)('a file that may be run but not read', async () => {
    const folder = plantedFolder()
    plant(join(folder, 'tool'), BINARY, 0o111)
    expect((await scanOf(folder)).skipped).toEqual([{ path: join(folder, 'tool'), reason: 'cannot be read (EACCES)' }])
  })

  test('names with control characters, and does not repeat them', async () => {
    const folder = plantedFolder()
    plant(join(folder, 'evil\u001b]0;title\u0007'), BINARY)
    plant(join(folder, 'two\nlines'), BINARY)
    const { programs, skipped } = await scanOf(folder)
    expect(programs).toEqual([])
    expect(skipped.map(({ path }) => path)).toEqual([folder, folder])
    expect(skipped.map(({ reason }) => reason).toSorted()).toEqual([
      'has a file "evil\\u001b]0;title\\u0007", which has control characters in its name',
      'has a file "two\\nlines", which has control characters in its name',
    ])
  })

  test('names that are not UTF-8, also behind a link', async () => {
    const folder = plantedFolder()
    const name = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])])
    writeFileSync(name, BINARY, { mode: 0o755 })
    symlinkSync(name, join(folder, 'link'))
    const { programs, skipped } = await scanOf(folder)
    expect(programs).toEqual([])
    expect(skipped.map(({ reason }) => reason).toSorted()).toEqual([
      'has a name that is not UTF-8',
      'is a link to a name that is not UTF-8',
    ])
  })

  test('files that are too large, and takes the next of the name', async () => {
    const root = plantedFolder()
    plant(join(root, 'one/tool'), 'x'.repeat(100))
    plant(join(root, 'two/tool'), 'x')
    const { programs, skipped } = await scanOf([join(root, 'one'), join(root, 'two')], { limits: { bytesPerFile: 99 } })
    expect(programs.map(({ path, others }) => [path, others])).toEqual([[join(root, 'two/tool'), []]])
    expect(skipped).toEqual([{ path: join(root, 'one/tool'), reason: 'has more than 99 bytes (limit bytesPerFile)' }])
  })

  test('the rest of a folder that is too long, and says so', async () => {
    const folder = plantedFolder()
    for (let index = 0; index < 20; index++) plant(join(folder, `tool-${index}`), BINARY)
    const { programs, skipped } = await scanOf(folder, { limits: { entriesPerFolder: 7 } })
    expect(programs).toHaveLength(7)
    expect(skipped).toEqual([
      { path: folder, reason: 'has more than 7 entries (limit entriesPerFolder): the rest was not looked at' },
    ])
    expect((await scanOf(folder, { limits: { entriesPerFolder: 20 } })).skipped).toEqual([])
  })

  test('many files with few words', async () => {
    const folder = plantedFolder()
    for (let index = 0; index < 20; index++) symlinkSync('none', join(folder, `link-${index}`))
    const { skipped } = await scanOf(folder, { limits: { skippedPerFolder: 5 } })
    expect(skipped).toHaveLength(6)
    expect(skipped.at(-1)).toEqual({
      path: folder,
      reason: 'has 15 more files that were skipped (limit skippedPerFolder)',
    })
  })
})

describe('an allowed folder', () => {
  test('may be writable by everyone, its files may not', async () => {
    const folder = plantedFolder()
    plant(join(folder, 'fine'), BINARY)
    plant(join(folder, 'open'), BINARY, 0o777)
    chmodSync(folder, 0o777)
    expect((await scanOf(folder)).programs).toEqual([])
    const { programs, skipped } = await scanOf('', { added: [folder] })
    expect(programs.map(({ name }) => name)).toEqual(['fine'])
    expect(skipped).toEqual([{ path: join(folder, 'open'), reason: 'can be written by everyone' }])
  })

  test.skipIf(!isRoot)("may belong to another user, if all its files are that user's", async () => {
    const folder = plantedFolder()
    chownSync(folder, 54321, 54321)
    chownSync(plant(join(folder, 'theirs'), BINARY), 54321, 54321)
    chownSync(plant(join(folder, 'strange'), BINARY), 54322, 54322)
    const { programs } = await scanOf('', { added: [folder] })
    expect(programs.map(({ name }) => name)).toEqual(['theirs'])
  })
})

describe('a second scan', () => {
  test('reads nothing, and finds the same', async () => {
    const root = plantedFolder()
    plant(join(root, 'bin/tool'), BINARY)
    linkSync(join(root, 'bin/tool'), join(root, 'bin/hard'))
    plant(join(root, 'bin/script'), `#!/bin/sh\nexec ${root}/lib/run`)
    plant(join(root, 'lib/run'), BINARY)
    const { known, onExamined, files } = memory()
    const first = await scanOf(join(root, 'bin'), { onExamined })
    const read: ProgramFile[] = []
    const second = await scanOf(join(root, 'bin'), { known, onExamined: (file) => read.push(file) })
    expect(read).toEqual([])
    expect(second).toEqual({ ...first, examined: 0, bytes: 0 })
    expect([...files.keys()].toSorted()).toEqual(['hard', 'script', 'tool'].map((name) => join(root, 'bin', name)))
  })

  const changes: [string, (root: string) => void, string[]][] = [
    ['a program was written', (root) => writeFileSync(join(root, 'bin/tool'), 'new'), ['tool']],
    [
      'other bytes were written into a program and its time set back',
      (root) => {
        const { mtime } = lstatSync(join(root, 'bin/tool'))
        writeFileSync(join(root, 'bin/tool'), BINARY.toUpperCase())
        utimesSync(join(root, 'bin/tool'), mtime, mtime)
      },
      ['tool'],
    ],
    [
      'a program was replaced by one of the same size and age',
      (root) => {
        const { mtime } = lstatSync(join(root, 'bin/tool'))
        utimesSync(plant(join(root, 'bin/new'), BINARY.toUpperCase()), mtime, mtime)
        renameSync(join(root, 'bin/new'), join(root, 'bin/tool'))
      },
      ['tool'],
    ],
    ['what a script launches was written', (root) => writeFileSync(join(root, 'lib/run'), 'new'), ['script']],
    ['what a script launches is gone', (root) => renameSync(join(root, 'lib/run'), join(root, 'lib/gone')), ['script']],
    ['what a script looked for has appeared', (root) => plant(join(root, 'lib/late.js'), ''), ['early']],
    ['a program is new', (root) => plant(join(root, 'bin/new'), BINARY), ['new']],
    ['a program is gone', (root) => renameSync(join(root, 'bin/tool'), join(root, 'gone')), []],
  ]
  test.each(changes)('reads what has to do with it when %s', async (_, change, expected) => {
    const root = plantedFolder()
    plant(join(root, 'bin/tool'), BINARY)
    utimesSync(join(root, 'bin/tool'), 1_700_000_000, 1_700_000_000)
    plant(join(root, 'bin/node'), BINARY)
    plant(join(root, 'bin/script'), `#!/bin/sh\nexec ${root}/lib/run`)
    plant(join(root, 'bin/early'), `#!${root}/bin/node\nimport '../lib/late.js'`)
    plant(join(root, 'lib/run'), BINARY)
    const { known, onExamined } = memory()
    await scanOf(join(root, 'bin'), { onExamined })
    // A file system's clock ticks every few milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20))
    change(root)
    const read: string[] = []
    await scanOf(join(root, 'bin'), { known, onExamined: ({ path }) => read.push(basename(path)) })
    expect(read).toEqual(expected)
  })
})

test('progress is told for every file that is read', async () => {
  const folder = plantedFolder()
  for (const name of ['a', 'b', 'c']) plant(join(folder, name), `${BINARY}${name}`)
  const told: [number, number][] = []
  await scanOf(folder, { onProgress: (done, total) => told.push([done, total]) })
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
})

test('a scan that is stopped ends, and what it has read until then is kept', async () => {
  const folder = plantedFolder()
  for (let index = 0; index < 40; index++) truncateSync(plant(join(folder, `tool-${index}`)), 256 * 1024 ** 2)
  const stop = new AbortController()
  const read: ProgramFile[] = []
  const scan = scanOf(folder, {
    signal: stop.signal,
    onExamined(file) {
      read.push(file)
      if (read.length === 1) setImmediate(() => stop.abort())
    },
  })
  await expect(scan).rejects.toThrow('aborted')
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThan(40)
  await expect(scanOf(folder, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})

test('whatever lies in folders, the programs are those that find and the order of PATH give', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'ü', ' ')
  const mode = fc.constantFrom(0o755, 0o644, 0o777, 0o711, 0o1755, 0o4755, 0o600)
  const entry = fc.oneof(
    fc.record({ kind: fc.constant('file' as const), name, mode, content: fc.string({ maxLength: 5 }) }),
    fc.record({ kind: fc.constant('link' as const), name, target: fc.constantFrom('a', 'b', '../1/c', '../0', 'x') }),
    fc.record({ kind: fc.constant('folder' as const), name }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(entry, { selector: (made) => made.name }), { maxLength: 3 }),
      async (all) => {
        const root = plantedFolder()
        const folders = all.map((entries, index) => {
          const folder = join(root, String(index))
          mkdirSync(folder)
          for (const made of entries) {
            const path = join(folder, made.name)
            if (made.kind === 'file') plant(path, made.content, made.mode)
            else if (made.kind === 'folder') mkdirSync(path)
            else symlinkSync(made.target, path)
          }
          return folder
        })
        const { programs } = await scanOf(folders)
        const expected = new Map<string, string[]>()
        for (const folder of folders) {
          const criteria = ['-mindepth', '1', '-maxdepth', '1', '-type', 'f', '-perm', '/111', '!', '-perm', '/002']
          // `find` fails on a symlink loop, and lists the rest.
          const { stdout } = spawnSync('find', ['-L', folder, ...criteria, '-printf', '%f\\0'])
          for (const found of stdout.toString().split('\0').slice(0, -1)) {
            expected.set(found, [...(expected.get(found) ?? []), join(folder, found)])
          }
        }
        expect(new Map(programs.map((program) => [program.name, [program.path, ...program.others]]))).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})
