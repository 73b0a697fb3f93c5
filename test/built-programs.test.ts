import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTooli } from '../packages/tooli/src/bin/run-tooli.js'
import { clientFor } from './fixtures/mcp-process.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const TOOLI = join(root, 'packages/tooli/bin/tooli.mjs')
const home = mkdtempSync(join(tmpdir(), 'tooli-build-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Ran {
  code: number | null
  out: string
  err: string
}

function run(program: string, words: readonly string[], options: { cwd?: string; input?: string } = {}): Ran {
  const env = { ...process.env, TOOLI_OUTPUT: '', HOME: home }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: home,
    encoding: 'utf8',
    env,
    ...options,
  })
  return { code: status, out: stdout, err: stderr }
}

/** An author's project after `npm install`. */
function project(name: string, files: Record<string, string>): string {
  const folder = join(home, name)
  mkdirSync(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return folder
}

const build = (folder: string, ...words: string[]) => run(TOOLI, ['build', ...words], { cwd: folder })
/** Leaves out three quarters of a program, which most of these tests do not need. */
const buildSmall = (folder: string, ...words: string[]) => build(folder, ...words, '--without', 'mcp,skill')

test('a launcher is written, with its folder', () => {
  const folder = project('launched', {
    'cli.mjs': `import { command, defineCli } from 'tooli'
export default defineCli({
  name: 'launched', version: '1.0.0', description: 'x',
  command: command({ description: 'x', run: () => 'started' }),
})`,
  })
  const { code, err } = buildSmall(folder, 'cli.mjs', '--launcher', 'new/bin/launched')
  expect([code, err]).toEqual([0, expect.any(String)])
  const { stdout } = spawnSync(join(folder, 'new/bin/launched'), ['-o', 'raw'], { encoding: 'utf8' })
  expect(stdout).toBe('started\n')
})

/** Removes what changes from run to run. */
const settled = ({ code, out, err }: Ran): Ran => ({
  code,
  out: out.replaceAll(/"duration_ms":\d+|"expiresAt":"[^"]+"/g, ''),
  err,
})

describe('the notes of the examples, built', () => {
  const source = join(root, 'examples/notes/notes.mjs')
  const built = join(home, 'notes-built/notes.cjs')
  const parts = join(home, 'notes-built/notes')
  const codeFiles = () => (existsSync(join(parts, 'code')) ? readdirSync(join(parts, 'code'), { recursive: true }) : [])

  let outcome: Ran
  beforeAll(() => {
    outcome = run(TOOLI, [
      'build',
      join(root, 'examples/notes/cli.mjs'),
      '--out',
      'notes-built',
      '--with',
      'contract,docs',
    ])
  })

  test('the build says what it wrote', () => {
    expect(outcome).toEqual({ code: 0, out: expect.stringContaining(`wrote ${built} (`), err: '' })
  })

  test.each([
    [['--version']],
    [['--agent']],
    [['--agent', '--depth', '1']],
    [['--help']],
    [['tag', 'add', '--help']],
    [['completion', 'fish']],
    [['__complete', 'bash', '--', 'ta']],
    [['prime', '--agent-id', 'a', '--session-id', 's', '-o', 'raw']],
  ])('%j is answered as by the source, and leaves nothing behind', (words) => {
    expect(settled(run(built, words))).toEqual(settled(run(source, words)))
    expect(codeFiles()).toEqual([])
  })

  test('commands do what those of the source do, with the same words', () => {
    const lines = [
      ['add', 'Buy milk', '--tag', 'shop'],
      ['list'],
      ['list', '-o', 'text'],
      ['lst'],
      ['show', 'buy-milk', '--feilds', 'name'],
      ['tag', 'add', 'buy-milk', 'food', '--dry-run'],
      ['delete', 'buy-milk'],
      ['delete', 'buy-milk', '--yes'],
      ['show', 'buy-milk'],
    ]
    const transcripts = [source, built].map((program, index) => {
      const cwd = join(home, `notes-of-${index}`)
      mkdirSync(cwd)
      return lines.map((words) => settled(run(program, [...words, '--folder', 'mine'], { cwd })))
    })
    expect(transcripts[1]).toEqual(transcripts[0])
    expect(transcripts[1]!.map(({ code }) => code)).toEqual([
      0,
      0,
      0,
      2,
      2,
      0,
      expect.any(Number),
      0,
      expect.any(Number),
    ])
  })

  test('what V8 made of the parts is kept beside them, and used', () => {
    run(built, ['list', '--folder', 'none'])
    expect(codeFiles().filter((name) => name.includes('main.cjs-'))).toHaveLength(1)
    expect(codeFiles().filter((name) => name.includes('unfinished'))).toEqual([])
    expect(rejections(built, parts, ['list', '--folder', 'none'])).toEqual({ used: expect.any(Number), compiled: 0 })
  })

  test('it serves as the source does', async () => {
    const client = clientFor('modern')
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [built, '--serve-mcp', 'stdio'] }))
    const { tools } = await client.listTools()
    await client.close()
    expect(tools.map(({ name }) => name)).toContain('tag_add')
  })
})

/** Counts the parts that were started from the code cache, and the others. */
function rejections(program: string, folder: string, words: readonly string[]): { used: number; compiled: number } {
  const spy = join(home, 'spy.cjs')
  const seen = join(home, 'seen.json')
  writeFileSync(
    spy,
    `const vm = require('node:vm'); const seen = { used: 0, compiled: 0 }
     vm.Script = class extends vm.Script { constructor(source, options) {
       super(source, options)
       if (options.filename.startsWith(${JSON.stringify(folder)})) seen[this.cachedDataRejected === false ? 'used' : 'compiled']++
     } }
     process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(seen)))
     process.argv.splice(1, 1)
     require(process.argv[1])`,
  )
  execFileSync(process.execPath, [spy, program, ...words], { cwd: home })
  return JSON.parse(readFileSync(seen, 'utf8')) as { used: number; compiled: number }
}

const CLI = (body: string, imports = '') => `import { command, defineCli, t } from 'tooli'
${imports}
const go = command({ description: 'Go', run: () => (${body}) })
export default defineCli({ name: 'tool', version: '1.2.3', description: 'A tool', commands: { go } })`

describe('an author’s project', () => {
  test('a module is in it once, however many parts import it', () => {
    const folder = project('once', {
      'cli.mjs': `import { command, defineCli } from 'tooli'
import { count } from './count.mjs'
count()
const same = { description: 'Count again', load: () => import('./same.mjs') }
export default defineCli({ name: 'tool', version: '1.0.0', description: 'A tool', commands: { same } })`,
      'count.mjs': 'let n = 0\nexport const count = () => ++n',
      'same.mjs': `import { command } from 'tooli'
import { count } from './count.mjs'
export default command({ description: 'Count again', run: () => count() })`,
    })
    expect(buildSmall(folder, 'cli.mjs')).toMatchObject({ code: 0, err: '' })
    expect(run(join(folder, 'dist/tool.cjs'), ['same', '-o', 'raw'])).toEqual({ code: 0, out: '2\n', err: '' })
  })

  test('TypeScript, zod and files beside the program', () => {
    const folder = project('typed', {
      'cli.ts': `import { readFileSync } from 'node:fs'
import { command, defineCli } from 'tooli'
import * as z from 'zod'
enum Greeting { Hello = 'Hello' }
const greet = command({
  description: 'Greet',
  args: z.object({ name: z.string().min(2) }),
  run: ({ args }): string[] => [Greeting.Hello, args.name, readFileSync(new URL('../who.txt', import.meta.url), 'utf8')],
})
export default defineCli({ name: 'tool', version: '1.0.0', description: 'A tool', commands: { greet } })`,
    })
    expect(build(folder, 'cli.ts', '--out', 'program')).toMatchObject({ code: 0, err: '' })
    writeFileSync(join(folder, 'program/who.txt'), 'there')
    const program = join(folder, 'program/tool.cjs')
    expect(run(program, ['greet', 'Ann', '-o', 'raw']).out).toBe('["Hello","Ann","there"]\n')
    expect(JSON.parse(run(program, ['greet', 'A']).out)).toMatchObject({ ok: false, error: { code: 'E1004' } })
    // Authors expect the same of a module in TypeScript.
    const skill = run(TOOLI, ['skill', 'cli.ts', '-', '-o', 'raw'], { cwd: folder })
    expect(skill).toEqual({ code: 0, out: run(program, ['skill', '-', '-o', 'raw']).out, err: '' })
    expect(run(TOOLI, ['contract', 'cli.ts'], { cwd: folder }).code).toBe(0)
    expect(run(TOOLI, ['contract', 'cli.ts', '--check', '--strict'], { cwd: folder }).code).toBe(0)
  })

  test('a package can stay outside, and modules that are named at run time are imported', () => {
    const folder = project('outside', {
      'cli.mjs': CLI(
        `import(process.env.LATE ?? './none.mjs').then((late) => [typeof fc.assert, late.default])`,
        `import fc from 'fast-check'`,
      ),
      'late.mjs': 'export default await 7',
    })
    expect(buildSmall(folder, 'cli.mjs', '--external', 'fast-check')).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'dist/tool/main.cjs'), 'utf8')).toContain('require("fast-check")')
    process.env.LATE = join(folder, 'late.mjs')
    try {
      const { out, err } = run(join(folder, 'dist/tool.cjs'), ['go', '-o', 'raw'])
      expect({ out, err }).toEqual({ out: '["function",7]\n', err: '' })
    } finally {
      delete process.env.LATE
    }
  })

  test('code that is cut off, cannot be kept or belongs to other flags costs time, never the answer', () => {
    const folder = project('damaged', { 'cli.mjs': CLI(`'gone'`) })
    buildSmall(folder, 'cli.mjs')
    const program = join(folder, 'dist/tool.cjs')
    const parts = join(folder, 'dist/tool')
    const go = () => run(program, ['go', '-o', 'raw'])
    expect(go().out).toBe('gone\n')
    const names = readdirSync(join(parts, 'code'), { recursive: true, encoding: 'utf8' })
    const kept = names.find((name) => name.includes('main.cjs-'))
    const file = join(parts, 'code', kept!)
    const whole = readFileSync(file)
    const half = whole.subarray(0, whole.length >> 1)
    for (const damage of [Buffer.alloc(0), Buffer.of(1), half, Buffer.alloc(whole.length)]) {
      writeFileSync(file, damage)
      expect(go()).toEqual({ code: 0, out: 'gone\n', err: '' })
      // A rejected cache is created again.
      expect(rejections(program, parts, ['go'])).toEqual({ used: 1, compiled: 0 })
    }
    rmSync(join(parts, 'code'), { recursive: true })
    writeFileSync(join(parts, 'code'), 'in the way')
    expect(go()).toEqual({ code: 0, out: 'gone\n', err: '' })
    rmSync(join(parts, 'code'))
    execFileSync(process.execPath, ['--stack-size=900', program, 'go'])
    expect(existsSync(join(parts, 'code'))).toBe(false)
  })

  test('a quick module answers its word before the framework is loaded, and an asset is beside the code', () => {
    const folder = project('quick', {
      'cli.mjs': CLI(
        `readFileSync(import.meta.dirname + '/words.txt', 'utf8')`,
        `import { readFileSync } from 'node:fs'`,
      ),
      'quick.mjs': `export const answer = ([, word]) => (word === 'now' ? Promise.resolve(console.log('quick')) : undefined)`,
      'words.txt': 'from a file',
    })
    const options = ['--quick', 'go=quick.mjs', '--asset', 'words.txt', '--minify']
    expect(buildSmall(folder, 'cli.mjs', ...options)).toMatchObject({ code: 0, err: '' })
    const program = join(folder, 'dist/tool.cjs')
    expect(run(program, ['go', 'now'])).toEqual({ code: 0, out: 'quick\n', err: '' })
    expect(run(program, ['go', '-o', 'raw'])).toEqual({ code: 0, out: 'from a file\n', err: '' })
    rmSync(join(folder, 'dist/tool/main.cjs'))
    expect(run(program, ['go', 'now']).out).toBe('quick\n')
    expect(buildSmall(folder, 'cli.mjs', '--quick', 'go')).toMatchObject({
      code: 2,
      err: expect.stringContaining('WORD=MODULE'),
    })
  })

  test('an old Node gets one sentence, and an exit code that no hook takes for permission', () => {
    const folder = project('old', { 'cli.mjs': CLI(`'gone'`) })
    buildSmall(folder, 'cli.mjs')
    writeFileSync(join(folder, 'old.cjs'), `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`)
    const words = ['--require', join(folder, 'old.cjs'), join(folder, 'dist/tool.cjs'), 'go']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    const sentence = 'tool needs Node 20.19 or later; this is Node 18.20.8.\n'
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence })
  })

  test('a program that is changed does not run the code of the one before', () => {
    const folder = project('changed', { 'cli.mjs': CLI(`'old'`) })
    buildSmall(folder, 'cli.mjs')
    const program = join(folder, 'dist/tool.cjs')
    expect(run(program, ['go', '-o', 'raw']).out).toBe('old\n')
    const main = join(folder, 'dist/tool/main.cjs')
    const code = readFileSync(main, 'utf8')
    writeFileSync(join(folder, 'cli.mjs'), CLI(`'new'`))
    buildSmall(folder, 'cli.mjs', '--out', 'other')
    const changed = readFileSync(join(folder, 'other/tool/main.cjs'), 'utf8')
    expect(changed.length).toBe(code.length)
    // Like an update that replaces files and keeps unknown ones.
    writeFileSync(main, changed)
    expect(run(program, ['go', '-o', 'raw']).out).toBe('new\n')
  })
})

/** A failing build needs no separate process. */
async function tryToBuild(cwd: string): Promise<Ran> {
  let [out, err] = ['', '']
  const io = { cwd, out: (text: string) => (out += text), err: (text: string) => (err += text) }
  const code = await runTooli(['build', 'cli.mjs'], io)
  return { code, out, err }
}

describe('what cannot be built is told, and what was there stays', () => {
  const good = CLI(`'good'`)
  let before: string
  beforeAll(() => {
    before = project('good', { 'cli.mjs': good })
    build(before, 'cli.mjs')
  })

  const cases: readonly [what: string, text: string, says: string | RegExp][] = [
    ['a module that waits', `${good}\nawait 1`, /cli\.mjs:5:1: Top-level await .* export the result of defineCli/],
    ['a module that exports something else', 'export default 1', 'must export the result of defineCli as its default'],
    ['an import that is not there', `import './none.mjs'\n${good}`, 'Could not resolve "./none.mjs"'],
    ['a mistake in the text', `${good}\nlet = ;`, /cli\.mjs:5:\d+: /],
    ['a module that throws', `${good}\nthrow new Error('not today')`, 'not today'],
    [
      'a name that is no name of a file',
      good.replace("name: 'tool'", "name: '../tool'"),
      'cannot be the name of a file',
    ],
  ]

  test.each(cases)('%s', async (_, text, says) => {
    const folder = project(`bad-${cases.findIndex(([, one]) => one === text)}`, { 'cli.mjs': text })
    cpSync(join(before, 'dist'), join(folder, 'dist'), { recursive: true })
    const { code, out, err } = await tryToBuild(folder)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(says)
    expect(err).not.toMatch(/^\s+at /m)
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['atip.json', 'tool', 'tool.cjs'])
    expect(run(join(folder, 'dist/tool.cjs'), ['go', '-o', 'raw']).out).toBe('good\n')
  })

  test('a folder that is not from a build is left alone', async () => {
    const folder = project('occupied', { 'cli.mjs': good })
    mkdirSync(join(folder, 'dist/tool'), { recursive: true })
    writeFileSync(join(folder, 'dist/tool/thesis.txt'), 'years of work')
    const { code, err } = await tryToBuild(folder)
    expect(code).toBe(1)
    expect(err).toContain('choose another --out')
    expect(readdirSync(join(folder, 'dist'), { recursive: true })).toEqual(['tool', 'tool/thesis.txt'])
  })

  test('a project without esbuild hears how to get it', async () => {
    const folder = join(home, 'bare')
    mkdirSync(folder)
    writeFileSync(join(folder, 'cli.mjs'), good)
    expect(await tryToBuild(folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm install --save-dev esbuild'),
    })
    expect(readdirSync(folder)).toEqual(['cli.mjs'])
  })
})

describe('a program of three commands', () => {
  const THREE = `import { command, defineCli, t } from 'tooli'
const named = (word) =>
  command({ description: word, options: t.object({ a: t.string('A').optional() }), run: () => word })
export default defineCli({ name: 'three', version: '1.0.0', description: 'Three', commands: { x: named('X'), y: named('Y'), z: named('Z') } })
`
  const sizeOf = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.name.endsWith('.cjs'))
      .reduce((sum, { name }) => sum + readFileSync(join(folder, name)).length, 0)

  test('is small without MCP, which it then neither offers nor serves', () => {
    const folder = project('three', { 'cli.mjs': THREE })
    expect(build(folder, 'cli.mjs', '--without', 'mcp')).toMatchObject({ code: 0, err: '' })
    expect(sizeOf(join(folder, 'dist/three'))).toBeLessThan(330_000)
    const program = join(folder, 'dist/three.cjs')
    expect(run(program, ['y', '-o', 'raw'])).toEqual({ code: 0, out: 'Y\n', err: '' })
    expect(run(program, ['--help']).out).not.toMatch(/serve-mcp|contract/)
    expect(run(program, ['--serve-mcp', 'stdio'])).toMatchObject({ code: 69, out: expect.stringContaining('E5003') })
    expect(run(program, ['skill', '-']).out).toContain('name: three')
    // The error also covers parts that only a build for authors includes.
    expect(run(program, ['docs'])).toMatchObject({ code: 69, out: expect.stringContaining('--with docs') })
  })

  test('has its contract if the build is asked for it', () => {
    const folder = project('three-with', { 'cli.mjs': THREE })
    expect(build(folder, 'cli.mjs', '--with', 'contract')).toMatchObject({ code: 0, err: '' })
    const program = join(folder, 'dist/three.cjs')
    expect(run(program, ['--help']).out).toContain('contract')
    expect(run(program, ['contract'], { cwd: folder }).code).toBe(0)
  })

  test('parts that do not exist are refused', () => {
    const folder = project('three-wrong', { 'cli.mjs': THREE })
    expect(build(folder, 'cli.mjs', '--without', 'http')).toMatchObject({
      code: 2,
      err: expect.stringContaining('expected --without mcp, skill, docs, contract; found "http"'),
    })
  })

  test('is bundled by an ordinary bundler without MCP, skill and contract, and still runs', async () => {
    const start = "import cli from './cli.mjs'\nawait cli.run()\n"
    const folder = project('three-bundled', { 'cli.mjs': THREE, 'start.mjs': start })
    const { build: bundle } = await import('esbuild')
    const outfile = join(home, 'three-alone.mjs')
    const { metafile } = await bundle({
      entryPoints: [join(folder, 'start.mjs')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      metafile: true,
    })
    expect(
      Object.keys(metafile.inputs).filter((path) => /modelcontextprotocol|\/(?:mcp|skill|contract)\//.test(path)),
    ).toEqual([])
    expect(readFileSync(outfile).length).toBeLessThan(400_000)
    expect(run(outfile, ['y', '-o', 'raw'])).toEqual({ code: 0, out: 'Y\n', err: '' })
    expect(run(outfile, ['--serve-mcp', 'stdio'])).toMatchObject({
      code: 69,
      out: expect.stringContaining('bundled without MCP'),
    })
  })
})
