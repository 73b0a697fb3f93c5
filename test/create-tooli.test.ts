import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installAlone, pack } from '../scripts/packed.mjs'

const home = mkdtempSync(join(tmpdir(), 'create-tooli-'))
const work = join(home, 'work')
const demo = join(work, 'demo')
afterAll(() => rmSync(home, { recursive: true, force: true }))

let archives: Map<string, string>
let program = ''
beforeAll(() => {
  archives = pack(['create-tooli', 'tooli', '@atip/protocol', '@atip/files'])
  mkdirSync(work)
  installAlone('create-tooli', archives, home)
  program = join(home, 'node_modules/create-tooli/bin/create-tooli.mjs')
}, 60_000)

const env = { ...process.env, HOME: home, NODE_PATH: '' }

function create(...words: string[]) {
  return spawnSync(process.execPath, [program, ...words], { cwd: work, encoding: 'utf8', env })
}

/** Does what `npm install` does, from the archives instead of the network. */
function install(folder: string): void {
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const name of Object.keys(devDependencies)) {
    installAlone(name, archives, folder)
    const { bin = {} } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
      bin?: Record<string, string>
    }
    for (const [word, file] of Object.entries(bin))
      symlinkSync(join('..', name, file), join(folder, 'node_modules/.bin', word))
  }
}

const inDemo = (program_: string, ...words: string[]) =>
  execFileSync(program_, words, { cwd: demo, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })

test('a new tool is tested, built and run, with nothing but the packages it names', () => {
  const created = create('demo', '--no-install')
  expect([created.status, created.stderr]).toEqual([0, ''])
  expect(created.stdout).toContain('  ./dist/demo --help\n')
  install(demo)
  expect(inDemo('npm', 'test')).toMatch(/(?:#|ℹ) pass 3\n/)
  inDemo('npm', 'run', 'build')
  expect(inDemo('./dist/demo', '--help')).toMatch(/^demo 0\.1\.0\nGreets people\n/)
  expect(inDemo('./dist/demo', 'hello', 'Ann', '-o', 'raw')).toBe('{"greeting":"Hello, Ann!"}\n')
  // The published program needs no package beside it.
  rmSync(join(demo, 'node_modules'), { recursive: true })
  expect(inDemo('./dist/demo', 'hello', 'Ann', '-o', 'text')).toBe('Hello, Ann!\n')
  expect(JSON.parse(inDemo('./dist/demo', '--agent'))).toMatchObject({ name: 'demo', commands: { hello: {} } })
}, 120_000)

test('a folder with something in it is left alone, and a name must be one', () => {
  mkdirSync(join(work, 'taken'))
  writeFileSync(join(work, 'taken/file'), 'mine')
  expect(create('taken', '--no-install')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
  expect(create('No Name', '--no-install')).toMatchObject({ status: 2 })
  expect(existsSync(join(work, 'No Name'))).toBe(false)
  expect(create('--no-install')).toMatchObject({ status: 2, stderr: expect.stringContaining('FOLDER is missing') })
})

test('a dry run says what it would do', () => {
  const { stdout } = create('other', '--dry-run')
  expect(stdout).toMatch(/would write \d+ files to .*other\nwould run npm install in .*other\n/)
  expect(existsSync(join(work, 'other'))).toBe(false)
})
