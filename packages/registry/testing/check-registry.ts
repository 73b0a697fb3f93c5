import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Checks a registry against its manifest, with none of our own readers. Throws at the first mismatch. */
export function checkRegistry(folder: string): { serial: number; shims: Map<string, Record<string, never>> } {
  const at = (path: string) => readFileSync(join(folder, path))
  const manifest = JSON.parse(at('.well-known/atip-registry.json').toString())
  const vouched = ({ path, sha256: digest }: { path: string; sha256: string }) => {
    if (sha256(at(path)) !== digest) throw new Error(`${path} is not what the manifest says`)
    return at(path)
  }
  const index = vouched(manifest.packs.index)
  const digits = manifest.packs.prefixLength as number
  const shims = new Map<string, Record<string, never>>()
  for (let number = 0; number < 16 ** digits; number++) {
    const digest = index.subarray(number * 32, number * 32 + 32).toString('hex')
    if (/^0+$/.test(digest)) continue
    const prefix = digits === 0 ? 'all' : number.toString(16).padStart(digits, '0')
    const path = manifest.endpoints.packs.replace('{prefix}', prefix).replace('{digest}', digest.slice(0, 32))
    const lines = brotliDecompressSync(vouched({ path, sha256: digest }))
      .toString()
      .trimEnd()
      .split('\n')
    for (const line of lines) {
      const { hash, shim } = JSON.parse(line)
      const tool = JSON.parse(shim)
      if (tool.binary.hash !== hash || (digits > 0 && !hash.startsWith(`sha256:${prefix}`)))
        throw new Error(`${hash} is misplaced`)
      shims.set(hash, tool)
    }
  }
  for (const file of [...manifest.filters, manifest.policy, manifest.patterns].filter(Boolean)) vouched(file)
  if (shims.size !== manifest.shims.count)
    throw new Error(`${shims.size} shims, and the manifest says ${manifest.shims.count}`)
  for (const hash of shims.keys()) JSON.parse(at(`shims/sha256/${hash.slice(7)}.json`).toString())
  return { serial: manifest.serial, shims }
}
