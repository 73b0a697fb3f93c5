import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installAlone, pack, PACKAGES } from '../scripts/packed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'atip-alone-'))
const folderOf = (name: string) => join(home, name.replace('/', '-'))

interface Manifest {
  name: string
  description: string
  keywords: string[]
  license: string
  engines: { node: string }
  publishConfig: { access: string }
  exports: Record<string, string | { types: string; default: string }>
  bin?: Record<string, string>
}

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(folderOf(name), 'node_modules', name, 'package.json'), 'utf8')) as Manifest

let archives: Map<string, string>
beforeAll(() => {
  archives = pack()
  for (const name of PACKAGES.keys()) {
    mkdirSync(folderOf(name))
    writeFileSync(join(folderOf(name), 'package.json'), '{"private": true, "type": "module"}')
    installAlone(name, archives, folderOf(name))
  }
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const node = (name: string, code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folderOf(name), encoding: 'utf8' })

/** The entry points of a library. */
const entriesOf = (name: string) =>
  Object.entries(manifestOf(name).exports)
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => `${name}${path.slice(1)}`)

describe.each([...PACKAGES.keys()])('%s, alone', (name) => {
  test('every entry can be imported', () => {
    const entries = entriesOf(name)
    const code = `for (const entry of ${JSON.stringify(entries)})
      if (Object.keys(await import(entry)).length > 0) console.log(entry)`
    expect(node(name, code)).toBe(entries.map((entry) => `${entry}\n`).join(''))
  })

  test('it says what it is, and may be published', () => {
    const { description, keywords, license, engines, publishConfig } = manifestOf(name)
    expect({ license, engines, publishConfig }).toEqual({
      license: 'MIT',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public' },
    })
    expect(description.length).toBeGreaterThan(20)
    expect(keywords.length).toBeGreaterThan(2)
  })

  test('it holds what it needs and nothing else', () => {
    const folder = join(folderOf(name), 'node_modules', name)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist']))
    expect(
      files.filter((file) => /\.test\.(?:d\.)?[jt]s$|test-data|fixture|(?<!\.d)\.ts$|\.map$|\/code\/v\d/.test(file)),
    ).toEqual([])
    expect(files.filter((file) => file.endsWith('.js') && !files.includes(file.replace(/js$/, 'd.ts')))).toEqual([])
  })

  test('the links of its README lead somewhere once it is installed', () => {
    const folder = join(folderOf(name), 'node_modules', name)
    const links = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(
      ([, to]) => to!,
    )
    expect(links.filter((to) => to.startsWith('.') || !to.includes(':'))).toEqual([])
  })
})

test('the libraries bring their types', () => {
  const all = join(home, 'typed')
  mkdirSync(all)
  for (const name of PACKAGES.keys()) installAlone(name, archives, all)
  const entries = [...PACKAGES.keys()].flatMap(entriesOf)
  const lines = entries.map((entry, index) => `import * as m${index} from '${entry}'\nexport { m${index} }\n`)
  writeFileSync(join(all, 'use.ts'), lines.join(''))
  installAlone('@types/node', archives, all)
  const options = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], noEmit: true }
  const config = { compilerOptions: { ...options, types: ['node'], skipLibCheck: false }, files: ['use.ts'] }
  writeFileSync(join(all, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', all], { encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => !line.includes('node_modules/@modelcontextprotocol/'))).toEqual([''])
})

test('a stack trace shows the lines that are installed', () => {
  const trace = node(
    '@atip/protocol',
    `import { toArgv } from '@atip/protocol'\ntry { toArgv(undefined, []) } catch (error) { console.log(error.stack) }`,
  )
  const [, file, line] = /(\/[^\s()]*protocol\/dist\/[^\s()]*\.js):(\d+)/.exec(trace)!
  const source = readFileSync(file!, 'utf8').split('\n')
  expect(source.length).toBeGreaterThan(20)
  expect(source[Number(line) - 1]!.trim().length).toBeGreaterThan(0)
  expect(Math.max(...source.map(({ length }) => length))).toBeLessThan(400)
})

const USE = `
import { readTool, toArgv, CallError, NO_EFFECTS } from '@atip/protocol'
import { diff } from '@atip/protocol/diff'
import { lint } from '@atip/protocol/lint'
const { tool } = readTool({ atip: '0.1', name: 'x', version: '1', description: 'd', commands: { run: { description: 'Run' } } })
let refused = false
try { toArgv(tool, ['walk']) } catch (error) { refused = error instanceof CallError }
console.log(JSON.stringify([toArgv(tool, ['run']), lint(tool).length > 0, diff(tool, tool), refused, NO_EFFECTS.network]))
`
const ANSWER = '[["x","run"],true,[],true,false]\n'

test('the protocol works in Node and from a bundle, for Node and for a browser', async () => {
  expect(node('@atip/protocol', USE)).toBe(ANSWER)
  for (const platform of ['node', 'browser'] as const) {
    const outfile = join(home, `bundle-${platform}.mjs`)
    const stdin = { contents: USE, resolveDir: folderOf('@atip/protocol') }
    await build({ stdin, bundle: true, format: 'esm', platform, outfile, logLevel: 'error' })
    // A separate folder, so that only the bundle itself exists.
    const alone = mkdtempSync(join(tmpdir(), 'atip-bundle-'))
    cpSync(outfile, join(alone, 'bundle.mjs'))
    expect(execFileSync(process.execPath, [join(alone, 'bundle.mjs')], { encoding: 'utf8' })).toBe(ANSWER)
    rmSync(alone, { recursive: true })
  }
})

test('the guard decides with the shims, which are all that it depends on beside the protocol and a parser', () => {
  const used = node(
    '@atip/guard',
    `import { decideLine } from '@atip/guard'
import { lookupShim } from '@atip/shims'
const places = { lookup: lookupShim, cwd: '/home/x/p', home: '/home/x' }
const lines = ['ls | wc -l', 'git push --force', 'if true; then rm -rf ~; fi', 'python3 -c "print(1)"']
console.log(JSON.stringify((await Promise.all(lines.map((line) => decideLine(line, places)))).map(({ decision }) => decision)))`,
  )
  expect(JSON.parse(used)).toEqual(['allow', 'deny', 'deny', 'allow'])
})

/** The size of all files below a folder. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)
}

test('the packages are as small as they can be expected to be', () => {
  const unpacked = (name: string) => sizeOf(join(folderOf(name), 'node_modules', name))
  expect(unpacked('@atip/guard')).toBeLessThan(1_150_000)
  expect(statSync(archives.get('tooli')!).size).toBeLessThan(1_000_000)
  expect(statSync(archives.get('atip')!).size).toBeLessThan(2_150_000)
})

test('the installed atip command answers, checks and describes itself, and says whose code it contains', () => {
  const folder = join(folderOf('atip'), 'node_modules/atip')
  const atip = (words: string[], input = '') =>
    execFileSync(process.execPath, [join(folder, manifestOf('atip').bin!.atip!), ...words], {
      cwd: home,
      encoding: 'utf8',
      input,
    })
  const description = atip(['--agent'])
  expect(atip(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(JSON.parse(atip(['validate', '-', '--profile', 'strict', '-o', 'json'], description))).toMatchObject({
    data: { passed: true },
  })
  expect(atip(['effects', '--help'])).toContain('--metadata')
  const licences = readFileSync(join(folder, 'dist/atip/THIRD-PARTY-LICENCES.txt'), 'utf8')
  for (const name of ['unbash', '@modelcontextprotocol/server', 'zod']) expect(licences).toContain(`\n${name} `)
})

test('verifying installs at most ten packages, under licences that anyone can use', () => {
  const found = new Map<string, string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    const manifest = JSON.parse(
      readFileSync(join(PACKAGES.get(name) ?? join(root, 'node_modules', name), 'package.json'), 'utf8'),
    ) as { license: string; dependencies?: Record<string, string> }
    found.set(name, manifest.license)
    for (const needed of Object.keys(manifest.dependencies ?? {})) visit(needed)
  }
  visit('@atip/trust')
  expect(found.size).toBeLessThanOrEqual(10)
  expect([...found.values()].filter((licence) => !['MIT', 'Apache-2.0'].includes(licence))).toEqual([])
})
