import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeDrafts, removeOldDrafts } from './index.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drafts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const plant = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '')
}
const left = () => readdirSync(folder, { recursive: true }).sort()
const inMinutes = (minutes: number) => Date.now() + minutes * 60_000

/** The id of a process that has ended. */
const { pid: dead } = spawnSync(process.execPath, ['-e', ''])

test('drafts of a process that is gone are removed after a minute, those of a running one after an hour', () => {
  const [gone, running] = [`.a.json.${dead}-1f.tmp`, `.a.json.${process.pid}-2e.tmp`]
  plant('a.json', gone, running)
  const file = join(folder, 'a.json')
  removeDrafts(file)
  expect(left()).toEqual([gone, running, 'a.json'].sort())
  removeDrafts(file, { now: inMinutes(2) })
  expect(left()).toEqual([running, 'a.json'].sort())
  removeDrafts(file, { now: inMinutes(61) })
  expect(left()).toEqual(['a.json'])
})

test('who is the only writer of a file removes all its drafts, and nothing else', () => {
  const others = ['.b.json.1-1.tmp', '.a.json.tmp', 'a.json.1-1.tmp', '.a.json.1-1.bak', 'a.json', '.x.a.json.1-1.tmp']
  plant(...others, '.a.json.1-ff.tmp', `.a.json.${process.pid}-0.tmp`)
  removeDrafts(join(folder, 'a.json'), { isOnlyWriter: true })
  expect(left()).toEqual([...others].sort())
})

test('drafts lie where a link leads', () => {
  mkdirSync(join(folder, 'real'))
  plant('real/a.json', 'real/.a.json.1-1.tmp')
  symlinkSync('real/a.json', join(folder, 'link.json'))
  removeDrafts(join(folder, 'link.json'), { isOnlyWriter: true })
  expect(left()).toEqual(['link.json', 'real', 'real/a.json'])
})

test('old drafts of all files below a folder are removed', () => {
  mkdirSync(join(folder, 'deep'))
  plant('a.json', '.a.json.1-1.tmp', 'deep/.b.json.1-1.tmp')
  removeOldDrafts(folder)
  expect(left()).toHaveLength(4)
  removeOldDrafts(folder, { now: inMinutes(61) })
  expect(left()).toEqual(['a.json', 'deep'])
})

test('a draft of a writer that takes its time is spared for as long as the writer runs', () => {
  const [gone, running] = [`.a.txt.${dead}-1.tmp`, `.a.txt.${process.pid}-2.tmp`]
  plant(gone, running)
  removeOldDrafts(folder, { sparesRunning: true, now: inMinutes(300) })
  expect(left()).toEqual([running])
})

test('who is the only writer below a folder removes all drafts there', () => {
  mkdirSync(join(folder, 'deep'))
  plant('a.json', `.a.json.${process.pid}-1.tmp`, 'deep/.b.json.1-1.tmp')
  removeOldDrafts(folder, { isOnlyWriter: true })
  expect(left()).toEqual(['a.json', 'deep'])
})

test('a folder that is not there holds no drafts', () => {
  removeDrafts(join(folder, 'none/a.json'), { isOnlyWriter: true })
  removeOldDrafts(join(folder, 'none'))
  expect(left()).toEqual([])
})
