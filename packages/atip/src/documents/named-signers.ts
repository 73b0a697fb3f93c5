import type { ExpectedSigner } from '@atip/trust'
import { EXIT, ToolError } from 'tooli'
import { readText } from './read-file.js'

export const TRUST_ERRORS = {
  E1103: 'The settings of trust cannot be used',
} as const

/** What options say about signers: identities with their issuers, and files with keys. */
export interface SignerNames {
  identities?: readonly string[] | undefined
  issuers?: readonly string[] | undefined
  keys?: readonly string[] | undefined
  /** Files, or the keys themselves. */
  minisignKeys?: readonly string[] | undefined
}

export interface NamedSigners {
  signers: ExpectedSigner[]
  minisignKeys: string[]
}

/** Reads the signers that options name. Only public keys are accepted, so that no private key is stored or published. */
export async function namedSigners(names: SignerNames): Promise<NamedSigners> {
  const { identities = [], issuers = [], keys = [], minisignKeys = [] } = names
  if (identities.length !== issuers.length) {
    throw new ToolError(
      'E1103',
      'an identity and its issuer belong together, because any issuer could vouch for an identity alone: give as many issuers as identities, in the same order',
      { exitCode: EXIT.usage },
    )
  }
  const { publicMinisignKey, publicPem } = await import('@atip/trust')
  return {
    signers: [
      ...identities.map((identity, index) => ({ identity, issuer: issuers[index]! })),
      ...keys.map((file) => ({ key: keyIn(file, readText(file), publicPem), log: 'optional' as const })),
    ],
    minisignKeys: minisignKeys.map((word) =>
      keyIn(word, MINISIGN_KEY.test(word) ? word : readText(word), publicMinisignKey),
    ),
  }
}

const MINISIGN_KEY = /^RW[A-Za-z0-9+/=]{54}$/

function keyIn(file: string, text: string, read: (text: string) => string): string {
  try {
    return read(text)
  } catch (error) {
    throw unusable(file, (error as Error).message)
  }
}

export const unusable = (file: string, reason: string): ToolError =>
  new ToolError('E1103', `${JSON.stringify(file)}: ${reason}`, { exitCode: EXIT.configuration })
