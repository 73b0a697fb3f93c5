import { CLOSURE, descriptionsIn, isObject, namesIn, VARIANTS, type AtipTool } from '@atip/protocol'
import { canonical } from './canonical.js'

/**
 * Adds a description to the shim of the same bytes. A registry has one shim for each hash, so the same bytes under
 * another name, or with other modules, become an alias if their description is the same, and otherwise a variant. Name,
 * version and platform of the same bytes stay (RFC 4.7).
 */
export function joinShims(there: AtipTool, added: AtipTool): AtipTool {
  const parts = [...descriptionsIn(there)].flatMap((reading) => (reading.ok ? [reading.tool] : []))
  const names = namesIn(added)
  const isOther = (part: AtipTool) => closureIn(part) !== closureIn(added)
  const own = parts.find((part) => !isOther(part) && names.includes(part.binary!.name))
  const alike = own ?? parts.find((part) => !isOther(part) && isSameDescription(part, added))
  const next = own ? renewed(own, added) : alike ? withNames(alike, names) : added
  // A name has one description, so the new one takes the name from other variants.
  const rest = parts.flatMap((part) => (part === alike ? [next] : isOther(part) ? [part] : withoutNames(part, names)))
  const isReplaced = own !== undefined && !isSameDescription(own, added)
  const [first, ...others] = [
    ...rest,
    ...(alike === undefined ? [next] : []),
    ...(isReplaced ? withoutNames(own, names) : []),
  ]
  return others.length === 0 ? first! : { ...first!, [VARIANTS]: others.map(asVariant).sort(byKey) }
}

const closureIn = ({ binary }: AtipTool) => binary?.[CLOSURE]

function renewed(part: AtipTool, added: AtipTool): AtipTool {
  const { name, version, platform } = part.binary!
  const binary = { ...added.binary!, name, ...(version && { version }), ...(platform && { platform }) }
  const names = [...namesIn(added), ...(isSameDescription(part, added) ? namesIn(part) : [])]
  const next = withNames({ ...added, name, version: part.version, binary }, names)
  return isSameShim(part, next) ? part : next
}

/** The description for the remaining names. If the main name was removed, the first of them replaces it. */
function withoutNames(part: AtipTool, gone: readonly string[]): AtipTool[] {
  const [name, ...aliases] = namesIn(part).filter((one) => !gone.includes(one))
  if (name === undefined) return []
  const { aliases: _, ...binary } = part.binary!
  return [{ ...part, name, binary: { ...binary, name, ...(aliases.length > 0 && { aliases }) } }]
}

function withNames(part: AtipTool, names: readonly string[]): AtipTool {
  const { aliases = [], ...binary } = part.binary!
  const all = [...new Set([...aliases, ...names])].filter((name) => name !== binary.name)
  return { ...part, binary: { ...binary, ...(all.length > 0 && { aliases: all }) } }
}

function asVariant(part: AtipTool): object {
  const { atip: _, trust: __, binary, ...rest } = part
  const { hash: ___, ...own } = binary!
  return { binary: own, ...rest }
}

function byKey(one: object, other: object): number {
  const key = (variant: object) => {
    const { binary } = variant as { binary: { name: string; [CLOSURE]?: string } }
    return `${binary.name} ${binary[CLOSURE] ?? ''}`
  }
  return key(one) < key(other) ? -1 : 1
}

/** Equal except for the time of generation and the reviewer. */
export function isSameShim(a: AtipTool, b: AtipTool): boolean {
  return made(a) === made(b)
}

function made(shim: AtipTool): string {
  const { [VARIANTS]: variants, ...own } = shim
  const parts = [own, ...(Array.isArray(variants) ? variants : [])] as AtipTool[]
  return canonical(parts.map((part) => ({ ...part, _generation: howMade(part) })))
}

function howMade({ _generation }: AtipTool): object {
  const { timestamp: _, reviewedBy: __, ...generation } = isObject(_generation) ? _generation : {}
  return generation
}

/** Whether two shims describe the same parameters and effects. */
export function isSameDescription(a: AtipTool, b: AtipTool): boolean {
  const plain = ({ commands, globalOptions, effects, 'x-atip': extension }: AtipTool) =>
    canonical([commands, globalOptions, effects, extension])
  return plain(a) === plain(b)
}
