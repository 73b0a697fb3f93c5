import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapePattern } from './expand-pattern.js'
import { hitsOf, isRecoverable, type HitLimits } from './hits.js'
import { asOrdinaryUser, folderWith, removeFoldersAfterwards, write } from './testing/folders.js'
import { git, needsGit, repositoryWith } from './testing/git.js'
import { Effort, walk } from './walk.js'

removeFoldersAfterwards()

/** A busy machine must not affect the results. */
const hits = (paths: readonly string[], limits: Partial<HitLimits> = {}) => hitsOf(paths, limits, () => 0)

describe('counting', () => {
  type Tree = { [name: string]: Tree | number | 'link' }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.dictionary(
      fc.stringMatching(/^[a-zA-Z*?[\] ü.-]{1,6}$/).filter((name) => !/^\.+$/.test(name)),
      fc.oneof({ depthSize: 'small' }, fc.nat(2000), fc.constant('link' as const), tie('tree')),
      { maxKeys: 6 },
    ) as fc.Arbitrary<Tree>,
  }))

  function plant(folder: string, entries: Tree): void {
    for (const [name, entry] of Object.entries(entries)) {
      const path = join(folder, name)
      if (entry === 'link') symlinkSync('..', path)
      else if (typeof entry === 'number') writeFileSync(path, 'x'.repeat(entry))
      else {
        mkdirSync(path)
        plant(path, entry)
      }
    }
  }

  function naiveCount(path: string): { files: number; folders: number; bytes: number } {
    const stats = lstatSync(path)
    if (!stats.isDirectory()) return { files: 1, folders: 0, bytes: stats.size }
    const inner = readdirSync(path).map((name) => naiveCount(join(path, name)))
    const sum = (key: 'files' | 'folders' | 'bytes') => inner.reduce((total, one) => total + one[key], 0)
    return { files: sum('files'), folders: sum('folders') + 1, bytes: sum('bytes') }
  }

  test('any tree has as many files, folders and bytes as a plain recursion counts', () => {
    fc.assert(
      fc.property(tree, (entries) => {
        const folder = folderWith()
        plant(folder, entries)
        expect(hits([folder])).toMatchObject({ ...naiveCount(folder), isComplete: true, folder })
      }),
      { numRuns: 60 },
    )
  })

  test('links are counted and not followed, also in a loop', () => {
    const folder = folderWith({ 'a/file': 'text', 'outside/b': 'b' })
    symlinkSync('..', join(folder, 'a/loop'))
    symlinkSync('../outside', join(folder, 'a/out'))
    expect(hits([join(folder, 'a')])).toMatchObject({ files: 3, folders: 1, isComplete: true })
    expect(hits([join(folder, 'a/loop')])).toMatchObject({ files: 1, folders: 0 })
  })

  test('a path through a link is where the link leads', () => {
    const folder = folderWith({ 'a/file': 'text' })
    symlinkSync('a', join(folder, 'link'))
    expect(hits([join(folder, 'link/file')]).examples).toEqual([join(folder, 'a/file')])
  })

  test('fifos and files of a terabyte are counted without being opened', () => {
    const folder = folderWith({ huge: '' })
    truncateSync(join(folder, 'huge'), 2 ** 40)
    execFileSync('mkfifo', [join(folder, 'fifo')])
    expect(hits([folder])).toMatchObject({ files: 2, bytes: 2 ** 40, isComplete: true })
  })

  test('what is named twice, or lies in a folder that is named, is counted once', () => {
    const folder = folderWith({ 'a/b/c': '1', 'a/d': '2', ab: '3' })
    const paths = ['a/b', 'a', 'a', 'a/b/c', 'ab', 'a*'].map((path) => join(folder, path))
    expect(hits(paths)).toMatchObject({ files: 3, folders: 2 })
  })

  test('nothing is hit where nothing is', () => {
    expect(hits(['/absent/x', '/absent/*'])).toMatchObject({ files: 0, folders: 0, isComplete: true, examples: [] })
  })

  test('a folder without permission leaves the count open', () => {
    const folder = folderWith({ 'open/a': '', 'closed/b': '' })
    chmodSync(join(folder, 'closed'), 0o000)
    const found = asOrdinaryUser(() => hits([folder]))
    chmodSync(join(folder, 'closed'), 0o755)
    expect(found).toMatchObject({ files: 1, folders: 3, isComplete: false })
  })

  test.runIf(process.platform === 'linux')('other file systems below a folder are not entered', () => {
    const effort = new Effort({ entries: 10_000, milliseconds: 1 }, () => 0)
    const entered = [...walk('/dev', effort)].filter(({ path }) => path !== '/dev').map(({ path }) => dirname(path))
    const { dev } = lstatSync('/dev')
    expect(entered.filter((folder) => lstatSync(folder).dev !== dev)).toEqual([])
    expect(entered).toContain('/dev')
  })

  test('so many entries are looked at, and not one more', () => {
    const folder = folderWith(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, ''])))
    expect(hits([folder], { entries: 20 })).toMatchObject({ files: 20, isComplete: true })
    expect(hits([folder], { entries: 19 })).toMatchObject({ files: 19, isComplete: false })
  })

  test('counting ends when the time is over', () => {
    const names = Array.from({ length: 400 }, (_, index) => [`${index % 10}/f${index}`, ''])
    const folder = folderWith(Object.fromEntries(names))
    let time = 0
    const found = hitsOf([folder], { milliseconds: 8 }, () => time++)
    expect(found.isComplete).toBe(false)
    expect(found.files).toBeGreaterThan(10)
    expect(found.files).toBeLessThan(400)
    expect(isRecoverable(found)).toBe(false)
  })
})

describe.skipIf(needsGit)('git', () => {
  type Change = 'none' | 'same size' | 'other size' | 'touched' | 'executable' | 'staged' | 'staged, then changed'
  const changes = fc.constantFrom<Change>(
    'none',
    'none',
    'none',
    'same size',
    'other size',
    'touched',
    'executable',
    'staged',
    'staged, then changed',
  )
  const paths = ['a', 'b.txt', 'd/a', 'd/b', 'd/e/f', 'g/h', 'g/[i]']
  const tops = ['a', 'b.txt', 'd', 'd/a', 'd/e', 'g', 'g/[i]']
  const others = fc.subarray(['new', 'd/new', 'g/x.log', 'd/e/x.log'])

  function change(folder: string, path: string, kind: Change): void {
    const file = join(folder, path)
    if (kind === 'same size') writeFileSync(file, 'B'.repeat(path.length))
    if (kind === 'other size') writeFileSync(file, 'longer than it was')
    if (kind === 'touched') utimesSync(file, 1, 1)
    if (kind === 'executable') chmodSync(file, 0o755)
    if (!kind.startsWith('staged')) return
    writeFileSync(file, `staged ${path}`)
    git(folder, ['add', '--', `:(literal)${path}`])
    if (kind !== 'staged') writeFileSync(file, `STAGED ${path}`)
  }

  /** What git says about the existing files, compared with its index: the second column. */
  function isClean(folder: string, top: string): boolean {
    const said = git(folder, ['status', '--porcelain', '-z', '-uall', '--ignored', '--', `:(literal)${top}`])
    const lines = said.toString().split('\0').slice(0, -1)
    return lines.every((line) => line[1] === ' ')
  }

  test('can restore exactly what git status calls unchanged', () => {
    const states = fc.array(changes, { minLength: paths.length, maxLength: paths.length })
    fc.assert(
      fc.property(states, others, (kinds, added) => {
        const files = Object.fromEntries(paths.map((path) => [path, 'A'.repeat(path.length)]))
        const folder = repositoryWith({ ...files, '.gitignore': '*.log' })
        for (const [index, path] of paths.entries()) change(folder, path, kinds[index]!)
        write(folder, Object.fromEntries(added.map((path) => [path, path])))
        const found = tops.filter((top) => isRecoverable(hits([escapePattern(join(folder, top))])))
        expect(found).toEqual(tops.filter((top) => isClean(folder, top)))
      }),
      { numRuns: 15 },
    )
  })

  test('is not believed about a file that may have changed while its index was written', () => {
    const folder = repositoryWith({ a: 'A' })
    const file = join(folder, '.git/index')
    const bytes = readFileSync(file)
    // As if git had read another text of the same size just before.
    bytes[12 + 40]! ^= 1
    createHash('sha1')
      .update(bytes.subarray(0, -20))
      .digest()
      .copy(bytes, bytes.length - 20)
    writeFileSync(file, bytes)
    const { mtimeMs } = lstatSync(join(folder, 'a'))
    utimesSync(file, mtimeMs / 1000 - 1, mtimeMs / 1000 - 1)
    expect(hits([join(folder, 'a')]).git).toEqual({ untracked: 0, changed: 1, lost: 0 })
  })

  test('counts what is not in it and what was changed', () => {
    const folder = repositoryWith({ 'a/one': '1', 'a/two': '2', 'a/three': '3' })
    write(folder, { 'a/one': 'changed', 'a/new': '', 'a/newer': '' })
    expect(hits([join(folder, 'a')])).toMatchObject({ files: 5, git: { untracked: 2, changed: 1, lost: 0 } })
  })

  test.each(['sha1', 'sha256'])('restores files and links of a repository with %s', (format) => {
    const folder = folderWith({ file: 'text' })
    symlinkSync('file', join(folder, 'link'))
    git(folder, ['init', '-q', `--object-format=${format}`])
    git(folder, ['add', '-A'])
    expect(isRecoverable(hits([join(folder, '*')]))).toBe(true)
    writeFileSync(join(folder, 'file'), 'TEXT')
    expect(isRecoverable(hits([join(folder, 'link')]))).toBe(true)
    expect(isRecoverable(hits([join(folder, '*')]))).toBe(false)
  })

  test('restores nothing where its own data is deleted, too', () => {
    const folder = repositoryWith({ a: 'A', 'd/b': 'B' })
    const all = hits([folder])
    expect(all).toMatchObject({ repositories: [folder], git: { untracked: 0, changed: 0, lost: all.files } })
    const inside = hits([join(folder, 'a'), join(folder, '.git/objects')])
    expect(inside.git).toEqual({ untracked: 0, changed: 0, lost: inside.files })
    for (const paths of [[''], ['.git', 'a'], ['a', '.git/objects'], ['.*', 'd']]) {
      expect(isRecoverable(hits(paths.map((path) => join(folder, path))))).toBe(false)
    }
    expect(isRecoverable(hits([join(folder, '*')]))).toBe(true)
  })

  test('restores files of a linked worktree, unless the repository behind it is deleted', () => {
    const folder = repositoryWith({ a: 'A' })
    const linked = join(folderWith(), 'linked')
    git(folder, ['worktree', 'add', '-q', linked])
    expect(isRecoverable(hits([join(linked, 'a')]))).toBe(true)
    expect(isRecoverable(hits([join(linked, 'a'), join(folder, '.git')]))).toBe(false)
    // Everything but the file that names its repository.
    expect(hits([linked])).toMatchObject({ files: 2, git: { untracked: 1, changed: 0, lost: 0 } })
  })

  test('restores no files of a repository inside of another', () => {
    const folder = repositoryWith({ a: 'A' })
    write(folder, { 'inner/b': 'B' })
    git(join(folder, 'inner'), ['init', '-q'])
    git(join(folder, 'inner'), ['add', 'b'])
    expect(isRecoverable(hits([join(folder, 'inner')]))).toBe(false)
    expect(hits([join(folder, 'inner')]).repositories).toEqual([join(folder, 'inner')])
    expect(isRecoverable(hits([join(folder, 'inner/b')]))).toBe(true)
  })

  test('is not known where its index, or a file that must be compared, is too large or of another kind', () => {
    const folder = repositoryWith({ a: 'A'.repeat(1000) })
    utimesSync(join(folder, 'a'), 1, 1)
    expect(hits([join(folder, 'a')]).git).toEqual({ untracked: 0, changed: 0, lost: 0 })
    expect(hits([join(folder, 'a')], { comparedBytes: 999 }).git).toBeUndefined()
    expect(hits([join(folder, 'a')], { indexBytes: 50 }).git).toBeUndefined()
    git(folder, ['update-index', '--split-index'])
    expect(hits([join(folder, 'a')]).git).toBeUndefined()
    writeFileSync(join(folder, '.git/index'), 'damaged')
    expect(hits([join(folder, 'a')]).git).toBeUndefined()
  })

  test('has nothing of what is in no repository, or in a new one', () => {
    const folder = folderWith({ a: '', 'b/c': '' })
    expect(hits([folder]).git).toEqual({ untracked: 2, changed: 0, lost: 0 })
    git(folder, ['init', '-q'])
    expect(hits([join(folder, '*')]).git).toEqual({ untracked: 2, changed: 0, lost: 0 })
  })
})

test('there is nothing to restore where nothing is', () => {
  expect(isRecoverable(hits(['/absent/x']))).toBe(false)
})
