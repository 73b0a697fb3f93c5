import type { StdinMeaning } from '@atip/protocol/calls'
import { isFed, type Stream } from '../shell/stream.js'
import { hasUnknown, literal, textOf } from '../shell/word.js'
import { isShownFile } from './file-shown.js'
import type { Surroundings } from './path-class.js'

/** Why a file whose name a call reads from stdin may hold secrets; undefined if nothing suggests that. */
export function secretAmongNames(
  meaning: StdinMeaning | undefined,
  stdin: Stream,
  places: Surroundings,
): string | undefined {
  if (meaning?.kind !== 'names' || !isFed(stdin)) return undefined
  const { text, taints } = stdin
  const known = text === undefined || hasUnknown(text) ? undefined : textOf(text)
  if (known !== undefined) {
    const names = known.split(/[\0\n]/).map((line) => nameIn(line, meaning.after))
    const secret = names.find((name) => name !== '' && !isShownFile(literal(name), places))
    return secret === undefined ? undefined : `reads ${secret}, which may hold secrets`
  }
  if (taints.has('secret') || taints.has('hidden')) return 'shows all files that are found, hidden ones among them'
  return taints.has('names') ? undefined : 'reads files whose names are known only when it runs'
}

function nameIn(line: string, after: string | undefined): string {
  const place = after === undefined ? -1 : line.indexOf(after)
  return place === -1 ? line : line.slice(place + after!.length)
}
