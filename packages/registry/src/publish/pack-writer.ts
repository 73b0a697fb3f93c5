import type { RegistryManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { encodePack, openPackIndex } from '../format/pack.js'
import { readPublished } from './published-files.js'
import type { PublishedShim } from './state.js'
import { DIGEST_DIGITS, type TargetFolder } from './target.js'

/** A pack never changes: other content has another name. */
export const PACK_TEMPLATE = '/packs/{prefix}-{digest}.jsonl.br'

const packPath = (prefix: string, digest: string) =>
  PACK_TEMPLATE.replace('{prefix}', prefix).replace('{digest}', digest.slice(0, DIGEST_DIGITS))

export interface WrittenPacks {
  /** The SHA-256 of each pack, by prefix. */
  digests: Map<string, string>
  paths: string[]
  /** Paths of packs that are no longer used. */
  superseded: string[]
}

export interface PackWriter {
  /** In the order of hashes. A withdrawn shim is undefined; its pack may change as well. */
  add(prefix: string, isChanged: boolean, shim: { hex: string; facts: PublishedShim } | undefined): void
  close(): WrittenPacks
}

/** Writes the changed packs and keeps the others. With `isWhole`, writes all of them. */
export function openPacks(
  target: TargetFolder,
  before: RegistryManifest['packs'],
  prefixLength: number,
  isWhole: boolean,
): PackWriter {
  const old = new Map(before && openPackIndex(target.read(before.index.path), before.prefixLength).all())
  const kept = before?.prefixLength === prefixLength ? old : new Map<string, string>()
  const digests = new Map<string, string>()
  let current: { prefix: string; shims: { hex: string; facts: PublishedShim }[]; isChanged: boolean } | undefined

  const flush = () => {
    if (current === undefined) return
    const { prefix, shims, isChanged } = current
    const digest = kept.get(prefix)
    if (digest !== undefined && !isChanged && !isWhole) return void digests.set(prefix, digest)
    if (shims.length === 0) return
    const bytes = encodePack(
      shims.map(({ hex, facts }) => {
        const { bytes: shim, signatures } = readPublished(target, hex, facts)
        return { hash: `sha256:${hex}`, shim: shim.toString('utf8'), signatures }
      }),
    )
    digests.set(prefix, sha256(bytes))
    if (sha256(bytes) !== digest) target.write(packPath(prefix, sha256(bytes)), bytes, { sync: true })
  }
  return {
    add(prefix, isChanged, shim) {
      if (prefix !== current?.prefix) {
        flush()
        current = { prefix, shims: [], isChanged: false }
      }
      current.isChanged ||= isChanged
      if (shim !== undefined) current.shims.push(shim)
    },
    close() {
      flush()
      const paths = (map: ReadonlyMap<string, string>) => [...map].map(([prefix, digest]) => packPath(prefix, digest))
      const used = new Set(paths(digests))
      return { digests, paths: [...used], superseded: paths(old).filter((path) => !used.has(path)) }
    },
  }
}
