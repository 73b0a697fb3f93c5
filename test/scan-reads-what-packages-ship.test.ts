/** A scan knows programs that are installed with their description without running them. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlantedMachine } from './fixtures/planted-machine.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const TOOLI = join(root, 'packages/tooli/bin/tooli.mjs')
const machine = new PlantedMachine()
const prefix = join(machine.folder, 'prefix')
afterAll(() => rmSync(machine.folder, { recursive: true, force: true }))

const JAR = `import { command, defineCli, t } from 'tooli'
const empty = command({
  description: 'Empty the jar',
  args: t.object({ what: t.string('What') }),
  effects: { filesystem: { read: true, write: true, delete: true }, destructive: true, reversible: false },
  run: () => null,
})
export default defineCli({ name: 'jar', version: '1.2.3', description: 'Keep things', commands: { empty } })
`

const DATABASE = `import { program } from 'commander'
import { agentify } from 'tooli/agentify'
program.name('database').version('3.0.0').description('A database')
program.command('reset').description('Reset the database').action(() => {})
agentify(program, { effects: { reset: { destructive: true, filesystem: { write: true, delete: true } } } })
program.parse()
`

/** An author's project in which \`npm install\` was run. */
function project(name: string, version: string, bin: string, files: Record<string, string> = {}): string {
  const folder = join(machine.folder, 'projects', name)
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const manifest = { name, version, bin: { [name]: bin }, files: ['dist', '*.mjs', 'atip.json'] }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { mode: 0o755 })
  return folder
}

const npm = (words: readonly string[], cwd: string) =>
  execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: machine.home, npm_config_cache: join(machine.folder, 'npm-cache') },
  })

function install(folders: readonly string[]): void {
  const archives = npm(['pack', '--silent', ...folders], machine.folder)
    .trim()
    .split('\n')
  npm(['install', '--global', '--prefix', prefix, ...archives.map((name) => `./${name}`)], machine.folder)
}

function built(folder: string): string {
  execFileSync(process.execPath, [TOOLI, 'build', 'cli.mjs'], { cwd: folder, encoding: 'utf8' })
  return folder
}

const BUILT = ['jar', 'notes', 'word-count', 'tail-log']
const ALL = [...BUILT, 'database']

beforeAll(() => {
  symlinkSync(process.execPath, join(machine.bin, 'node'))
  const folders = [built(project('jar', '1.2.3', './dist/jar.cjs', { 'cli.mjs': JAR }))]
  for (const name of ['notes', 'word-count', 'tail-log']) {
    const folder = project(name, '1.0.0', `./dist/${name}.cjs`)
    cpSync(join(root, 'examples', name), folder, { recursive: true })
    folders.push(built(folder))
  }
  const database = project('database', '3.0.0', './cli.mjs', { 'cli.mjs': `#!/usr/bin/env node\n${DATABASE}` })
  const described = execFileSync(process.execPath, ['cli.mjs', '--agent'], { cwd: database, encoding: 'utf8' })
  writeFileSync(join(database, 'atip.json'), described)
  const manifest = JSON.parse(readFileSync(join(database, 'package.json'), 'utf8')) as object
  writeFileSync(join(database, 'package.json'), JSON.stringify({ ...manifest, atip: './atip.json' }))
  install([...folders, database])
  // Running any of them would give another description.
  for (const name of ALL) {
    const file = realpathSync(join(prefix, 'bin', name))
    const document = { atip: { version: '0.6' }, name, version: '9.9.9', description: 'It was run', commands: {} }
    // A scan still sees the imports.
    const before = readFileSync(file, 'utf8').replaceAll(/^/gm, '// ')
    const says = `process.stdout.write(${JSON.stringify(JSON.stringify(document))})`
    writeFileSync(file, `#!/usr/bin/env node\n${says}\n${before}\n`)
  }
}, 240_000)

interface Listed {
  tools: { name: string; source: string; description: string }[]
}

describe('after a plain scan', () => {
  const path = `${join(prefix, 'bin')}:${machine.bin}`
  beforeAll(() => void machine.get(['scan'], { path }), 60_000)

  test('the build has named the description in package.json, and changed nothing else there', () => {
    const manifest = JSON.parse(readFileSync(join(machine.folder, 'projects/jar/package.json'), 'utf8')) as object
    expect(manifest).toMatchObject({ name: 'jar', atip: './dist/atip.json', bin: { jar: './dist/jar.cjs' } })
    expect(Object.keys(manifest)).toEqual(['name', 'version', 'bin', 'files', 'atip'])
  })

  test('all are described by what they were installed with, and none was run', () => {
    const { tools } = machine.get<Listed>(['list'], { path })
    const known = tools.filter(({ name }) => ALL.includes(name))
    expect(known.map(({ name }) => name).sort()).toEqual([...ALL].sort())
    for (const { source, description } of known) {
      expect(source).toBe('native')
      expect(description).not.toBe('It was run')
    }
  })

  test.each([
    ['jar empty all', 'deny'],
    ['database reset', 'deny'],
    ['notes delete old', 'deny'],
    // A tool's own description can only make a call look worse.
    ['notes list', 'ask'],
  ])('%s: %s', (line, decision) => {
    const { data } = machine.answer<{ decision: string }>(['check', line], { path })
    expect(data.decision).toBe(decision)
  })
})
