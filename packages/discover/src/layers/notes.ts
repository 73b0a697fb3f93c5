import { declaredEffects, walkCommands, worsen, type AtipTool } from '@atip/protocol'
import { isTrusted } from './trust.js'
import type { Layer } from './types.js'

/** The number of names listed in a note. */
const TOLD = 5

/** Notes for the reader about disagreements between layers. */
export function notesOn(merged: AtipTool, layers: readonly Layer[]): string[] {
  const names = layers
    .filter(({ tool }) => tool.name !== layers[0]!.tool.name)
    .map(({ layer, tool }) => `the layer "${layer}" calls the tool "${tool.name}"`)
  return layers.some(isTrusted) ? [...names, ...layers.flatMap((layer) => worseClaims(merged, layer))] : names
}

/**
 * Commands that an untrusted layer calls worse. The description follows the trusted layers; the guard counts the worse
 * claim.
 */
function worseClaims(merged: AtipTool, layer: Layer): string[] {
  if (isTrusted(layer) || layer.layer === 'generated') return []
  const paths = [[], ...[...walkCommands(layer.tool)].map(({ path }) => path.filter((name) => name !== ''))]
  const worse = paths.filter((path) => {
    const known = declaredEffects(merged, path)
    const claimed = worsen(known, declaredEffects(layer.tool, path))
    return JSON.stringify(claimed) !== JSON.stringify(worsen(known, {}))
  })
  if (worse.length === 0) return []
  const lines = [...new Set(worse.map((path) => [merged.name, ...path].join(' ')))]
  const told = `${lines.slice(0, TOLD).join(', ')}${lines.length > TOLD ? ', …' : ''}`
  const who = layer.layer === 'native' ? 'the tool itself' : 'a registry that is not trusted'
  return [`${who} says worse of ${told} than is shown here; calls are judged by both`]
}
