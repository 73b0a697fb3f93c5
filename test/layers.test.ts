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
  validate: ['.', 'text', 'patterns'],
  argv: ['.', 'text', 'effects'],
  partial: ['.', 'effects', 'argv'],
  patterns: ['.', 'argv'],
  lint: ['.', 'text', 'effects', 'argv', 'partial', 'patterns'],
  diff: ['.', 'text', 'effects', 'argv', 'partial'],
}

/** Files of the package that reach into rooms: the border and the table of contents. */
const DOORS = ['index.ts', 'read.ts']

/**
 * The folders of tooli, lowest first: each may import from those before it. `program` is where a process starts, and may
 * load anything when it is asked for (`await import`).
 */
const TOOLI_ORDER = [
  'errors',
  'schema',
  'files',
  'effects',
  'define',
  'model',
  'call',
  'parse',
  'output',
  'execute',
  'suggest',
  'program',
  'callable',
  'describe',
  'skill',
  'mcp',
  'contract',
  'manifest',
  'answer',
  'agentify',
  'testing',
  'build',
  'bin',
]

const TOOLI_ARROWS = Object.fromEntries(TOOLI_ORDER.map((folder, place) => [folder, TOOLI_ORDER.slice(0, place)]))

/** The same for atip. `commands` may import from every room, and nothing may import from it but the program. */
const ATIP_ARROWS: Record<string, string[]> = {
  generate: [],
  shims: [],
  trust: [],
  sandbox: [],
  effects: ['guard', 'shims'],
  // The words for verdicts.
  report: ['effects'],
  documents: ['report'],
  registry: ['trust'],
  crawl: ['registry', 'generate', 'sandbox'],
  // `.` is the version of the package.
  discover: ['.', 'trust', 'registry', 'generate', 'shims', 'sandbox'],
  guard: ['shims'],
  runtime: ['guard', 'sandbox'],
  agents: ['discover', 'guard', 'runtime', 'shims'],
}

/** The same for the bridge: what is compiled, what is called, what is sent back, and what is safe. */
const BRIDGE_ARROWS: Record<string, string[]> = {
  '.': [],
  names: [],
  trust: [],
  describe: [],
  schema: ['describe'],
  targets: ['describe', 'names'],
  compile: ['.', 'describe', 'names', 'schema', 'targets'],
  render: ['.', 'compile', 'names'],
  prompts: ['describe'],
  calls: ['.'],
  results: ['.', 'calls'],
  safety: ['calls', 'results', 'trust'],
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

/** Imports of values that lead out of their room to one where they may not. Tests and what they use are free. */
function wrongArrows(source: string, arrows: Record<string, string[]>, isDoor: (name: string) => boolean): string[] {
  const wrong: string[] = []
  for (const file of filesBelow(source)) {
    const name = relative(source, file)
    const room = roomOf(name)
    if (/\.test(-d)?\.ts$/.test(name) || /fixture|\/testing\//.test(name) || isDoor(name)) continue
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '(\.[^']+)'/gm)) {
      const other = roomOf(relative(source, join(dirname(file), target!)))
      if (other !== room && !arrows[room]?.includes(other)) wrong.push(`${name} imports ${target}`)
    }
  }
  return wrong
}

test('the rooms of tooli import only from the rooms they may', () => {
  const isDoor = (name: string) => roomOf(name) === '.'
  expect(wrongArrows(join(root, 'packages/tooli/src'), TOOLI_ARROWS, isDoor)).toEqual([])
})

test('the rooms of atip import only from the rooms they may', () => {
  const isDoor = (name: string) => !name.endsWith('.ts') || ['.', 'commands'].includes(roomOf(name))
  expect(wrongArrows(join(root, 'packages/atip/src'), ATIP_ARROWS, isDoor)).toEqual([])
})

test('the rooms of the bridge import only from the rooms below them', () => {
  const isDoor = (name: string) => name === 'index.ts'
  expect(wrongArrows(join(root, 'packages/bridge/src'), BRIDGE_ARROWS, isDoor)).toEqual([])
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
  const loaded = ['call', 'callable', 'define', 'effects', 'errors', 'execute', 'files', 'model', 'output', 'parse']
  expect([...rooms].sort()).toEqual(['.', ...loaded, 'program', 'schema'])
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

test('the bridge depends on the protocol alone and uses nothing of Node', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/bridge/package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  expect(Object.keys(manifest.dependencies!)).toEqual(['@atip/protocol'])
  expect(manifest.peerDependencies).toBeUndefined()
  for (const file of filesBelow(join(root, 'packages/bridge/src'))) {
    if (/\.test(-d)?\.ts$/.test(file)) continue
    const code = readFileSync(file, 'utf8')
    expect(code).not.toMatch(/\bfrom '(?!\.|@atip\/protocol')|\bimport\(|\brequire\(|\bprocess\.\w|\bBuffer\b/)
  }
})

function roomOf(path: string): string {
  const [first, second] = path.split('/')
  if (first === '..') return `../${second}`
  return second === undefined ? '.' : first!
}
