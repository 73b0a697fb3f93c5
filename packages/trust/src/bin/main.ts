import { parseArgs } from 'node:util'
import { writeWhole } from '@atip/files'
import { isHash, type Hash } from '@atip/protocol/trust'
import type { Artifact } from '../files/artifact.js'
import { readFileWithin } from '../files/open-file.js'
import { JSON_LIMITS } from '../files/read-json.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import { verifyBundle } from '../verify-bundle.js'

export interface Streams {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

const USAGE = `usage:
  atip-sigstore verify-bundle --bundle FILE (--certificate-identity IDENTITY --certificate-oidc-issuer URL | --key FILE)
                              [--trusted-root FILE] FILE_OR_sha256:HEX
  atip-sigstore sign-bundle --identity-token TOKEN --bundle FILE [--in-toto] [--trusted-root FILE]
                            [--signing-config FILE] FILE
`

/** The commands of sigstore's public conformance suite. Returns the exit code: 0 success, 1 refused, 2 usage. */
export async function main(words: string[], streams: Streams): Promise<number> {
  try {
    const [command, ...rest] = words
    if (command === 'verify-bundle') return await verifyCommand(rest, streams)
    if (command === 'sign-bundle') return await signCommand(rest, streams)
    throw new UsageError(command === undefined ? 'a command is missing' : `there is no command ${command}`)
  } catch (error) {
    streams.stderr.write(`${(error as Error).message}\n`)
    if (!(error instanceof UsageError || isParseError(error))) return 1
    streams.stderr.write(USAGE)
    return 2
  }
}

class UsageError extends Error {}

const isParseError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

async function verifyCommand(words: string[], { stdout, stderr }: Streams): Promise<number> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      bundle: text,
      'certificate-identity': text,
      'certificate-oidc-issuer': text,
      key: text,
      'trusted-root': text,
    },
  })
  const [target, more] = positionals
  if (values.bundle === undefined || target === undefined || more !== undefined) {
    throw new UsageError('expected --bundle FILE and one file or digest')
  }
  const root = values['trusted-root']
  const verdict = await verifyBundle({
    bundle: { path: values.bundle },
    artifact: artifactOf(target),
    signers: [await signerOf(values['certificate-identity'], values['certificate-oidc-issuer'], values.key)],
    ...(root !== undefined && { trustedRoot: await readFileWithin(root, JSON_LIMITS.bytes) }),
  })
  if (verdict.verified) stdout.write('verified\n')
  else stderr.write(`refused (${verdict.code}): ${verdict.reason}\n`)
  return verdict.verified ? 0 : 1
}

async function signCommand(words: string[], { stdout }: Streams): Promise<number> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      'identity-token': text,
      bundle: text,
      'in-toto': { type: 'boolean' },
      'trusted-root': text,
      'signing-config': text,
    },
  })
  const { bundle, 'identity-token': identityToken, 'trusted-root': root, 'signing-config': config } = values
  const [path, more] = positionals
  if (bundle === undefined || identityToken === undefined || path === undefined || more !== undefined) {
    throw new UsageError('expected --identity-token TOKEN, --bundle FILE and one file')
  }
  const [{ signBundle }, { readSigningConfig }] = await Promise.all([
    import('../sign/sign-bundle.js'),
    import('../sign/services.js'),
  ])
  const signed = await signBundle({
    artifact: { path },
    credential: { identityToken },
    isStatement: values['in-toto'] === true,
    ...(config !== undefined && { services: readSigningConfig(await readFileWithin(config, JSON_LIMITS.bytes)) }),
    ...(root !== undefined && { trustedRoot: await readFileWithin(root, JSON_LIMITS.bytes) }),
  })
  writeWhole(bundle, signed)
  stdout.write(`wrote ${bundle}\n`)
  return 0
}

const artifactOf = (target: string): Artifact => (isHash(target) ? { digest: target as Hash } : { path: target })

async function signerOf(identity?: string, issuer?: string, key?: string): Promise<ExpectedSigner> {
  if (key !== undefined && identity === undefined && issuer === undefined) {
    return { key: (await readFileWithin(key, JSON_LIMITS.bytes)).toString('utf8') }
  }
  if (identity === undefined || issuer === undefined || key !== undefined) {
    throw new UsageError('expected --certificate-identity and --certificate-oidc-issuer, or --key')
  }
  return { identity, issuer }
}
