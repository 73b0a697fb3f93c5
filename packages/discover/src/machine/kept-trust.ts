import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHash, isObject, type Hash, type ProgramTrust } from '@atip/protocol'
import { configFile } from '../catalog/places.js'
import type { ProgramFile } from '../types.js'
import type { Machine } from './machine.js'

/** What verifying the bytes of a program found, and when. */
export interface KeptTrust extends ProgramTrust {
  /** In the form of `Date.toISOString`. */
  checked: string
}

/** By what a script launches too: the signature of a launcher says nothing about what it launches later. */
type Bytes = Pick<ProgramFile, 'hash' | 'closure'>

/**
 * What verifying the bytes of programs found. Undefined for those that were not verified, or if the user has trusted other
 * signers since: who may sign decides what a signature is worth.
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

/** What `config.json` says about whom to trust, as one text that can be compared. */
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
