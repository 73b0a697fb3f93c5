import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { glob } from './glob.js'

const home = mkdtempSync(join(tmpdir(), 'atip-glob-'))
const FILES = [
  'a.json',
  'b.json',
  'ab.json',
  'a.txt',
  '.hidden.json',
  'a+(b).json',
  'x[1].json',
  'größe.json',
  '日.json',
  'shims/git.json',
  'shims/deep/er/tar.json',
  'shims/deep/tar.txt',
  'shims/.cache/old.json',
  'other/git.json',
  'other/[a].json',
]

beforeAll(() => {
  for (const file of FILES) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), '{}')
  }
  mkdirSync(join(home, 'folder.json'))
  symlinkSync('../a.json', join(home, 'shims/link.json'))
  mkdirSync(join(home, 'loop'))
  symlinkSync('../shims', join(home, 'loop/circle'))
  symlinkSync('../loop', join(home, 'other/loop'))
  symlinkSync('nowhere', join(home, 'shims/broken.json'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The files that match a pattern in bash. */
function bash(pattern: string): string[] {
  const script = `shopt -s globstar nullglob; cd "$1"; for f in ${pattern}; do if [ -f "$f" ]; then echo "$f"; fi; done`
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const output = execFileSync('bash', ['--norc', '-c', script, 'bash', home], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return [...new Set(output.split('\n').filter((line) => line !== ''))].sort()
}

test.each([
  '*.json',
  '?.json',
  '[ab].json',
  '[!a].json',
  '[^a]*.json',
  '[a-b]*.json',
  '[z-a].json',
  '[]a].json',
  '{a,b}.json',
  '{shims,other}/*.json',
  '{a,{b,ab}}.json',
  '**/*.json',
  'shims/**/*.json',
  'shims/**',
  '**/deep/**/*.json',
  '**/git.json',
  '*/git.json',
  'sh*/**/t*.json',
  '.*.json',
  'shims/.cache/*.json',
  'a+*.json',
  'x\\[1\\].json*',
  'other/\\[*',
  'gr*e.json',
  'gr??e.json',
  '*.JSON',
  'no/such/*.json',
  'a.json/*',
  'loop/circle/*.json',
  'loop/*/deep/er/*.json',
])('%s fits the files that bash finds', (pattern) => {
  const found = [...glob(`${home}/${pattern}`)].map((file) => file.slice(home.length + 1))
  expect([...new Set(found)].sort()).toEqual(bash(pattern))
})

test('links to folders are not followed below **, so that nothing leads in a circle', () => {
  expect([...glob(`${home}/loop/**/*.json`)]).toEqual([])
})

test('what others wrote is passed by', () => {
  mkdirSync(join(home, 'node_modules/x'), { recursive: true })
  writeFileSync(join(home, 'node_modules/x/a.json'), '{}')
  const found = [...glob(`${home}/**/a.json`)].map((file) => file.slice(home.length + 1))
  expect(found).toEqual(['a.json'])
  expect([...glob(`${home}/node_modules/**/a.json`)]).toHaveLength(1)
  rmSync(join(home, 'node_modules'), { recursive: true })
})
