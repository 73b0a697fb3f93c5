import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersToScan } from './folders.js'
import { isRoot, plantedFolder } from '../planted.fixture.js'

const me = { uid: process.getuid!(), gid: process.getgid!(), home: '/nonexistent' }
const look = (searchPath: string, added: string[] = []) => {
  const { folders, skipped } = foldersToScan({ ...me, searchPath, added })
  return { paths: folders.map(({ path }) => path), skipped, folders }
}

function folder(path: string, mode = 0o755): string {
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
  return path
}

test('folders are taken in the order of PATH', () => {
  const root = plantedFolder()
  const [one, two] = [folder(join(root, 'one')), folder(join(root, 'two'))]
  expect(look(`${two}:${one}`)).toMatchObject({ paths: [two, one], skipped: [] })
})

test.each([
  ['', []],
  [':/usr', ['is empty, which means the current folder']],
  ['.', ['is not absolute: what it means depends on the current folder']],
  ['bin:~/bin', Array(2).fill('is not absolute: what it means depends on the current folder')],
  ['/nonexistent/bin', ['does not exist']],
  ['/etc/passwd', ['is not a folder']],
  ['/etc/passwd/bin', ['cannot be entered (ENOTDIR)']],
  ['/tmp/\u001b[31m', ['has control characters in its name']],
])('of %j are passed over: %j', (searchPath, reasons) => {
  expect(look(searchPath).skipped.map(({ reason }) => reason)).toEqual(reasons)
})

test('a report never repeats control characters', () => {
  expect(JSON.stringify(look('/a\u009b31m:/b\n:/c\u202e').skipped.map(({ path }) => path))).not.toMatch(
    // eslint-disable-next-line no-control-regex -- that is the point
    /[\u0000-\u001f\u007f-\u009f\u202e]/,
  )
})

test('a folder under several names counts once, under the first', () => {
  const root = plantedFolder()
  const real = folder(join(root, 'usr/bin'))
  symlinkSync(real, join(root, 'bin'))
  expect(look(`${root}/bin:${real}:${real}/:${root}/usr/../bin`).paths).toEqual([`${root}/bin`])
})

test.each([0o777, 0o1777, 0o757, 0o773])('a folder of mode %o is passed over, with a sticky bit or without', (mode) => {
  const open = folder(join(plantedFolder(), 'open'), mode)
  expect(look(open)).toMatchObject({ paths: [], skipped: [{ path: open, reason: 'can be written by everyone' }] })
})

test('a folder that the own group can write to is taken', () => {
  const shared = folder(join(plantedFolder(), 'shared'), 0o775)
  expect(look(shared).paths).toEqual([shared])
})

test.skipIf(!isRoot)('a folder that another group can write to is passed over', () => {
  const shared = folder(join(plantedFolder(), 'shared'), 0o775)
  chownSync(shared, 0, 54321)
  chmodSync(shared, 0o775)
  expect(look(shared).skipped[0]?.reason).toBe("can be written by group 54321, which is neither root's nor your own")
})

test.skipIf(!isRoot)('a folder of another user is passed over, the same folder is taken for that user', () => {
  const theirs = folder(join(plantedFolder(), 'theirs'))
  chownSync(theirs, 54321, 54321)
  expect(look(theirs).skipped[0]?.reason).toBe('is owned by user 54321, who is neither root nor you')
  const { folders } = foldersToScan({ searchPath: theirs, uid: 54321, gid: 54321, home: '/' })
  expect(folders).toHaveLength(1)
})

test('folders that the user allows come after PATH and need not be safe', () => {
  const root = plantedFolder()
  const [safe, open] = [folder(join(root, 'safe')), folder(join(root, 'open'), 0o777)]
  expect(look(safe, [open, safe])).toMatchObject({ paths: [safe, open], skipped: [] })
})

test('a folder of PATH that the user allows keeps its place', () => {
  const root = plantedFolder()
  const [safe, open] = [folder(join(root, 'safe')), folder(join(root, 'open'), 0o777)]
  expect(look(`${open}:${safe}`, [open])).toMatchObject({ paths: [open, safe], skipped: [] })
})

test('an allowed folder may begin with the home folder, and is reported when it is not there', () => {
  const home = plantedFolder()
  folder(join(home, 'bin'))
  const { folders, skipped } = foldersToScan({ ...me, home, searchPath: '', added: ['~/bin', '~/none', 'relative'] })
  expect(folders.map(({ path }) => path)).toEqual([join(home, 'bin')])
  expect(skipped).toMatchObject([{ path: join(home, 'none'), reason: 'does not exist' }, { path: 'relative' }])
})

test('a name that only begins like a folder is another folder', () => {
  const root = plantedFolder()
  const [bin, evil] = [folder(join(root, 'bin')), folder(join(root, 'bin-evil'), 0o777)]
  writeFileSync(join(evil, 'x'), '')
  expect(look(`${bin}:${evil}`, [bin]).paths).toEqual([bin])
})
