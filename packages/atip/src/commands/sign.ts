import { existsSync } from 'node:fs'
import { command, EXIT, t, ToolError } from 'tooli'
import { writeWhole } from '@atip/files'
import type { SigningServices } from '@atip/trust'
import { FILE_ERRORS, fileError, noSuchFile } from '../documents/errors.js'
import { readText } from '../documents/read-file.js'

const ERRORS = {
  ...FILE_ERRORS,
  E1104: 'Nothing says how to sign, or two things do',
  E4101: 'The file was not signed',
} as const

export const signCommand = command({
  description: 'Sign a program or a description',
  details:
    'Signs with a key (ECDSA P-256 or RSA, in PEM), with a key of minisign, or with an identity: the token of an OpenID provider in the variable SIGSTORE_ID_TOKEN. A password is read from ATIP_SIGN_PASSWORD. Nothing is uploaded unless --public or --services says so; what is in a public log stays there for ever, with the identity. Writes FILE.bundle or FILE.minisig.',
  args: t.object({ file: t.path('The file to sign', { kind: 'file' }).cli({ placeholder: 'FILE' }) }),
  options: t.object({
    key: t.path('A private key in PEM', { kind: 'file' }).optional(),
    minisignKey: t.path('A secret key of minisign', { kind: 'file' }).optional(),
    services: t.path('A signing configuration of sigstore: the services to use', { kind: 'file' }).optional(),
    public: t.boolean("Use sigstore's public services").default(false),
    trustedRoot: t.path('Verify the signature with this root before it is written', { kind: 'file' }).optional(),
    predicate: t
      .path('A JSON file: sign this statement about FILE instead of FILE itself', { kind: 'file' })
      .optional(),
    predicateType: t.string('What kind of statement it is, as a URI').default('https://slsa.dev/provenance/v1'),
    out: t.path('Where to write the signature', { kind: 'file' }).optional(),
  }),
  output: t.object({
    file: t.string('What was signed'),
    signature: t.string('The file with the signature'),
    kind: t.enum(['sigstore', 'minisign']),
    isLogged: t.boolean('It is in a transparency log'),
  }),
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: true,
    subprocess: false,
    destructive: false,
    idempotent: false,
    interactive: { stdin: 'none', prompts: false, tty: false },
    cost: { billable: false },
  },
  errors: ERRORS,
  examples: [
    { run: 'atip sign tool --key release.pem', description: 'With a key, offline' },
    { run: 'atip sign tool --minisign-key minisign.key', description: 'For minisign' },
    { run: 'atip sign tool.json --public', description: 'With the identity in SIGSTORE_ID_TOKEN' },
  ],

  async run({ args, options, ctx }) {
    const { file } = args
    if (!existsSync(file)) throw noSuchFile(file, `there is no file ${JSON.stringify(file)}`)
    const isMinisign = options.minisignKey !== undefined
    const services = await servicesFor(options)
    const text = await signing(() =>
      isMinisign ? minisign(file, options.minisignKey!) : bundle(file, options, services),
    )
    const signature = options.out ?? `${file}${isMinisign ? '.minisig' : '.bundle'}`
    await ctx.effect(`write ${signature}`, () => write(signature, text))
    return {
      file,
      signature,
      kind: isMinisign ? ('minisign' as const) : ('sigstore' as const),
      isLogged: !isMinisign && services.rekor !== undefined,
    }
  },

  text: ({ signature, isLogged }) => `Wrote ${signature}${isLogged ? ', which is in the transparency log' : ''}`,
})

/** The signing options. */
export interface SignWords {
  key?: string | undefined
  minisignKey?: string | undefined
  services?: string | undefined
  public: boolean
  trustedRoot?: string | undefined
}

interface SignOptions extends SignWords {
  predicate?: string | undefined
  predicateType: string
}

export async function servicesFor({ services, public: isPublic, minisignKey }: SignWords): Promise<SigningServices> {
  if (minisignKey !== undefined) return {}
  const { PUBLIC_SERVICES, readSigningConfig } = await import('@atip/trust')
  if (services !== undefined) return readSigningConfig(readText(services))
  return isPublic ? PUBLIC_SERVICES : {}
}

async function minisign(path: string, keyFile: string): Promise<string> {
  const { signMinisign } = await import('@atip/trust')
  const password = process.env.ATIP_SIGN_PASSWORD
  return signMinisign({ artifact: { path }, secretKey: readText(keyFile), ...(password !== undefined && { password }) })
}

async function bundle(path: string, options: SignOptions, services: SigningServices): Promise<string> {
  const { signBundle } = await import('@atip/trust')
  const { predicate, predicateType: type, trustedRoot } = options
  return signBundle({
    artifact: { path },
    credential: credentialFor(options),
    services,
    ...(predicate !== undefined && { predicate: { type, content: JSON.parse(readText(predicate)) as unknown } }),
    ...(trustedRoot !== undefined && { trustedRoot: readText(trustedRoot) }),
  })
}

export function credentialFor({ key, services, public: isPublic }: SignWords) {
  const { SIGSTORE_ID_TOKEN: identityToken, ATIP_SIGN_PASSWORD: passphrase } = process.env
  if (key !== undefined) return { privateKey: readText(key), ...(passphrase !== undefined && { passphrase }) }
  if (identityToken !== undefined && (isPublic || services !== undefined)) return { identityToken }
  throw new ToolError('E1104', 'say how to sign: --key FILE, --minisign-key FILE, or SIGSTORE_ID_TOKEN with --public', {
    exitCode: EXIT.usage,
  })
}

export async function signing<T>(sign: () => Promise<T>): Promise<T> {
  try {
    return await sign()
  } catch (error) {
    // Registry errors have their own codes, which the caller adds.
    if (error instanceof ToolError || ['PublishError', 'RegistryError'].includes((error as Error).name)) throw error
    const { message, code } = error as Error & { code?: string }
    const hint = message.endsWith('password is needed') ? ', in the variable ATIP_SIGN_PASSWORD' : ''
    throw new ToolError('E4101', message + hint, { exitCode: EXIT.failure, details: { reason: code ?? 'unknown' } })
  }
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text)
  } catch (error) {
    throw fileError(file, error)
  }
}
