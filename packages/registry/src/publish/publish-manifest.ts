import { writeWhole } from '@atip/files'
import { MANIFEST_PATH, type RegistryEndpoints, type RegistryManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { checkpointText } from '../log/entry.js'
import type { RegistrySigner } from '../signing/signer.js'
import { PACK_TEMPLATE } from './pack-writer.js'
import { writeSignatures } from './published-files.js'
import { headFile, type StateHead } from './state.js'
import type { TargetFolder } from './target.js'

/** Signatures are named by the content they sign, so that a file and its signature never get out of step. */
export const ENDPOINTS: RegistryEndpoints = {
  shims: '/shims/sha256/{hash}.json',
  signatures: '/signatures/{content}.bundle',
  minisign: '/signatures/{content}.minisig',
  catalog: '/catalog/{spread1}/{spread2}/{name}.jsonl',
  packs: PACK_TEMPLATE,
  log: '/log',
}

/** The files that a manifest names, except packs. */
export function filesOf(manifest: RegistryManifest | undefined): string[] {
  const { packs, filters = [], policy, patterns } = manifest ?? {}
  return [packs?.index, ...filters, policy, patterns].flatMap((file) => file?.path ?? [])
}

/** The last step of a build: the atomic write of the manifest publishes everything before it. */
export async function publishManifest(
  target: TargetFolder,
  root: string,
  manifest: RegistryManifest,
  head: StateHead,
  signer: RegistrySigner | undefined,
): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
  const checkpoint = Buffer.from(checkpointText(manifest.log!.origin, manifest.log!))
  if (signer !== undefined) {
    writeSignatures(target, sha256(bytes), await signer.sign(bytes))
    writeSignatures(target, sha256(checkpoint), await signer.sign(checkpoint))
  }
  writeWhole(headFile(root, head.serial), JSON.stringify(head), { mode: 0o600 })
  target.write('/log/checkpoint', checkpoint, { sync: true })
  target.write(MANIFEST_PATH, bytes, { sync: true })
}

/** The origin of the log, as in checkpoints: the address of the registry without its scheme. */
export const originOf = (url: string): string => `${url.replace(/^https?:\/\//, '').replace(/\/+$/, '')}/log`
