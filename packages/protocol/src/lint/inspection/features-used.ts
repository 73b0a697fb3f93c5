import type { AtipDocument } from '../../types/tool.js'
import type { Inspection } from './inspection.js'

/** The features of RFC 3.2.1 that show in a document. `content-addressable` is a registry's, so it never does. */
export function featuresUsed({ document, levels }: Inspection): string[] {
  const trust: AtipDocument['trust'] = document.trust
  const uses: [string, boolean][] = [
    ['partial-discovery', document.partial === true],
    ['interactive-effects', levels.some(({ node }) => node.effects?.interactive !== undefined)],
    ['trust-v1', trust !== undefined],
    ['patterns-v1', (document.patterns ?? []).length > 0],
    ['trust-integrity', (trust?.integrity ?? trust?.shimIntegrity ?? trust?.signature) !== undefined],
    ['trust-provenance', trust?.provenance !== undefined],
  ]
  return uses.filter(([, isUsed]) => isUsed).map(([feature]) => feature)
}
