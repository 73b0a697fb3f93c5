import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHash, isObject, type Hash, type ProgramTrust } from '@atip/protocol'
import { configFile } from '../catalog/places.js'
import type { ProgramFile } from '../types.js'
import type { Machine } from './machine.js'

/** The result of verifying the bytes of a program, and its time. */
export interface KeptTrust extends ProgramTrust {
  /** As written by `Date.toISOString`. */
  checked: string
}

/** Includes what a script launches: a launcher's signature says nothing about later versions of those files. */
type Bytes = Pick<ProgramFile, 'hash' | 'closure'>

/**
 * Stored results of verification. Undefined if a program was not verified, or if the user has changed the trusted
 * signers since: the value of a signature depends on them.
 */
export function openTrust(machine: Machine): (bytes: Bytes) => KeptTrust | undefined {
  if (!existsSync(folderOf(machine))) return () => undefined
  const trusted = trustedHere(machine)
  return (bytes) => {
    try {
      const kept: unknown = JSON.parse(readFileSync(fileFor(machine, bytes), 'utf8'))
      if (!isObject(kept) || kept.by !== trusted) return undefined
      const { by: _, ...trust } = kept
      return trust as never as KeptTrust
    } catch {
      return undefined
    }
  }
}

export async function keepTrust(machine: Machine, bytes: Bytes, trust: KeptTrust): Promise<void> {
  const { writeWhole } = await import('../catalog/write-file.js')
  writeWhole(fileFor(machine, bytes), JSON.stringify({ ...trust, by: trustedHere(machine) }))
}

/** The trusted signers in `config.json`, as text for comparison. */
function trustedHere({ places }: Machine): string {
  try {
    const { trust = null } = JSON.parse(readFileSync(configFile(places), 'utf8')) as { trust?: unknown }
    return JSON.stringify(trust)
  } catch {
    return 'null'
  }
}

const folderOf = ({ places }: Machine) => join(places.data, 'trust')

function fileFor(machine: Machine, { hash, closure = hash }: Bytes): string {
  return join(folderOf(machine), `${hexOf(closure)}.json`)
}

function hexOf(hash: Hash): string {
  if (!isHash(hash)) throw new TypeError(`${JSON.stringify(hash)} is no hash`)
  return hash.slice('sha256:'.length)
}
