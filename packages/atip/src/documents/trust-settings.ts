import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExpectedSigner, TrustSettings } from '@atip/trust'
import { machineHere } from '../home.js'
import { namedSigners, unusable } from './named-signers.js'
import { readText } from './read-file.js'

/** The signers that this call trusts, in addition to `config.json`. */
export interface TrustWords {
  identity?: string | undefined
  issuer?: string | undefined
  key?: string | undefined
  minisignKey?: string | undefined
  trustedRoot?: string | undefined
  network?: boolean | undefined
}

/** `{"trust": {"signers": [{"identity": …, "issuer": …}], "minisignKeys": […], "openPgp": {…}}}` in `config.json`. */
export interface TrustConfig {
  signers: readonly ExpectedSigner[]
  minisignKeys: readonly string[]
  openPgp?: { keys: readonly string[]; fingerprints: readonly string[] }
}

/** The accepted signers, from the options and the user's settings; never from the document to be verified. */
export async function trustSettings(words: TrustWords): Promise<TrustSettings> {
  const { identity, issuer, key, minisignKey, trustedRoot, network = false } = words
  const named = await namedSigners({
    identities: listOf(identity),
    issuers: listOf(issuer),
    keys: listOf(key),
    minisignKeys: listOf(minisignKey),
  })
  const config = await trustConfig()
  return {
    network,
    signers: [...config.signers, ...named.signers],
    minisignKeys: [...config.minisignKeys, ...named.minisignKeys],
    ...(config.openPgp && { openPgp: config.openPgp }),
    ...(trustedRoot !== undefined && { trustedRoot: readText(trustedRoot) }),
  }
}

const listOf = (word: string | undefined) => (word === undefined ? [] : [word])

/** The signers in the user's `config.json`. A key that cannot be read is an error here, not a fault of a program. */
export async function trustConfig(): Promise<TrustConfig> {
  const file = join(machineHere().places.config, 'config.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { signers: [], minisignKeys: [] }
    throw unusable(file, (error as Error).message)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unusable(file, `is not JSON: ${(error as Error).message}`)
  }
  const { readTrustConfig } = await import('./read-trust-config.js')
  return readTrustConfig((value as { trust?: unknown } | null)?.trust ?? {}, file)
}
