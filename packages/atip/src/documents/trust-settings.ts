import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExpectedSigner, TrustSettings } from '@atip/trust'
import { EXIT, ToolError } from 'tooli'
import { machineHere } from '../home.js'
import { readText } from './read-file.js'

export const TRUST_ERRORS = {
  E1103: 'The settings of trust cannot be used',
} as const

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
interface TrustConfig {
  signers?: readonly ExpectedSigner[]
  minisignKeys?: readonly string[]
  openPgp?: { keys: readonly string[]; fingerprints: readonly string[] }
}

/** The accepted signers, from the options and the user's settings; never from the document to be verified. */
export function trustSettings(words: TrustWords): TrustSettings {
  const { identity, issuer, key, minisignKey, trustedRoot, network = false } = words
  if ((identity === undefined) !== (issuer === undefined)) {
    throw new ToolError(
      'E1103',
      '--identity and --issuer belong together: any issuer could vouch for an identity alone',
      {
        exitCode: EXIT.usage,
      },
    )
  }
  const config = trustConfig()
  return {
    network,
    signers: [
      ...(config.signers ?? []),
      ...(identity !== undefined && issuer !== undefined ? [{ identity, issuer }] : []),
      ...(key === undefined ? [] : [{ key: readText(key), log: 'optional' as const }]),
    ],
    minisignKeys: [...(config.minisignKeys ?? []), ...(minisignKey === undefined ? [] : [readText(minisignKey)])],
    ...(config.openPgp && { openPgp: config.openPgp }),
    ...(trustedRoot !== undefined && { trustedRoot: readText(trustedRoot) }),
  }
}

function trustConfig(): TrustConfig {
  const file = join(machineHere().places.config, 'config.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw unusable(file, (error as Error).message)
  }
  try {
    const { trust = {} } = JSON.parse(text) as { trust?: TrustConfig }
    return trust
  } catch (error) {
    throw unusable(file, `is not JSON: ${(error as Error).message}`)
  }
}

const unusable = (file: string, reason: string) =>
  new ToolError('E1103', `${JSON.stringify(file)} ${reason}`, { exitCode: EXIT.configuration })
