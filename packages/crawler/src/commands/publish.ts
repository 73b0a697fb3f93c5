import { resolve } from 'node:path'
import { command, EXIT, t, ToolError } from 'tooli'
import { counted } from './counted.js'
import { CRAWLER_ERRORS, PLACES } from './places.js'
import { SIGN_OPTIONS, signerFrom } from './signing.js'

export const publishCommand = command({
  description: 'Build a signed registry from the shims',
  details:
    'Writes a static registry, which any web server can serve: shims, catalog, packs, filter and log under one manifest, signed with a key or with an identity of sigstore. A password is read from ATIP_SIGN_PASSWORD. The first build needs --name and --url.',
  args: t.object({ registry: t.path('The folder of the registry').cli({ placeholder: 'REGISTRY' }) }),
  options: t.object({
    shims: PLACES.shims,
    name: t.string('How the registry calls itself').optional(),
    url: t.string('Its address').optional(),
    ...SIGN_OPTIONS,
    unsigned: t.boolean('Publish without a signature, although the last build has one').default(false),
  }),
  output: t.object({
    isNew: t.boolean('False if nothing had changed'),
    serial: t.integer(),
    count: t.integer('Shims in the registry'),
    added: t.integer(),
    updated: t.integer(),
    removed: t.integer(),
    refused: t.array(t.object({ file: t.string(), code: t.string(), reason: t.string() })),
  }),
  effects: {
    filesystem: { read: true, write: true, delete: true },
    network: true,
    subprocess: false,
    destructive: false,
    idempotent: true,
  },
  errors: { ...CRAWLER_ERRORS, E3404: 'The registry cannot be built' },
  examples: [
    {
      run: 'atip-crawler publish registry --name Community --url https://tools.example --minisign-key registry.key',
      description: 'The first build',
    },
  ],

  async run({ args, options, ctx }) {
    const { buildRegistry } = await import('@atip/registry')
    const { name, url, unsigned } = options
    const signer = await signerFrom(options)
    try {
      const report = await buildRegistry({
        source: resolve(options.shims),
        target: resolve(args.registry),
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(signer && { signer }),
        unsigned,
        onProgress: (done, total) => ctx.progress(done, total, 'shims'),
        signal: ctx.signal,
      })
      if (report.refused.length > 0) ctx.exitWith(1)
      const { struck: _, hasOtherPolicy: __, signers: ___, warnings: ____, ...told } = report
      return told
    } catch (error) {
      if (!['PublishError', 'SigningError'].includes((error as Error).name)) throw error
      throw new ToolError('E3404', (error as Error).message, { exitCode: EXIT.failure, cause: error })
    }
  },

  text: ({ serial, count, added, updated, removed, refused }) =>
    [
      `Build ${serial}: ${counted(count, 'shim')}, ${added} added, ${updated} updated, ${removed} removed.`,
      ...refused.map(({ file, reason }) => `${file} was refused: ${reason}`),
    ].join('\n'),
})
