import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'atip-alone-'))
const node = (code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: home, encoding: 'utf8' })

/** Packs every package as it would be published and installs the archives, without a network, in an empty folder. */
beforeAll(() => {
  const folders = readdirSync(join(root, 'packages')).map((name) => `./packages/${name}`)
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', home, ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const archives = (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => `./${filename}`)
  writeFileSync(join(home, 'package.json'), '{"private": true}')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...archives], {
    cwd: home,
  })
}, 120_000)

afterAll(() => rmSync(home, { recursive: true, force: true }))

const USE = `
import { readTool, toArgv, CallError, NO_EFFECTS } from '@atip/protocol'
import { lint } from '@atip/protocol/lint'
import { diff } from '@atip/protocol/diff'
const { tool } = readTool({ atip: '0.1', name: 'x', version: '1', description: 'd', commands: { run: { description: 'Run' } } })
let refused = false
try { toArgv(tool, ['walk']) } catch (error) { refused = error instanceof CallError }
console.log(JSON.stringify([toArgv(tool, ['run']), lint(tool).length > 0, diff(tool, tool), refused, NO_EFFECTS.network]))
`
const ANSWER = '[["x","run"],true,[],true,false]\n'

test('an installed package works in Node', () => {
  expect(node(USE)).toBe(ANSWER)
})

test('importing the protocol loads neither lint nor diff, which have entries of their own', async () => {
  const inputsOf = async (entry: string) => {
    const stdin = { contents: `import ${JSON.stringify(entry)}`, resolveDir: home }
    const { metafile } = await build({ stdin, bundle: true, write: false, format: 'esm', metafile: true })
    return Object.keys(metafile.inputs)
      .map((path) => /protocol\/dist\/(lint|diff)\//.exec(path)?.[1])
      .filter((room) => room !== undefined)
  }
  expect(await inputsOf('@atip/protocol')).toEqual([])
  expect(new Set(await inputsOf('@atip/protocol/lint'))).toEqual(new Set(['lint']))
  expect(new Set(await inputsOf('@atip/protocol/diff'))).toEqual(new Set(['diff']))
})

test('an installed package works from a bundle, for Node and for a browser', async () => {
  for (const platform of ['node', 'browser'] as const) {
    const outfile = join(home, `bundle-${platform}.mjs`)
    const stdin = { contents: USE, resolveDir: home }
    await build({ stdin, bundle: true, format: 'esm', platform, outfile, logLevel: 'error' })
    // Somewhere else, so that nothing but the bundle itself is there.
    const alone = mkdtempSync(join(tmpdir(), 'atip-bundle-'))
    cpSync(outfile, join(alone, 'bundle.mjs'))
    expect(execFileSync(process.execPath, [join(alone, 'bundle.mjs')], { encoding: 'utf8' })).toBe(ANSWER)
    rmSync(alone, { recursive: true })
  }
})

test('the rooms of atip can be imported by themselves', () => {
  const used = node(`import { checkLine } from 'atip/guard'
import { lookupShim } from 'atip/shims'
import { generateFromHelp } from 'atip/generate'
import { openSandbox } from 'atip/sandbox'
const places = { lookup: lookupShim, cwd: '/home/x/p', home: '/home/x' }
const decisions = ['ls | wc -l', 'git push --force'].map((line) => checkLine(line, places).decision)
const { metadata } = generateFromHelp('Usage: frob [-x] FILE', { name: 'frob' })
console.log(JSON.stringify([decisions, metadata.name, typeof openSandbox]))`)
  expect(JSON.parse(used)).toEqual([['allow', 'deny'], 'frob', 'function'])
})

test('an installed package brings its types and schemas', () => {
  writeFileSync(
    join(home, 'use.ts'),
    `import { checkLine, type LineCheck } from 'atip/guard'\nimport { generateFromHelp } from 'atip/generate'\nexport const check = (line: string): LineCheck => checkLine(line, { lookup: () => undefined, home: '/' })\nexport const generate = generateFromHelp\nimport { readTool, type AtipTool } from '@atip/protocol'\nexport const read = (text: string): AtipTool | undefined => { const r = readTool(text); return r.ok ? r.tool : undefined }\n`,
  )
  const config = {
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: [] },
    files: ['use.ts'],
  }
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', home], { encoding: 'utf8' })
  expect(
    node(`import schema from '@atip/protocol/schema/0.6.json' with { type: 'json' }; console.log(schema.title)`),
  ).toContain('ATIP 0.6')
})

test('the installed atip command answers, checks and describes itself', () => {
  const atip = (words: string[], input = '') =>
    execFileSync(join(home, 'node_modules/.bin/atip'), words, { cwd: home, encoding: 'utf8', input })
  const description = atip(['--agent'])
  expect(atip(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(JSON.parse(atip(['validate', '-', '--profile', 'strict'], description))).toMatchObject({
    data: { passed: true },
  })
  expect(atip(['effects', '--help'])).toContain('--metadata')
})

test('a package holds what it needs and nothing else', () => {
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
      name: string
      license: string
    }
    const files = readdirSync(join(home, 'node_modules', manifest.name), { recursive: true }) as string[]
    expect(manifest.license).toBe('MIT')
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist']))
    expect(files.filter((file) => /\.test\.|fixture|(?<!\.d)\.ts$/.test(file))).toEqual([])
  }
})
