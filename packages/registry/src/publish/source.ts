import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PublishError, type ShimRefusal } from './refusal.js'
import { readSourceIfThere } from './read-source.js'
import { SIGNATURE_KINDS, type SignatureTexts } from '../format/signature-texts.js'

/** A shim in the folder that a registry is built from, with the signatures beside it. */
export interface SourceShim {
  hex: string
  /** Changes whenever one of its files changes. */
  identity: string
  file: string
}

export interface ShimSource {
  folder: string
  /** In ascending order. */
  hashes: string[]
  refused: ShimRefusal[]
  shim(hex: string): SourceShim
}

const SHIM = /^([0-9a-f]{64})\.json$/
const SIGNATURE = /^[0-9a-f]{64}\.json\.(?:bundle|minisig)$/
const SHARD = /^[0-9a-f]{2}$/
/** Files about the registry as a whole. */
const OTHERS = ['policy.json', 'patterns', 'sha256', 'queue']

/**
 * Lists a folder of shims: `{hash}.json` in the folder itself, in `sha256`, or in subfolders of either, named by the
 * first two digits.
 */
export function listSource(folder: string): ShimSource {
  const places = new Map<string, string>()
  const signatures = new Set<string>()
  const refused: ShimRefusal[] = []
  const take = (place: string, isTop: boolean) => {
    for (const entry of entriesOf(place)) {
      const { name } = entry
      const [, hex] = SHIM.exec(name) ?? []
      if (hex !== undefined) {
        if (places.has(hex))
          refused.push({ file: join(place, name), code: 'name', reason: 'there are two of this hash' })
        else places.set(hex, place)
      } else if (SIGNATURE.test(name)) signatures.add(name)
      else if (entry.isDirectory() && SHARD.test(name)) take(join(place, name), false)
      else if (name.endsWith('.json') && !(isTop && OTHERS.includes(name))) {
        refused.push({
          file: join(place, name),
          code: 'name',
          reason: 'a shim must be named by a hash: 64 digits and .json',
        })
      }
    }
  }
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new PublishError('source', `there is no folder ${JSON.stringify(folder)} to build from`)
  }
  take(folder, true)
  if (statSync(join(folder, 'sha256'), { throwIfNoEntry: false })?.isDirectory() === true) {
    take(join(folder, 'sha256'), false)
  }
  return {
    folder,
    hashes: [...places.keys()].sort(),
    refused,
    shim(hex) {
      const file = join(places.get(hex)!, `${hex}.json`)
      const parts = [
        '',
        ...SIGNATURE_KINDS.map((kind) => `.${kind}`).filter((end) => signatures.has(`${hex}.json${end}`)),
      ]
      return { hex, file, identity: parts.map((end) => identityAt(file + end)).join(' ') }
    },
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new PublishError('source', `${JSON.stringify(folder)} cannot be read: ${(error as Error).message}`, error)
  }
}

function identityAt(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}

/** The signatures beside a file of a folder. */
export function signaturesBeside(file: string, folder = dirname(file)): SignatureTexts {
  return Object.fromEntries(
    SIGNATURE_KINDS.flatMap((kind) => {
      const bytes = readSourceIfThere(folder, `${file}.${kind}`)
      return bytes === undefined ? [] : [[kind, bytes.toString('utf8')]]
    }),
  )
}
