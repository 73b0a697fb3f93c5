import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isToolName } from '@atip/protocol'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import type { RegistryEntry, Hash, CatalogProgram, Registry } from '../../types.js'
import { placesFrom, type DataFolders } from '../places.js'
import { registryText, timeToBear } from '../registry-text.js'
import { writeWhole } from '../write-file.js'

export const AGENT = { name: 'atip', version: '0.0.0' }

/** A folder for one test file, removed afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atip-catalog-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function placesIn(folder: string): DataFolders {
  return placesFrom({ ATIP_DATA_DIR: folder }, folder)
}

export function hashOf(digit: number): Hash {
  return `sha256:${(digit % 16).toString(16).repeat(64)}`
}

export function entry(name: string, more: Partial<RegistryEntry> = {}): RegistryEntry {
  const path = `/usr/bin/${name}`
  const file = { path, identity: '1:2:3:4:5', kind: 'binary', mentionsAtip: false } as const
  return { path, hash: hashOf(1), source: 'unknown', lastChecked: DAY, 'x-atip': { file }, ...more }
}

export const DAY = '2026-01-15T10:30:00.000Z'

export function registryOf(tools: Iterable<[string, RegistryEntry]>): Registry {
  return { updated: DAY, tools: Object.assign(Object.create(null) as Registry['tools'], plain(tools)) }
}

/** Unlike an assignment, `Object.fromEntries` keeps `__proto__` as an own key. */
const plain = (tools: Iterable<[string, RegistryEntry]>) => Object.fromEntries(tools)

export function store(file: string, registry: Registry): void {
  const time = timeToBear(Date.now())
  writeWhole(file, registryText(registry, AGENT, time), { modified: time, isDurable: false })
}

const awkward = [
  '__proto__',
  'constructor',
  '7',
  '10',
  '[',
  'g++',
  'a b',
  'a"b',
  'a\\b',
  'ä',
  '\u{1F600}',
  '\uFFFD',
  '\ud800',
]

export const toolNames: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...awkward) },
    {
      weight: 3,
      arbitrary: fc.string({
        unit: fc.constantFrom('a', 'b', '"', '\\', '{', ':', ',', '-', '\ue000', '\ud83d', '\ude00'),
      }),
    },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 1 }) },
  )
  .filter(isToolName)

/** Values after a JSON round trip, because JSON has no negative zero. */
const jsonValues = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(JSON.stringify(JSON.parse(text))) as unknown)

const hashes = fc.integer({ min: 0, max: 15 }).map(hashOf)
const paths = fc.string({ unit: fc.constantFrom('a', 'ö', '"', ' ', '\u{1F600}') }).map((text) => `/usr/bin/${text}`)
const parts = fc.record({ path: paths, identity: fc.string() })

export const entries: fc.Arbitrary<RegistryEntry> = fc.record(
  {
    path: paths,
    hash: hashes,
    source: fc.constantFrom('native', 'shim', 'generated', 'unknown'),
    lastChecked: fc.constant(DAY),
    shimRegistry: fc.webUrl(),
    'x-atip': fc.record(
      {
        file: fc.record(
          {
            path: paths,
            identity: fc.string(),
            kind: fc.constantFrom('binary', 'script'),
            mentionsAtip: fc.boolean(),
            closure: hashes,
            launches: fc.array(parts, { maxLength: 2 }),
          },
          { requiredKeys: ['path', 'identity', 'kind', 'mentionsAtip'] },
        ),
        description: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        others: fc.array(paths, { maxLength: 2 }),
      },
      { requiredKeys: ['file'] },
    ),
    somebodyElses: jsonValues,
  } as const,
  { requiredKeys: ['path', 'hash', 'source', 'lastChecked'] },
) as fc.Arbitrary<RegistryEntry>

export const registries: fc.Arbitrary<Registry> = fc
  .tuple(fc.array(fc.tuple(toolNames, entries), { maxLength: 60 }), fc.dictionary(fc.string(), jsonValues))
  .map(([tools, extra]) => ({ ...registryOf(tools), extra }))

export function program(name: string, { path, hash, 'x-atip': facts }: RegistryEntry): CatalogProgram {
  return { name, path, file: { ...facts!.file, hash }, others: facts!.others ?? [] }
}
