import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgv } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lookupSource } from '../../../../testing/shims.js'
import { scriptsOf, type ProjectScripts } from './scripts.js'
import type { ScriptsTable } from './tables.js'
import { asOrdinaryUser, folderWith, removeFoldersAfterwards, write } from './testing/folders.js'
import { filesOnDisk } from './visible-files.js'

removeFoldersAfterwards()

const source = new URL('../../../shims/data/tables/scripts.yaml', import.meta.url)
const table = parse(readFileSync(source, 'utf8')) as ScriptsTable & {
  examples: Record<string, 'unknown' | string[]>
  source: string
  review: string
}

const SCRIPTS = { prebuild: 'echo before', build: 'tsc -b', postbuild: 'echo after', test: 'vitest run' }
const PACKAGE = JSON.stringify({ scripts: SCRIPTS })

function scriptsIn(cwd: string, line = 'npm run build', home = '/home/absent'): ProjectScripts | undefined {
  const argv = line.split(' ')
  const tool = lookupSource(argv[0]!)!
  return scriptsOf(filesOnDisk(), tool.name, parseArgv(tool, argv), { cwd, home }, table)
}

const linesIn = (...given: Parameters<typeof scriptsIn>) => scriptsIn(...given)?.lines.map(({ line }) => line)

test('the table says where it comes from and what was looked at', () => {
  expect([table.source, table.review].every((text) => text.length > 40)).toBe(true)
})

test.each(Object.entries(table.examples))('%s', (line, lines) => {
  expect(linesIn(folderWith({ 'package.json': PACKAGE }), line) ?? 'unknown').toEqual(lines)
})

test('only the line of that name takes the words of the call', () => {
  const found = scriptsIn(folderWith({ 'package.json': PACKAGE }), 'npm run build x')!
  expect(found.lines.filter(({ takesWords }) => takesWords).map(({ name }) => name)).toEqual(['build'])
})

const npm = join(dirname(process.execPath), 'npm')

test('npm itself runs these lines, in this order and folder', ({ skip }) => {
  if (!existsSync(npm) && process.env.CI === undefined) skip('needs npm beside node')
  const scripts = { prebuild: 'echo before', build: 'pwd && tool', postbuild: 'echo after' }
  const root = folderWith({ 'package.json': JSON.stringify({ scripts }), 'a/b/x': '' })
  write(root, { 'node_modules/.bin/tool': '#!/bin/sh\necho found' })
  chmodSync(join(root, 'node_modules/.bin/tool'), 0o755)
  const { lines, cwd, programs } = scriptsIn(join(root, 'a/b'))!
  const PATH = [...programs, process.env.PATH].join(':')
  const wanted = lines.map(({ line }) => execFileSync('sh', ['-c', line], { cwd, env: { PATH }, encoding: 'utf8' }))
  const env = { PATH: process.env.PATH, HOME: folderWith() }
  const said = execFileSync(npm, ['run', '--silent', 'build'], { cwd: join(root, 'a/b'), env, encoding: 'utf8' })
  expect(said).toBe(wanted.join(''))
  expect(said).toBe(`before\n${root}\nfound\nafter\n`)
})

describe('the project', () => {
  test('is the nearest folder upwards with the file, and the lines run there', () => {
    const root = folderWith({ 'package.json': '{}', 'a/package.json': PACKAGE, 'a/b/c/x': '' })
    expect(scriptsIn(join(root, 'a/b/c'))).toMatchObject({ file: join(root, 'a/package.json'), cwd: join(root, 'a') })
  })

  test('is not looked for above a nearer file that cannot be used', () => {
    const nearer = ['{}', '{"scripts":{}}', '{', '[]', 'null', '', '{"scripts":[]}', '{"scripts":"build"}']
    for (const text of nearer) {
      const root = folderWith({ 'package.json': PACKAGE, 'a/package.json': text })
      expect(scriptsIn(join(root, 'a'))).toBeUndefined()
    }
  })

  test('is looked for from where a link leads', () => {
    const root = folderWith({
      'package.json': '{"scripts":{"build":"echo"}}',
      'other/package.json': PACKAGE,
      'other/a/x': '',
    })
    symlinkSync('other/a', join(root, 'link'))
    expect(scriptsIn(join(root, 'link'))?.cwd).toBe(join(root, 'other'))
    expect(scriptsIn(join(root, 'absent'))).toBeUndefined()
  })

  test('is not looked for above a folder that cannot be seen', () => {
    const root = folderWith({ 'package.json': PACKAGE, 'a/x': '' })
    chmodSync(join(root, 'a'), 0o000)
    const found = asOrdinaryUser(() => scriptsIn(join(root, 'a'), 'node --run build'))
    chmodSync(join(root, 'a'), 0o755)
    expect(found).toBeUndefined()
  })

  test('is not looked for above a repository or the home', () => {
    const root = folderWith({ 'package.json': PACKAGE, 'repository/.git/HEAD': '', 'home/a/x': '' })
    expect(scriptsIn(join(root, 'repository'))).toBeUndefined()
    expect(scriptsIn(join(root, 'home/a'), 'npm run build', join(root, 'home'))).toBeUndefined()
    expect(scriptsIn(join(root, 'home/a'))?.cwd).toBe(root)
  })

  test('may be the top folder of a repository, or the home itself', () => {
    const root = folderWith({ 'package.json': PACKAGE, '.git/HEAD': '', 'a/x': '' })
    expect(scriptsIn(join(root, 'a'))?.cwd).toBe(root)
    expect(scriptsIn(join(root, 'a'), 'npm run build', root)?.cwd).toBe(root)
  })

  test('adds its own programs, and those of the folders around it, before PATH', () => {
    const root = folderWith({ 'a/package.json': PACKAGE })
    expect(scriptsIn(join(root, 'a'))!.programs.slice(0, 2)).toEqual([
      join(root, 'a/node_modules/.bin'),
      join(root, 'node_modules/.bin'),
    ])
    expect(scriptsIn(join(root, 'a'))!.programs.at(-1)).toBe('/node_modules/.bin')
  })
})

describe('settings that change what runs the line make it unknown', () => {
  test.each([
    ['npm run build', '.npmrc', 'script-shell=./x'],
    ['npm run build', '.npmrc', '"script-shell" = ./x'],
    ['npm run build', '.npmrc', String.raw`"script\u002dshell" = ./x`],
    ['npm run build', '.npmrc', 'script${X?}-shell=./x'],
    ['npm run build', '.npmrc', 'node-options=--require ./x.js'],
    ['pnpm build', 'pnpm-workspace.yaml', 'scriptShell: ./x'],
    ['yarn build', '.yarnrc.yml', '{yarnPath: ./x.cjs}'],
    ['yarn build', '.yarnrc', 'yarn-path "./x.js"'],
    ['yarn build', '.pnp.cjs', ''],
    ['bun run build', 'bunfig.toml', 'preload = ["./x.ts"]'],
  ])('%s with %s: %s', (line, name, text) => {
    expect(linesIn(folderWith({ 'package.json': PACKAGE, [name]: text }), line)).toBeUndefined()
    const above = folderWith({ 'a/package.json': PACKAGE, 'a/.git/HEAD': '', [name]: text })
    expect(linesIn(join(above, 'a'), line)).toBeUndefined()
  })

  test('others do not', () => {
    const harmless =
      'registry=https://example.test/\n//example.test/:_authToken=${TOKEN}\nsave-exact=true\nlink-workspace-packages=true\n'
    expect(linesIn(folderWith({ 'package.json': PACKAGE, '.npmrc': harmless }))).toHaveLength(3)
  })
})

test('any name gives exactly the lines of its own keys', () => {
  const names = fc.stringMatching(/^[a-z_:-][\w:-]{0,8}$/)
  const special = fc.constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty')
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, special), fc.string()), fc.oneof(names, special), (scripts, name) => {
      const text = `{"scripts":{${Object.entries(scripts).map((pair) => pair.map((one) => JSON.stringify(one)).join(':'))}}}`
      const found = linesIn(folderWith({ 'package.json': text }), `npm run -- ${name}`)
      const wanted = [`pre${name}`, name, `post${name}`].filter((one) => Object.hasOwn(scripts, one))
      expect(found).toEqual(Object.hasOwn(scripts, name) ? wanted.map((one) => scripts[one]) : undefined)
    }),
    { numRuns: 60 },
  )
})

test('a name that may be a pattern is unknown, even if a line has it', () => {
  const folder = folderWith({ 'package.json': '{"scripts":{"/build/":"echo","build":"rm -r dist"}}' })
  expect(scriptsIn(folder, 'pnpm run /build/')).toBeUndefined()
})

test('a line that is no text is unknown', () => {
  for (const line of ['1', 'null', '["a"]', '{"a":"b"}']) {
    expect(scriptsIn(folderWith({ 'package.json': `{"scripts":{"build":${line}}}` }))).toBeUndefined()
    const before = `{"scripts":{"build":"tsc","prebuild":${line}}}`
    expect(scriptsIn(folderWith({ 'package.json': before }))).toBeUndefined()
  }
})
