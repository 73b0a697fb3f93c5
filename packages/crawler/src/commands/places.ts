import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LockError } from '@atip/files'
import type { Effects } from '@atip/protocol'
import { EXIT, t, ToolError } from 'tooli'
import { openLedger } from '../crawl/ledger.js'
import { onlyOne } from '../crawl/only-one.js'
import { openShimFolder } from '../crawl/shim-folder.js'
import { readManifests } from '../manifest/read-folder.js'
import type { ToolManifest } from '../manifest/types.js'

/** The folders that a crawler reads and writes. */
export const PLACES = {
  tools: t.path('The folder of tool manifests', { kind: 'directory' }).default('tools'),
  work: t.path('The folder for downloads, the queue and what waits for review').default('.atip-crawler'),
  shims: t.path('The folder of shims that a registry is built from').default('shims'),
}

export const CRAWLER_ERRORS = {
  E3400: 'A tool manifest cannot be used',
  E3401: 'There is no such tool',
  E3402: 'The queue cannot be used',
  E3403: 'Nothing could be described',
  E3405: 'Another crawler works in the same folder',
} as const

export const READS_ONLY: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
}

export interface Places {
  tools: string
  work: string
  shims: string
}

/** The named manifests, or all. A broken manifest only fails its own tool. */
export function manifestsFor(
  { tools }: Pick<Places, 'tools'>,
  names: readonly string[] | 'all',
  log: (line: string) => void,
) {
  const folder = resolve(tools)
  if (!existsSync(folder)) {
    throw new ToolError('E3400', `there is no folder ${JSON.stringify(tools)} of manifests; name it with --tools`, {
      exitCode: EXIT.noInput,
    })
  }
  const { manifests, problems } = readManifests(folder)
  for (const { file, line, column, message } of problems) log(`${file}:${line}:${column}: ${message}`)
  if (names === 'all') return { manifests, problems }
  const chosen = names.map((name): ToolManifest => {
    const found = manifests.find((manifest) => manifest.name === name)
    if (found !== undefined) return found
    const broken = problems.find(({ file }) => file.endsWith(`/${name}.yaml`))
    const why =
      broken === undefined ? `no manifest in ${tools} has this name` : `its manifest has mistakes: ${broken.message}`
    throw new ToolError('E3401', `${JSON.stringify(name)}: ${why}`, { exitCode: EXIT.noInput })
  })
  return { manifests: chosen, problems }
}

export function openPlaces({ work, shims }: Places) {
  return { ledger: openLedger(join(resolve(work), 'ledger')), shims: openShimFolder(resolve(shims)) }
}

export function queuePlace(queue: string | undefined, { work }: Places): string {
  return queue ?? join(resolve(work), 'queue')
}

/** Locks folders for a command. If another process holds them, the error says what to do. */
export function alone<T>(folders: readonly string[], act: () => Promise<T>): Promise<T> {
  return onlyOne(folders, act).catch(tellIfLocked)
}

export function tellIfLocked(error: unknown): never {
  if (!(error instanceof LockError)) throw error
  const message = `another crawler works here: ${error.message}; --work and --shims choose other folders`
  throw new ToolError('E3405', message, { exitCode: EXIT.temporary, cause: error })
}
