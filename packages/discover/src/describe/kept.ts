import { join } from 'node:path'
import { readTool } from '@atip/protocol'
import { VERSION } from '../version.js'
import { fileNameOf } from '../catalog/file-name.js'
import { writeWhole } from '../catalog/write-file.js'
import type { CatalogProgram } from '../types.js'
import { readTrusted, type DescribeOutcome, type Description } from '@atip/describe'

/** Increased when descriptions change although the version of the package does not. */
const REVISION = 1

/** The version of the generator. A description from another version is generated again. */
export const GENERATOR = `${VERSION}+${REVISION}`

/** The cache writes no larger files. */
const MOST_BYTES = 16_000_000

/** The cached description of a tool or command of these bytes. Undefined if there is none, or it is unusable. */
export function readKept(cache: string, program: CatalogProgram, path: readonly string[]): DescribeOutcome | undefined {
  const value = parsed(readTrusted(fileOf(cache, program, path), MOST_BYTES))
  return isRecord(value) && value.generator === GENERATOR && areSame(value.path, path) ? outcomeIn(value) : undefined
}

/** Stores it in the cache. The last writer wins; the entry can be rebuilt at any time. */
export function keep(cache: string, program: CatalogProgram, path: readonly string[], outcome: DescribeOutcome): void {
  const { description, helpDigest, isHelpMissing, notes } = outcome
  const text = JSON.stringify({ generator: GENERATOR, path, isHelpMissing, helpDigest, notes, description })
  writeWhole(fileOf(cache, program, path), text, { isDurable: false })
}

/** `generated/<hex>-<name>/command-remote%20add.json`: one file for each command, so that reading one is cheap. */
function fileOf(cache: string, { name, file }: CatalogProgram, path: readonly string[]): string {
  const key = (file.closure ?? file.hash).slice('sha256:'.length)
  const own = path.length === 0 ? 'tool.json' : `command-${fileNameOf(path.join(' '))}.json`
  return join(cache, 'generated', `${key}-${fileNameOf(name)}`, own)
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Any process of the user may have written the file, so values of another shape are ignored. */
function outcomeIn({
  isHelpMissing,
  helpDigest,
  notes,
  description,
}: Record<string, unknown>): DescribeOutcome | undefined {
  if (typeof isHelpMissing !== 'boolean' || !areTexts(notes)) return undefined
  const read = description === undefined ? undefined : descriptionIn(description)
  if (read === undefined && description !== undefined) return undefined
  return {
    notes,
    isHelpMissing,
    ...(typeof helpDigest === 'string' && { helpDigest }),
    ...(read && { description: read }),
  }
}

function descriptionIn(value: unknown): Description | undefined {
  if (!isRecord(value)) return undefined
  const { metadata, commands, inferences, sources, notes } = value
  if (!areTexts(commands) || !areTexts(sources) || !areTexts(notes) || !Array.isArray(inferences)) return undefined
  const reading = readTool(metadata)
  if (!reading.ok || !inferences.every(isInference)) return undefined
  return { metadata: reading.tool, commands, inferences, sources, notes }
}

function isInference(value: unknown): value is Description['inferences'][number] {
  if (!isRecord(value)) return false
  const { path, flag, field, because } = value
  const isFlag = flag === undefined || typeof flag === 'string'
  return areTexts(path) && isFlag && typeof field === 'string' && typeof because === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function areSame(value: unknown, path: readonly string[]): boolean {
  return areTexts(value) && value.length === path.length && value.every((step, index) => step === path[index])
}
