import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { CatalogError } from './error.js'
import { bundleInto, start } from './testing/processes.js'
import { temporaryFolder } from './testing/registries.js'
import { removeDrafts, writeWhole } from './write-file.js'

const root = temporaryFolder()
let folder: string
let count = 0
let bundle: string

beforeAll(async () => {
  bundle = await bundleInto(root)
})

function fresh(): string {
  folder = join(root, String(count++))
  mkdirSync(folder)
  return folder
}

/** The error of a write that must fail. */
function failure(file: string): CatalogError {
  try {
    writeWhole(file, 'new')
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
  throw new Error('it was written')
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a file and its folders come into being for their user alone', () => {
  const file = join(fresh(), 'a/b/c.json')
  writeWhole(file, 'text')
  expect(readFileSync(file, 'utf8')).toBe('text')
  expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a/b')), modeOf(file)]).toEqual([0o700, 0o700, 0o600])
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.json'])
})

test('a file keeps its mode, and a link leads to the new bytes', () => {
  const file = join(fresh(), 'shared.json')
  mkdirSync(join(folder, 'elsewhere'))
  const target = join(folder, 'elsewhere/real.json')
  writeFileSync(target, 'old')
  chmodSync(target, 0o644)
  symlinkSync(target, file)
  writeWhole(file, 'new', { modified: 1_700_000_000_123 })
  expect(readFileSync(target, 'utf8')).toBe('new')
  expect(modeOf(target)).toBe(0o644)
  expect(Math.round(statSync(target).mtimeMs)).toBe(1_700_000_000_123)
  expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'shared.json'])
})

test('a folder in the place of the file is left alone, and the error says so', () => {
  const file = join(fresh(), 'registry.json')
  mkdirSync(file)
  expect(failure(file)).toMatchObject({ code: 'catalog-not-writable', file, message: /a folder is in its place/ })
  expect(readdirSync(folder)).toEqual(['registry.json'])
})

test('a file in the place of the folder is left alone, and the error says so', () => {
  const file = join(fresh(), 'data')
  writeFileSync(file, 'mine')
  expect(failure(join(file, 'registry.json')).message).toMatch(/file, not a folder|a file in place of its folder/)
  expect(failure(join(file, 'deeper/registry.json')).message).toMatch(/file, not a folder/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

const isRoot = process.getuid?.() === 0
const AS_NOBODY = isRoot ? ['setpriv', '--reuid', '54321', '--regid', '54321', '--clear-groups'] : []

/** Writes in another process, with other permissions or on another disk, and returns its output. */
async function attempt(file: string, before: readonly string[], size = 3): Promise<string> {
  const script = `
    try { catalog.writeWhole(words[0], 'x'.repeat(Number(words[1]))); console.log('written') }
    catch (error) { console.log(error.code, error.message) }`
  const running = start(bundle, script, [file, String(size)], before)
  let said = ''
  running.child.stdout!.on('data', (piece) => (said += piece))
  const { stderr } = await running.ended
  return said + stderr
}

test('without the right to write there, the old file stays and nothing else is there', async () => {
  const file = join(fresh(), 'registry.json')
  writeFileSync(file, 'old')
  chmodSync(file, 0o644)
  for (const path of [root, folder]) chmodSync(path, 0o755)
  chmodSync(bundle, 0o644)
  if (!isRoot) chmodSync(folder, 0o555)
  expect(await attempt(file, AS_NOBODY)).toMatch(/^catalog-not-writable .*permission denied/)
  // The folder is writable, and the file is not.
  chmodSync(folder, isRoot ? 0o777 : 0o755)
  if (!isRoot) chmodSync(file, 0o444)
  expect(await attempt(file, AS_NOBODY)).toMatch(/^catalog-not-writable .*permission denied/)
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['registry.json'])
})

/** A private mount of a small file system. */
const onDisk = (options: string) => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} none "$0" && exec "$@"`,
  folder,
]

test('on a full disk nothing is left behind', async ({ skip }) => {
  fresh()
  const file = join(folder, 'registry.json')
  const probe = await attempt(file, onDisk('size=64k'), 10)
  if (probe.trim() !== 'written' && !process.env.CI) skip('needs unshare and the right to mount')
  expect(probe.trim()).toBe('written')
  const look = ['sh', '-c', '"$@"; ls -A "$0"', folder]
  const said = await attempt(file, [...onDisk('size=64k'), ...look], 500_000)
  expect(said).toMatch(/^catalog-full .*the disk is full; free some space/)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('on a read-only disk the error says so', async ({ skip }) => {
  fresh()
  const said = await attempt(join(folder, 'registry.json'), onDisk('ro'))
  if (/unshare|mount/.test(said) && !process.env.CI) skip('needs unshare and the right to mount')
  expect(said).toMatch(/^catalog-not-writable .*read-only/)
})

test('what killed writers left of a file goes, and what others are writing stays', () => {
  const file = join(fresh(), 'registry.json')
  const left = join(folder, '.registry.json.123-abc.tmp')
  const other = join(folder, '.other.json.123-abc.tmp')
  const not = join(folder, '.registry.json.tmp')
  for (const path of [left, other, not]) writeFileSync(path, '')
  removeDrafts(file)
  expect([left, other, not].map((path) => existsSync(path))).toEqual([false, true, true])
})
