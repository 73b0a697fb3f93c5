import { command, EXIT, t, ToolError } from 'tooli'
import { machineHere } from '../home.js'
import { syncText } from '../report/sync-text.js'
import { WRITES } from './parameters.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'

/** What came of asking registries. */
export const SYNCED = t.object({
  asked: t.integer('Programs that registries were asked about'),
  found: t.integer('Programs that a registry describes'),
  trusted: t.integer('Those that a signer you trust vouches for'),
  removed: t.integer('Descriptions that registries have withdrawn'),
  notApproved: t.integer('Programs that your organisation has not approved'),
  patterns: t.integer('Patterns that registries have'),
  problems: t.array(t.object({ code: t.string(), message: t.string() }), 'What was refused or could not be fetched'),
})

export const registrySyncCommand = command({
  description: 'Fetch what registries know about the programs of this machine',
  details:
    'Asks about everything in the catalog. A registry with packs never learns the hash of a program. If something is refused, what was fetched before stays in use, and the exit code is 1. With ATIP_OFFLINE no requests are made; ATIP_REFRESH asks again although the cache is fresh.',
  options: t.object({ refresh: t.boolean('Ask again although the cache is fresh').default(false) }),
  output: SYNCED,
  effects: { ...WRITES, network: true },
  errors: { ...REGISTRY_ERRORS },
  examples: [{ run: 'atip registry sync', description: 'Bring everything up to date' }],

  run: ({ options, ctx }) =>
    withRegistryErrors(async () => {
      const machine = machineHere()
      const { refreshKnowledge, syncRegistries } = await import('@atip/discover/registries')
      const env = options.refresh ? { ...process.env, ATIP_REFRESH: '1' } : process.env
      const onProgress = (done: number, total: number) => ctx.progress(done, total, 'asking registries')
      const report = await syncRegistries(machine, { env, signal: ctx.signal, onProgress })
      if (report === undefined) {
        throw new ToolError('E4200', 'no registry is configured: atip registry add URL', {
          exitCode: EXIT.configuration,
        })
      }
      await refreshKnowledge(machine)
      if (report.problems.length > 0) ctx.exitWith(1)
      return { ...report, problems: report.problems.map(({ code, message }) => ({ code, message })) }
    }),

  text: (report, screen) => syncText(report, screen),
})
