import { basename } from 'node:path'
import type { SignatureTexts } from '@atip/registry'
import { command, EXIT, t, ToolError } from 'tooli'
import { writeWhole } from '@atip/files'
import { FILE_ERRORS } from '../documents/errors.js'
import { readText } from '../documents/read-file.js'
import { shimText } from '../documents/shim-document.js'
import { replaceFile, WRITE_ERRORS } from '../documents/write-file.js'
import { WRITES } from './parameters.js'
import { SIGN_OPTIONS, signerFrom } from './registry-options.js'
import { signing, type SignWords } from './sign.js'

export const SIGN_ERRORS = {
  E1102: 'A file is not a valid shim',
  E1104: 'Nothing says how to sign, or two things do',
  E4101: 'The file was not signed',
} as const

/** The sources that a signer may give to an inferred description. */
export const PROMOTIONS = ['community', 'org', 'vendor'] as const

export const shimSignCommand = command({
  description: 'Vouch for shims with your signature',
  details:
    'Signs the exact bytes of each file and writes the signature beside it. If one cannot be signed, none is. --as says what it is from now on: a description that was inferred becomes one that people have reviewed, and only a signature can do that. What is still listed under "_unknown" stays unknown.',
  args: t.object({
    files: t
      .array(t.path('A shim', { kind: 'file' }), 'Shims')
      .min(1)
      .cli({ placeholder: 'FILE' }),
  }),
  options: t.object({
    as: t
      .enum(PROMOTIONS, 'Promote it: reviewed by the community, by your organisation, or by who makes the program')
      .optional(),
    ...SIGN_OPTIONS,
  }),
  output: t.object({
    signer: t.string('What lists of allowed signers call you; absent for an identity').optional(),
    signed: t.array(t.object({ file: t.string(), source: t.string(), signatures: t.array(t.string()) })),
  }),
  effects: { ...WRITES, network: true, idempotent: false },
  errors: { ...FILE_ERRORS, ...SIGN_ERRORS, ...WRITE_ERRORS },
  examples: [
    { run: 'atip shim sign shims/2c26b4.json --as org --minisign-key acme.key', description: 'For your organisation' },
    { run: 'atip shim sign shims/*.json --as org --key acme.pem', description: 'Several' },
  ],

  async run({ args, options, ctx }) {
    // `*.json` may also match a policy next to the shims.
    const files = args.files.length > 1 ? args.files.filter((file) => basename(file) !== 'policy.json') : args.files
    const shims = files.map((file) => ({ file, ...promoted(readText(file), options.as, file) }))
    for (const { file, text } of shims) await requireValid(file, text)
    const signed = []
    for (const { file, text, source } of shims) {
      const signatures = await signatureOf(text, options)
      const written = Object.keys(signatures).map((kind) => `${file}.${kind}`)
      await ctx.effect(`write ${[file, ...written].join(', ')}`, () => writeSigned(file, text, signatures))
      signed.push({ file, source, signatures: written })
    }
    const own = await (await signerFrom(options))?.own?.()
    return { signed, ...(own && { signer: own.identity }) }
  },

  text: ({ signed, signer }) =>
    [
      ...signed.map(({ file, source, signatures }) => `Signed ${file} as ${source}: ${signatures.join(', ')}`),
      ...(signer === undefined ? [] : [`You are ${signer} in lists of allowed signers.`]),
    ].join('\n'),
})

export async function signatureOf(text: string, words: SignWords): Promise<SignatureTexts> {
  const signer = await signerFrom(words)
  if (signer === undefined) {
    throw new ToolError(
      'E1104',
      'say how to sign: --key FILE, --minisign-key FILE, or SIGSTORE_ID_TOKEN with --public',
      {
        exitCode: EXIT.usage,
      },
    )
  }
  return signing(() => signer.sign(Buffer.from(text)))
}

export function writeSigned(file: string, text: string, signatures: SignatureTexts): void {
  for (const [kind, signature] of Object.entries(signatures)) writeWhole(`${file}.${kind}`, signature as string)
  replaceFile(file, text)
}

/** The shim with the source `as`; without `as`, exactly the given text. */
export function promoted(text: string, as: string | undefined, file: string): { text: string; source: string } {
  let shim: { trust?: Record<string, unknown> }
  try {
    shim = JSON.parse(text) as typeof shim
  } catch (error) {
    throw new ToolError('E1102', `${JSON.stringify(file)} is no JSON: ${(error as Error).message}`, {
      exitCode: EXIT.dataFormat,
    })
  }
  const before = String(shim.trust?.source ?? 'inferred')
  if (as === undefined || as === before) return { text, source: before }
  return { text: shimText({ ...shim, trust: { ...shim.trust, source: as } }), source: as }
}

export async function requireValid(file: string, text: string): Promise<void> {
  const { validateShim } = await import('@atip/registry')
  const refusal = await validateShim(basename(file), Buffer.from(text))
  if (refusal === undefined) return
  throw new ToolError('E1102', `${JSON.stringify(file)} could not be published: ${refusal.reason}`, {
    exitCode: EXIT.dataFormat,
  })
}
