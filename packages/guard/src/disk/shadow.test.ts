import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { shadowOf } from './shadow.js'
import type { ModulesTable } from './tables.js'
import { asOrdinaryUser, folderWith, removeFoldersAfterwards } from './testing/folders.js'
import { filesOnDisk } from './visible-files.js'

removeFoldersAfterwards()

const source = new URL('../../../shims/data/tables/modules.yaml', import.meta.url)
const table = parse(readFileSync(source, 'utf8')) as ModulesTable & {
  examples: Record<string, string>
  source: string
  review: string
}
const KINDS: Record<string, string> = { none: 'free', file: 'shadowed', unknown: 'unknown' }

test('the table says where it comes from and what was looked at', () => {
  expect([table.source, table.review].every((text) => text.length > 40)).toBe(true)
})

test.each(Object.entries(table.examples))('%s: %s', (example, claim) => {
  const [language, module, file] = example.split(' ') as [string, string, string]
  const folder = folderWith({ [file]: '' })
  expect(KINDS[shadowOf(filesOnDisk(), folder, [module], language, table).kind]).toBe(claim)
})

test('the file is named', () => {
  const folder = folderWith({ 'a.txt': '', 'csv.py': '' })
  expect(shadowOf(filesOnDisk(), folder, ['csv'], 'python', table)).toEqual({
    kind: 'file',
    path: join(folder, 'csv.py'),
  })
})

test('where the folder comes first, code that imports nothing is shadowed by what the interpreter imports', () => {
  const folder = folderWith({ 'token.py': '', 'node_modules/fs/index.js': '' })
  expect(shadowOf(filesOnDisk(), folder, [], 'python', table)).toEqual({ kind: 'file', path: join(folder, 'token.py') })
  expect(shadowOf(filesOnDisk(), folder, [], 'javascript', table)).toEqual({ kind: 'none' })
})

test('a folder that cannot be listed is unknown', () => {
  const folder = folderWith({ 'closed/json.py': '' })
  chmodSync(join(folder, 'closed'), 0o111)
  const found = asOrdinaryUser(() => shadowOf(filesOnDisk(), join(folder, 'closed'), ['json'], 'python', table))
  chmodSync(join(folder, 'closed'), 0o755)
  expect(found).toEqual({ kind: 'unknown' })
  const large = folderWith({ a: '', b: '', c: '' })
  expect(shadowOf(filesOnDisk({ names: 2 }), large, ['json'], 'python', table)).toEqual({ kind: 'unknown' })
})

test('a folder of the name of a module that cannot be listed may be that module', () => {
  const folder = folderWith({ 'json/data.txt': '' })
  chmodSync(join(folder, 'json'), 0o000)
  const found = asOrdinaryUser(() => shadowOf(filesOnDisk(), folder, ['json'], 'python', table))
  chmodSync(join(folder, 'json'), 0o755)
  expect(found.kind).toBe('file')
})

test('modules that Node.js takes first are its own', () => {
  const listed = table.languages.javascript!.library.trim().split(/\s+/)
  expect(listed.filter((name) => !builtinModules.includes(name))).toEqual([])
})

const python = spawnSync('/usr/bin/python3', ['--version']).status === 0

test('what Python itself imports from the folder is found', ({ skip }) => {
  if (!python && process.env.CI === undefined) skip('needs Python: apt-get install python3')
  const imports = ['json', 'csv', 'datetime', 'collections', 'pathlib', 'urllib.parse', 'statistics', 'subprocess']
  const names = [
    'enum',
    're',
    'sys',
    'time',
    'copyreg',
    'keyword',
    'struct',
    'random',
    'signal',
    'main',
    'test',
    'fnmatch',
  ]
  const ran = names.filter((name) => {
    const folder = folderWith({ [`${name}.py`]: 'raise SystemExit(42)' })
    const { status } = spawnSync('/usr/bin/python3', ['-c', `import ${imports.join(', ')}`], { cwd: folder })
    return status === 42
  })
  const found = names.filter((name) => {
    const folder = folderWith({ [`${name}.py`]: '' })
    return shadowOf(filesOnDisk(), folder, imports, 'python', table).kind === 'file'
  })
  expect(ran).toContain('enum')
  expect(found).toEqual(expect.arrayContaining(ran))
  expect(found.filter((name) => ['sys', 'time', 'main', 'test'].includes(name))).toEqual([])
})
