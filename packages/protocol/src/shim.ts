import { isObject } from './object.js'
import { readTool, type Reading } from './read.js'
import type { AtipDocument, AtipTool } from './types/tool.js'

/**
 * Further descriptions in a shim, for programs with the same bytes but another name (`reboot` is `systemctl`), or that
 * launch another version of a script. Each has a `binary` without a hash, and no `trust` of its own.
 */
export const VARIANTS = 'x-atip-variants'

/** In `binary`: the closure hash of a script. Its description is for that closure only. */
export const CLOSURE = 'x-atip-closure'

/** What a description is looked up by, besides the hash of the program. */
export interface ShimKey {
  name: string
  /** For a script that belongs to a package. */
  closure?: string
}

export interface ScriptParts {
  /** The language of its shebang line: `node`. */
  interpreter: string
  /** The hash of the script, and of the manifest of its package: `package.json`. */
  entry: string
  manifest: string
}

/** The text whose SHA-256 is the closure hash of a script. */
export function closureText({ interpreter, entry, manifest }: ScriptParts): string {
  return `atip-closure 1\ninterpreter ${interpreter}\nentry ${entry}\nmanifest ${manifest}\n`
}

/** All descriptions in a shim: its own, then its variants, each of them complete. */
export function* descriptionsIn(shim: AtipTool): Generator<Reading> {
  const { [VARIANTS]: variants, ...own } = shim
  yield { ok: true, tool: own as AtipTool, problems: [] }
  if (!Array.isArray(variants)) return
  for (const variant of variants as unknown[]) yield readVariant(own as AtipTool, variant)
}

function readVariant({ atip, trust, version, binary }: AtipTool, variant: unknown): Reading {
  const { trust: _, [VARIANTS]: __, ...fields } = isObject(variant) ? variant : {}
  const own = isObject(fields.binary) ? fields.binary : {}
  const shared = { atip, ...(trust && { trust }), binary: { version, ...own, hash: binary?.hash } }
  return readTool({ ...fields, ...shared } as AtipDocument)
}

/** The description in a shim of a program that is called by this name, or undefined if it has none. */
export function descriptionFor(shim: AtipTool, { name, closure }: ShimKey): AtipTool | undefined {
  let found: AtipTool | undefined
  for (const reading of descriptionsIn(shim)) {
    if (!reading.ok || !namesIn(reading.tool).includes(name)) continue
    const stated = reading.tool.binary?.[CLOSURE]
    // One for this closure takes precedence over one for any.
    if (stated !== undefined && stated === closure) return reading.tool
    if (stated === undefined) found ??= reading.tool
  }
  return found
}

/** The names of programs that a description is for. */
export function namesIn({ binary }: AtipTool): string[] {
  return binary === undefined ? [] : [binary.name, ...(binary.aliases ?? [])]
}
