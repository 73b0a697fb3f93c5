import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, t, ToolError } from 'tooli'
import type { Machine } from '@atip/discover'
import { machineHere } from '../home.js'
import { keepScan, readLastScan, readRegistry, registryFile, takeSnapshot } from '@atip/discover'
import type { MachineScan } from '@atip/discover/scan'
import { readSettings } from '@atip/discover'
import type { CatalogProgram } from '@atip/discover'
import type { SyncReport } from '@atip/registry'
import { ASKS, MACHINE_ERRORS, noSuchTool } from './machine.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'
import { SYNCED } from './registry-sync.js'

const SKIPPED = t.object({ path: t.string(), reason: t.string() })

const REPORT = t.object({
  tools: t.integer('How many tools the catalog has now'),
  added: t.array(t.string()),
  changed: t.array(t.string(), 'Names whose program changed'),
  gone: t.array(t.string()),
  known: t.object(
    { native: t.integer(), shim: t.integer(), generated: t.integer(), unknown: t.integer() },
    'How many tools have a description, by source',
  ),
  folders: t.array(t.object({ path: t.string(), programs: t.integer() })),
  examined: t.integer('Files that were read; the others are unchanged'),
  bytes: t.integer(),
  probed: t.array(
    t.object({ name: t.string(), path: t.string(), outcome: t.string(), reason: t.string(), isKnown: t.boolean() }),
    'Programs that were run with --agent, and the outcome',
  ),
  described: t
    .object({
      tools: t.integer('Described by now'),
      silent: t.array(t.string(), 'Without any text to describe them from'),
      failed: t.array(SKIPPED),
    })
    .optional(),
  skipped: t.array(SKIPPED, 'Folders and files that were skipped, and why'),
  notes: t.array(t.string()),
  registries: SYNCED.optional().describe('What registries said, if they were asked now'),
})

export const scanCommand = command({
  description: 'Find the tools on PATH and update the catalog',
  details:
    'Reads each program on PATH once. Nothing is executed, except programs that advertise ATIP, which are run with --agent in a sandbox. Unchanged files are not read again. Manual pages and help are read when you show a tool, or now with --describe. Configured registries are asked once a day, unless ATIP_OFFLINE is set. Folders that npm adds to PATH are skipped.',
  options: t.object({
    allowPath: t
      .array(t.path('A folder', { kind: 'directory' }), 'Scan this folder too, even if others can write to it')
      .optional(),
    probe: t
      .array(
        t.string('A name'),
        'Run these programs with --agent, even if they do not look ATIP-aware; "all" runs every program',
      )
      .optional()
      .cli({ placeholder: 'NAME' }),
    describe: t
      .array(t.string('A name'), 'Describe these tools now: names, "installed-by-user" or "all"')
      .optional()
      .cli({ placeholder: 'NAME' }),
    depth: t.integer('With --describe: how many levels of commands').min(0).max(8).default(1),
  }),
  output: REPORT,
  effects: { ...ASKS, network: true, creates: ['the catalog'], modifies: ['the catalog'] },
  errors: { ...MACHINE_ERRORS, ...REGISTRY_ERRORS, E3202: 'The configuration cannot be used' },
  examples: [
    { run: 'atip scan', description: 'Find everything on PATH' },
    { run: 'atip scan --describe installed-by-user', description: 'And describe your own tools' },
  ],

  async run({ options, ctx }) {
    const machine = machineHere()
    const settings = readSettings(machine.places)
    if (!settings.ok) throw new ToolError('E3202', settings.problem, { exitCode: 78 })
    const onProgress = (done: number, total: number, text: string) => ctx.progress(done, total, text)
    const common = { openSandbox, signal: ctx.signal, onProgress }
    const probe = options.probe?.includes('all') === true ? true : options.probe
    const added = [...settings.folders, ...allowedFolders(options.allowPath)]
    const isPlain = options.probe === undefined && options.describe === undefined
    const last = isPlain ? readLastScan(machine, added) : undefined
    const { isSyncDue, readLastSync, syncRegistries } = await registries()
    const isDue = await withRegistryErrors(async () => !isOffline() && isSyncDue?.(machine) === true)
    if (last !== undefined && !isDue) return withProblems(last as Report, readLastSync?.(machine)?.problems)
    const snapshot = takeSnapshot(machine, added)
    const { scanMachine } = await import('@atip/discover/scan')
    try {
      let synced: SyncReport | undefined
      const before = isDue ? undefined : knownHashes(machine)
      const onPrograms = async (programs: readonly CatalogProgram[]) => {
        // If no sync is due, registries are asked only when there are new programs.
        if (before !== undefined && programs.every(({ name, file }) => before.has(`${file.hash} ${name}`))) return
        const tell = (done: number, total: number) => ctx.progress(done, total, 'asking registries')
        synced = await withRegistryErrors(async () =>
          syncRegistries?.(machine, { programs, signal: ctx.signal, onProgress: tell }),
        )
      }
      const scan = await scanMachine(machine, {
        ...common,
        added,
        ...(probe && { probe }),
        ...((isDue || (syncRegistries !== undefined && !isOffline())) && { onPrograms }),
      })
      unknownNames(options.probe, scan.programs, '--probe')
      const described =
        options.describe && (await describe(machine, scan.programs, options.describe, options.depth, common))
      const report = toReport(scan)
      if (!report.probed.some(({ outcome }) => PASSING.includes(outcome)))
        await keepScan(machine, snapshot, scan.programs, { ...report, ...NOTHING_NEW })
      return { ...report, ...(described && { described }), ...(synced && { registries: told(synced) }) }
    } catch (error) {
      if (isCatalogError(error)) throw new ToolError('E3212', error.message, { exitCode: 73, cause: error })
      throw error
    }
  },

  text: async (report, screen) => (await import('../report/scan-text.js')).scanText(report, screen),
})

type Report = ReturnType<typeof toReport>

/** Repeats the problems of the last sync, because a scan without a new one would hide them. */
function withProblems(report: Report, problems: readonly string[] = []): Report {
  if (problems.length === 0) return report
  const note = `The last sync of registries had problems: ${problems.join('; ')}. Try again with: atip registry sync`
  return { ...report, notes: [...report.notes, note] }
}

/** The report of a scan without changes. */
const NOTHING_NEW = { added: [], changed: [], gone: [], examined: 0, bytes: 0, probed: [], notes: [] }

/** Outcomes that are about the moment, not the program: the next scan asks again. */
const PASSING = ['no-sandbox', 'not-started', 'called-off', 'changed']

function toReport(scan: MachineScan) {
  const entries = Object.values(scan.registry.tools)
  const from = (source: string) => entries.filter((entry) => entry.source === source).length
  const { added, changed, gone } = scan.changes
  return {
    tools: entries.length,
    added,
    changed,
    gone,
    known: { native: from('native'), shim: from('shim'), generated: from('generated'), unknown: from('unknown') },
    folders: scan.folders.map(({ path, programs }) => ({ path, programs })),
    examined: scan.examined,
    bytes: scan.bytes,
    probed: scan.probed.map(({ name, path, outcome, reason, isKnown }) => ({ name, path, outcome, reason, isKnown })),
    skipped: scan.skipped,
    notes: scan.notes,
  }
}

/** The hash and name of each program in the catalog. */
function knownHashes({ places }: Machine): Set<string> {
  const reading = readRegistry(registryFile(places))
  return new Set(reading.ok ? Object.entries(reading.registry.tools).map(([name, { hash }]) => `${hash} ${name}`) : [])
}

const isOffline = () => !['', '0', undefined].includes(process.env.ATIP_OFFLINE)

/** Loaded lazily, because most machines have no registries configured. */
async function registries(): Promise<Partial<typeof import('@atip/discover/registries')>> {
  const folders = [machineHere().places.config, '/etc/agent-tools']
  const isAsked =
    process.env.ATIP_REGISTRIES !== undefined || folders.some((one) => existsSync(`${one}/registries.json`))
  return isAsked ? import('@atip/discover/registries') : {}
}

function told({ problems, ...report }: SyncReport) {
  return { ...report, problems: problems.map(({ code, message }) => ({ code, message })) }
}

/** Loaded lazily, because most scans run no program. */
async function openSandbox() {
  return (await import('@atip/sandbox')).openSandbox()
}

interface Asking {
  openSandbox: typeof openSandbox
  signal: AbortSignal
  onProgress: (done: number, total: number, text: string) => void
}

async function describe(
  { places }: Machine,
  programs: readonly CatalogProgram[],
  wanted: readonly string[],
  depth: number,
  { openSandbox, signal, onProgress }: Asking,
) {
  const { describeAll } = await import('@atip/discover/describe')
  const { isInstalledByUser } = await import('@atip/discover')
  const isWanted = (program: CatalogProgram) =>
    wanted.includes('all') ||
    wanted.includes(program.name) ||
    (wanted.includes('installed-by-user') && isInstalledByUser(program))
  const sandbox = async () => {
    const opened = await openSandbox()
    return opened.ok ? opened.sandbox : undefined
  }
  unknownNames(wanted, programs, '--describe')
  const options = { cache: places.cache, depth, sandbox, signal, onProgress }
  const { described, silent, failed } = await describeAll(programs.filter(isWanted), options)
  return { tools: described.length, silent, failed }
}

const GROUPS = ['all', 'installed-by-user']

/** Rejects names that no program has. */
function unknownNames(names: readonly string[] | undefined, programs: readonly CatalogProgram[], flag: string): void {
  const known = new Set([...programs.map(({ name }) => name), ...GROUPS])
  const wrong = names?.find((name) => !known.has(name))
  if (wrong === undefined) return
  throw noSuchTool(
    `${flag}: there is no program ${JSON.stringify(wrong)} on PATH`,
    wrong,
    [...known],
    `atip scan ${flag}`,
  )
}

/** Compared by name: a bundle may contain the class twice, and then `instanceof` fails. */
function isCatalogError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CatalogError'
}

/** A folder named by the user must exist. If it does not, that is an error and not just a note. */
function allowedFolders(folders: readonly string[] = []): string[] {
  return folders.map((folder) => {
    const path = resolve(folder)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
    throw new ToolError('E1004', `--allow-path: ${JSON.stringify(folder)} is not a folder`)
  })
}
