import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hits } from './hits.js'
import { sayHits } from './say-hits.js'

const HITS: Hits = {
  files: 57_235,
  folders: 12,
  bytes: 1_234_567_890,
  git: { untracked: 3, changed: 0, lost: 0 },
  repositories: [],
  isComplete: true,
  folder: '/home/ann',
  examples: ['/home/ann'],
}
const ONE: Hits = { ...HITS, files: 1, folders: 0, folder: '/home/ann/src', examples: ['/home/ann/src/a.ts'] }
const CLEAN = { untracked: 0, changed: 0, lost: 0 }

test.each<[string | undefined, Partial<Hits>]>([
  ['deletes 57,235 files (1.2 GB) in /home/ann, 3 of them not in git', {}],
  [
    'deletes 57,235 files (1.2 GB) in /home/ann, 3 of them not in git, 2 of them with changes that are not in git',
    { git: { untracked: 3, changed: 2, lost: 0 } },
  ],
  ['deletes more than 57,235 files (1.2 GB) in /home/ann, at least 3 of them not in git', { isComplete: false }],
  [
    'deletes 2 files (300 bytes) in /home/ann, none of them in git',
    { files: 2, bytes: 300, git: { untracked: 2, changed: 0, lost: 0 } },
  ],
  [
    'deletes 1 file (0 bytes) in /home/ann, none of them in git',
    { files: 1, bytes: 0, git: { untracked: 1, changed: 0, lost: 0 } },
  ],
  [
    'deletes 2 files (5.0 kB) in /home/ann, all of them in git and unchanged, so git can restore them',
    { files: 2, bytes: 5000, git: CLEAN },
  ],
  [
    'deletes more than 2 files (45 kB) in /home/ann, of which git can restore some',
    { files: 2, bytes: 45_000, git: CLEAN, isComplete: false },
  ],
  ['deletes 57,235 files (1.2 GB) in /home/ann', { git: undefined }],
  [
    'deletes 57,235 files (1.2 GB) in /home/ann, 3 of them not in git, and the git history of /home/ann/x',
    { repositories: ['/home/ann/x'] },
  ],
  [
    'deletes 57,235 files (1.2 GB) in /home/ann, and the git history of /home/ann/x and 2 other repositories',
    { git: { untracked: 0, changed: 0, lost: 9 }, repositories: ['/home/ann/x', '/home/ann/y', '/home/ann/z'] },
  ],
  ['deletes 2 empty folders in /home/ann', { files: 0, folders: 2, git: CLEAN }],
  [undefined, { files: 0, folders: 0, git: CLEAN }],
  ['deletes /home/ann/src/a.ts, which is in git and unchanged, so git can restore it', { ...ONE, git: CLEAN }],
  ['deletes /home/ann/src/a.ts, which is not in git', { ...ONE, git: { untracked: 1, changed: 0, lost: 0 } }],
  ['deletes /home/ann/src/a.ts, whose changes are not in git', { ...ONE, git: { untracked: 0, changed: 1, lost: 0 } }],
  ['deletes /home/ann/src/a.ts', { ...ONE, git: undefined }],
])('%s', (sentence, more) => {
  expect(sayHits({ ...HITS, ...more })).toBe(sentence)
})

test('paths in the folder of the call are short', () => {
  expect(sayHits({ ...ONE, git: CLEAN }, '/home/ann')).toMatch(/^deletes src\/a\.ts, which/)
  expect(sayHits({ ...ONE, git: CLEAN }, '/home/an')).toMatch(/^deletes \/home\/ann\/src\/a\.ts, which/)
  expect(sayHits(HITS, '/home/ann')).toMatch(/ in \/home\/ann, /)
})

const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code))

test('no name of a file controls a terminal or begins a new line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      const said = sayHits({ ...ONE, examples: [`/tmp/${name}`] })!
      expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})
