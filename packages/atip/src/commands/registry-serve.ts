import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { quoteWord } from '@atip/protocol'
import { command, EXIT, t, ToolError } from 'tooli'
import { FILE_ERRORS, noSuchFile } from '../documents/errors.js'
import { TRUST_ERRORS } from '../documents/named-signers.js'
import { noPort, PORT_ERRORS } from './no-port.js'
import { WRITES } from './parameters.js'
import { acceptedSigners, REGISTRY_ERRORS, SIGNER_OPTIONS, withRegistryErrors } from './registry-options.js'

export const registryServeCommand = command({
  description: 'Serve a registry over HTTP, until you press Ctrl-C',
  details:
    'Any web server can serve a registry. This one also takes tokens for a private registry, and signed shims by POST /submit into a queue, which atip shim review reads. It speaks HTTP: put a reverse proxy in front of it for TLS. /-/health and /-/metrics are for monitoring.',
  args: t.object({
    folder: t.path('The folder that atip registry build wrote', { kind: 'directory' }).cli({ placeholder: 'FOLDER' }),
  }),
  options: t.object({
    host: t.string('The address to listen on').default('127.0.0.1'),
    port: t.integer('The port; 0 chooses a free one').min(0).max(65_535).default(8417),
    tokenEnv: t.string('The variable with the accepted tokens, separated by commas').optional(),
    queue: t.path('Take signed shims into this folder', { kind: 'directory' }).optional(),
    ...SIGNER_OPTIONS,
    log: t.boolean('Print every request').default(false),
  }),
  output: t.object({ url: t.string(), requests: t.integer() }),
  effects: { ...WRITES, network: true },
  endsItself: true,
  errors: { ...FILE_ERRORS, ...TRUST_ERRORS, ...REGISTRY_ERRORS, ...PORT_ERRORS },
  examples: [{ run: 'atip registry serve registry --port 8417', description: 'On this machine' }],

  run: ({ args, options, ctx }) =>
    withRegistryErrors(async () => {
      const { folder } = args
      if (!existsSync(join(folder, '.well-known/atip-registry.json'))) {
        throw noSuchFile(folder, `${JSON.stringify(folder)} is not a registry; make one with: atip registry build`)
      }
      const { serveRegistry } = await import('@atip/registry')
      let requests = 0
      const server = await serveRegistry({
        folder,
        host: options.host,
        port: options.port,
        ...(options.tokenEnv !== undefined && { tokens: tokensIn(options.tokenEnv) }),
        ...(options.queue !== undefined && {
          queue: { folder: options.queue, submitters: await acceptedSigners(options) },
        }),
        onRequest: ({ method, path, status }) => {
          requests++
          if (options.log) ctx.log(`${method} ${path} ${status}`)
        },
      }).catch((error: NodeJS.ErrnoException) => {
        const isAboutPort = error.syscall === 'listen' || error.syscall === 'getaddrinfo'
        throw isAboutPort ? noPort(options.port, error, `atip registry serve ${quoteWord(folder)} --port 0`) : error
      })
      ctx.log(`Serving ${folder} at ${server.url}`)
      if (!ctx.signal.aborted) await once(ctx.signal, 'abort')
      await server.close()
      return { url: server.url, requests }
    }),

  text: ({ url, requests }) => `Served ${requests} requests at ${url}.`,
})

/** Fails without tokens. An empty list would refuse every request, and an unset variable must not admit all of them. */
function tokensIn(name: string): string[] {
  const tokens = (process.env[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (tokens.length > 0) return tokens
  throw new ToolError('E4200', `the variable ${name} has no tokens`, { exitCode: EXIT.configuration })
}
