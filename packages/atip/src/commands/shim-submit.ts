import { loadRegistries, signaturesBeside, submitShim } from '@atip/registry'
import { command, EXIT, t, ToolError } from 'tooli'
import { FILE_ERRORS } from '../documents/errors.js'
import { readText } from '../documents/read-file.js'
import { machineHere } from '../home.js'
import { WRITES } from './parameters.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'

export const shimSubmitCommand = command({
  description: 'Propose a signed shim to a registry',
  details: 'Sends the shim with the signatures beside it. A person reviews it before it is published.',
  args: t.object({
    file: t.path('A shim', { kind: 'file' }).cli({ placeholder: 'FILE' }),
    registry: t.string('The name or address of a configured registry').cli({ placeholder: 'REGISTRY' }),
  }),
  output: t.object({ file: t.string(), url: t.string(), status: t.enum(['queued', 'known']) }),
  effects: { ...WRITES, network: true },
  errors: { ...FILE_ERRORS, ...REGISTRY_ERRORS },
  examples: [{ run: 'atip shim submit shims/2c26b4.json Acme', description: 'To the registry called Acme' }],

  run: ({ args, ctx }) =>
    withRegistryErrors(async () => {
      const { file } = args
      const all = loadRegistries({ config: machineHere().places.config }, process.env)
      const wanted = args.registry.replace(/\/+$/, '')
      const registry = all.find(({ url, name }) => url === wanted || name === args.registry)
      if (registry === undefined) {
        const message = `no registry ${JSON.stringify(args.registry)} is configured: atip registry add URL`
        throw new ToolError('E4200', message, { exitCode: EXIT.configuration })
      }
      const text = readText(file)
      const signatures = signaturesBeside(file)
      if (Object.keys(signatures).length === 0) {
        throw new ToolError('E4202', `${JSON.stringify(file)} is not signed: atip shim sign`, {
          exitCode: EXIT.noInput,
        })
      }
      const status = await ctx.effect(`send ${file} to ${registry.url}`, () =>
        submitShim(registry, text, signatures, process.env),
      )
      return { file, url: registry.url, status: status ?? ('queued' as const) }
    }),

  text: ({ url, status }) =>
    status === 'queued' ? `${url} has queued it for a review.` : `${url} has it in its queue already.`,
})
