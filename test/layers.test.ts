import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** For each room of the protocol, the rooms it may import from. Files directly in `src` are `.`: shared words. */
const ARROWS: Record<string, string[]> = {
  '.': ['validate', 'patterns'],
  text: ['.'],
  effects: ['.'],
  validate: ['.', 'text', 'patterns', '../generated'],
  argv: ['.', 'text', 'effects'],
  partial: ['.', 'effects', 'argv'],
  patterns: ['.', 'argv'],
  lint: ['.', 'text', 'effects', 'argv', 'partial', 'patterns'],
  diff: ['.', 'text', 'effects', 'argv', 'partial'],
}

/** Files of the package that reach into rooms: the border and the table of contents. */
const DOORS = ['index.ts', 'read.ts']

/**
 * The same for tooli. Types are words and may come from anywhere, and what is loaded only when it is asked for
 * (`await import`) is no arrow. `parse` and `run` know each other: reading a line may need a file, a file its reading.
 */
const TOOLI_ARROWS: Record<string, string[]> = {
  errors: [],
  schema: [],
  define: ['run'],
  model: ['define', 'schema'],
  parse: ['errors', 'model', 'run'],
  output: ['model', 'parse'],
  run: ['errors', 'model', 'output', 'parse', 'schema'],
  describe: ['define', 'errors', 'manifest', 'model', 'output', 'parse', 'run', 'schema'],
  manifest: ['describe', 'errors', 'model'],
  testing: ['run'],
  bin: ['errors', 'manifest'],
}

/** The same for atip. `commands` may import from every room, and nothing may import from it but the program. */
const ATIP_ARROWS: Record<string, string[]> = {
  generate: [],
  shims: [],
  trust: [],
  sandbox: [],
  effects: [],
  report: [],
  documents: ['report'],
  registry: ['trust'],
  crawl: ['registry', 'generate', 'sandbox'],
  discover: ['trust', 'registry', 'generate', 'shims', 'sandbox'],
  guard: ['shims'],
  runtime: ['guard', 'sandbox'],
  agents: ['discover', 'guard', 'runtime'],
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

test('the rooms of the protocol import only from the rooms below them', () => {
  const source = join(root, 'packages/protocol/src')
  const wrong: string[] = []
  for (const file of filesBelow(source)) {
    const name = relative(source, file)
    if (name.endsWith('.test.ts') || DOORS.includes(name)) continue
    const room = roomOf(name)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const other = roomOf(relative(source, join(dirname(file), target!)))
      if (other !== room && !ARROWS[room]!.includes(other)) wrong.push(`${name} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the rooms of tooli import only from the rooms they may', () => {
  const source = join(root, 'packages/tooli/src')
  const wrong: string[] = []
  for (const file of filesBelow(source)) {
    const name = relative(source, file)
    const room = roomOf(name)
    if (/\.test(-d)?\.ts$/.test(name) || /fixture|\/testing\//.test(name) || room === '.') continue
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '(\.[^']+)'/gm)) {
      const other = roomOf(relative(source, join(dirname(file), target!)))
      if (other !== room && !TOOLI_ARROWS[room]?.includes(other)) wrong.push(`${name} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the rooms of atip import only from the rooms they may', () => {
  const source = join(root, 'packages/atip/src')
  const wrong: string[] = []
  for (const file of filesBelow(source)) {
    const name = relative(source, file)
    const room = roomOf(name)
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || room === '.' || room === 'commands') continue
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '(\.[^']+)'/gm)) {
      const other = roomOf(relative(source, join(dirname(file), target!)))
      if (other !== room && !ATIP_ARROWS[room]?.includes(other)) wrong.push(`${name} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('what every program of tooli loads reaches no schema library and none of what describes', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '([^']+)'/gm)) {
      expect(target, `${file} imports ${target}`).toMatch(/^\.|^node:|^@atip\/protocol$/)
      if (target!.startsWith('.')) visit(join(dirname(file), target!.replace(/\.js$/, '.ts')))
    }
  }
  const source = join(root, 'packages/tooli/src')
  visit(join(source, 'index.ts'))
  const rooms = new Set([...seen].map((file) => roomOf(relative(source, file))))
  expect([...rooms].sort()).toEqual(['.', 'define', 'errors', 'model', 'output', 'parse', 'run', 'schema'])
})

test('the protocol has no dependencies and uses nothing of Node', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/protocol/package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(manifest.dependencies).toBeUndefined()
  for (const file of filesBelow(join(root, 'packages/protocol/src'))) {
    if (file.endsWith('.test.ts')) continue
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /^(import|export) .*from '(?!\.)|\bprocess\.\w|\bBuffer\b|\brequire\(/m,
    )
  }
})

function roomOf(path: string): string {
  const [first, second] = path.split('/')
  if (first === '..') return `../${second}`
  return second === undefined ? '.' : first!
}
