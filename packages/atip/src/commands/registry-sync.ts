import { readRegistry, readSettings, registryFile, type Machine } from '@atip/discover'
import { command, EXIT, t, ToolError } from 'tooli'
import { machineHere } from '../home.js'
import { syncText } from '../report/sync-text.js'
import { ASKS } from './machine.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'

/** The result of asking registries. */
export const SYNCED = t.object({
  asked: t.integer('Programs that registries were asked about'),
  found: t.integer('Programs that a registry describes'),
  trusted: t.integer('Those that a signer you trust vouches for'),
  removed: t.integer('Descriptions that registries have withdrawn'),
  notApproved: t.integer('Programs that your organisation has not approved'),
  unanswered: t.integer('Programs that a registry could not be asked about'),
  patterns: t.integer('Patterns that registries have'),
  registries: t.array(
    t.object({
      name: t.string(),
      url: t.string(),
      build: t.integer('The number of the build in use').optional(),
      policy: t
        .enum(['allowlist', 'open', 'none', 'unknown'], 'Of an organisation: what its policy approves')
        .optional(),
      policyBuild: t.integer('The earlier build whose policy applies, as the current one is not available').optional(),
      expired: t.string('When the last accepted build expired').optional(),
    }),
  ),
  scanned: t.integer('Programs that were found first, because there was no catalog yet').optional(),
  problems: t.array(t.object({ code: t.string(), message: t.string() }), 'What was refused or could not be fetched'),
})

export const registrySyncCommand = command({
  description: 'Fetch what registries know about the programs of this machine',
  details:
    'Asks about everything in the catalog; if there is none yet, it scans first. The manifest of each registry is always asked for, so that a new policy arrives. A registry with packs never learns the hash of a program. If something is refused, what was fetched before stays in use, and the exit code is 1. With ATIP_OFFLINE no requests are made; ATIP_REFRESH also asks again for files that the cache has.',
  options: t.object({ refresh: t.boolean('Ask again for everything, although the cache is fresh').default(false) }),
  output: SYNCED,
  effects: { ...ASKS, network: true },
  errors: { ...REGISTRY_ERRORS },
  examples: [{ run: 'atip registry sync', description: 'Bring everything up to date' }],

  run: ({ options, ctx }) =>
    withRegistryErrors(async () => {
      const machine = machineHere()
      const { isSyncDue, refreshKnowledge, syncRegistries } = await import('@atip/discover/registries')
      const env = options.refresh ? { ...process.env, ATIP_REFRESH: '1' } : process.env
      const onProgress = (done: number, total: number) => ctx.progress(done, total, 'asking registries')
      const tell = (done: number, total: number, text: string) => ctx.progress(done, total, text)
      const isFirst = isSyncDue(machine, env) && !hasCatalog(machine)
      const scanned = isFirst ? await scanFirst(machine, ctx.signal, tell) : undefined
      const report = await syncRegistries(machine, { env, signal: ctx.signal, onProgress })
      if (report === undefined) {
        throw new ToolError('E4200', 'no registry is configured: atip registry add URL', {
          exitCode: EXIT.configuration,
        })
      }
      await refreshKnowledge(machine)
      if (report.problems.length > 0) ctx.exitWith(1)
      const problems = report.problems.map(({ code, message }) => ({ code, message }))
      return { ...report, ...(scanned !== undefined && { scanned }), problems }
    }),

  text: (report, screen) => syncText(report, screen),
})

export const hasCatalog = ({ places }: Machine): boolean => readRegistry(registryFile(places)).state !== 'missing'

/** Runs the first scan; before it there are no programs to ask about. */
async function scanFirst(
  machine: Machine,
  signal: AbortSignal,
  onProgress: (done: number, total: number, text: string) => void,
): Promise<number> {
  const { scanMachine } = await import('@atip/discover/scan')
  const settings = readSettings(machine.places)
  const openSandbox = async () => (await import('@atip/sandbox')).openSandbox()
  const added = settings.ok ? settings.folders : []
  const { programs } = await scanMachine(machine, { openSandbox, added, signal, onProgress })
  return programs.length
}
