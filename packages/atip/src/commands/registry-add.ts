import { readRegistriesFile } from '@atip/registry'
import { command, EXIT, t, ToolError } from 'tooli'
import { openRegistriesFile } from '../documents/registries-file.js'
import { FILE_ERRORS } from '../documents/errors.js'
import { TRUST_ERRORS } from '../documents/named-signers.js'
import { readText } from '../documents/read-file.js'
import { WRITE_ERRORS } from '../documents/write-file.js'
import { machineHere } from '../home.js'
import { WRITES } from './parameters.js'
import { isNamed, REGISTRY_ERRORS, SIGNER_OPTIONS, signersIn, withRegistryErrors } from './registry-options.js'
import { hasCatalog } from './registry-sync.js'

export const registryAddCommand = command({
  description: 'Add a registry, or change how it is used',
  details:
    'Writes ~/.config/agent-tools/registries.json. Name a signer: without one, descriptions from the registry are never trusted. Nothing is fetched before atip registry sync or atip scan.',
  args: t.object({ url: t.string('The address of the registry').cli({ placeholder: 'URL' }) }),
  options: t.object({
    name: t.string('What to call it').optional(),
    priority: t.integer('Lower is asked first').optional(),
    ...SIGNER_OPTIONS,
    trustedRoot: t.path("Replaces the root of sigstore's public services", { kind: 'file' }).optional(),
    allowUnsigned: t.boolean('Use it without signatures; then it can only add warnings').default(false),
    tokenEnv: t.string('The variable with the token for a private registry').optional(),
    organization: t
      .boolean('It is the registry of your organisation: its policy applies on this machine')
      .default(false),
  }),
  output: t.object({
    file: t.string(),
    url: t.string(),
    isNew: t.boolean(),
    next: t.string('The command to run next'),
  }),
  effects: WRITES,
  errors: { ...FILE_ERRORS, ...TRUST_ERRORS, ...REGISTRY_ERRORS, ...WRITE_ERRORS },
  examples: [
    {
      run: 'atip registry add https://registry.example --signer-minisign-key registry.pub',
      description: 'Trust what this key signs',
    },
    {
      run: 'atip registry add https://tools.acme.example --organization --token-env ACME_TOKEN --signer-minisign-key acme.pub',
      description: 'The registry of your organisation, with its policy',
    },
  ],

  run: ({ args, options, ctx }) =>
    withRegistryErrors(async () => {
      const document = openRegistriesFile()
      const url = addressOf(args.url)
      const { signers, minisignKeys } = await signersIn(options)
      const known = document.entries.find((entry) => String(entry.url).replace(/\/+$/, '') === url)
      const namesake = document.registries.find((one) => one.name === options.name && one.url !== url)
      if (namesake !== undefined) {
        const message = `${namesake.url} is called ${JSON.stringify(options.name)} already; choose another --name`
        throw new ToolError('E4200', message, { exitCode: EXIT.configuration })
      }
      const { signers: _, minisignKeys: __, ...unsigned } = known ?? {}
      // New signers replace all earlier ones of every kind, because an earlier key may have been lost.
      const entry = {
        enabled: true,
        ...(isNamed(options) ? unsigned : known),
        ...(options.name !== undefined && { name: options.name }),
        url,
        ...(options.priority !== undefined && { priority: options.priority }),
        requireSignatures: !options.allowUnsigned,
        ...(signers.length > 0 && { signers }),
        ...(minisignKeys.length > 0 && { minisignKeys }),
        ...(options.trustedRoot !== undefined && { trustedRoot: readText(options.trustedRoot) }),
        ...(options.tokenEnv !== undefined && { auth: { type: 'bearer', tokenEnvVar: options.tokenEnv } }),
        ...(options.organization && { organization: true }),
      }
      const entries =
        known === undefined
          ? [...document.entries, entry]
          : document.entries.map((one) => (one === known ? entry : one))
      await ctx.effect(`write ${document.file}`, () => document.write(entries))
      const next = hasCatalog(machineHere()) ? 'atip registry sync' : 'atip scan'
      return { file: document.file, url, isNew: known === undefined, next }
    }),

  text: ({ url, isNew, next }) => `${isNew ? 'Added' : 'Changed'} ${url}. Next: ${next}`,
})

/** Checked before the file is: the user has written this address, and perhaps never the file. */
function addressOf(url: string): string {
  try {
    readRegistriesFile(JSON.stringify({ registries: [{ url }] }), 'registries.json')
    return url.replace(/\/+$/, '')
  } catch (cause) {
    throw wrongAddress(url, cause)
  }
}

function wrongAddress(url: string, cause: unknown): ToolError {
  return new ToolError('E1004', `${JSON.stringify(url)} is not an https address`, {
    cause,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Give the whole address of the registry',
      example: 'atip registry add https://registry.example',
      applicability: 'has_placeholders',
    },
  })
}
