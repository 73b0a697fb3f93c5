import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSandbox, type Sandbox } from '@atip/sandbox'
import { extract, extractProgram } from '../archive/extract.js'
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archive/limits.js'
import { CrawlFailure } from '../failure.js'
import { VERSION } from '../version.js'
import { createFetcher, type Fetcher } from '../fetch/fetcher.js'
import { createRateLimit } from '../fetch/rate-limit.js'
import { createGet } from '../fetch/request.js'
import { mergedUsr } from '../root/merged-usr.js'
import { PUBLIC_ENDPOINTS } from '../sources/all.js'
import { createAptClient } from '../sources/apt-client.js'
import { npmRegistryOf } from '../sources/npm-client.js'
import type { ReleasedArtifact, Endpoints, SourceContext } from '../sources/types.js'

export interface WorkshopSettings {
  /** The folder for everything that can be recreated. */
  folder: string
  endpoints?: Partial<Endpoints>
  /** Requests per second to each host. */
  requestsPerSecond?: number
  downloadBytes?: number
  timeoutMs?: number
  archive?: ArchiveLimits
  /** The maximum size of a Debian package's dependencies, without the essential system. */
  dependencyMegabytes?: number
  /** The number of unpacked packages to keep for other packages that depend on them. */
  unpackedPackages?: number
  /** The programs to ask for help: those that no text describes, all, or none. */
  ask?: 'gaps' | 'all' | 'never'
  /** The number of command levels to describe. */
  depth?: number
  signal?: AbortSignal
  onTime?: (stage: Stage, milliseconds: number) => void
}

/** The measured stages. */
export type Stage = 'download' | 'extract' | 'generate' | 'sandbox'

/** The tools of jobs: a folder, and everything outside of the process. */
export interface Workshop extends SourceContext {
  folder: string
  scratch: string
  ask: 'gaps' | 'all' | 'never'
  depth: number
  dependencyMegabytes: number
  signal: AbortSignal | undefined
  sandbox(): Promise<Sandbox | undefined>
  /** The folder with the content of an artifact, which is unpacked once. */
  unpacked(sha256: string, file: string, artifact: Pick<ReleasedArtifact, 'form' | 'fileName'>): Promise<string>
  timed<T>(stage: Stage, act: () => Promise<T>): Promise<T>
}

export function openWorkshop(settings: WorkshopSettings): Workshop {
  const { folder, signal, requestsPerSecond = 20, timeoutMs = 30_000, archive = ARCHIVE_LIMITS } = settings
  const trees = join(folder, 'unpacked')
  const scratch = join(folder, 'scratch')
  for (const place of [trees, scratch]) mkdirSync(place, { recursive: true })
  const get = createGet({
    limit: createRateLimit(() => requestsPerSecond),
    timeoutMs,
    userAgent: `atip-crawler/${VERSION}`,
  })
  const fetcher: Fetcher = createFetcher({
    folder: join(folder, 'fetched'),
    get,
    downloadBytes: settings.downloadBytes ?? 2 ** 30,
    stallMs: timeoutMs,
    ...(signal && { signal }),
  })
  const underWay = new Map<string, Promise<string>>()
  let registry: Promise<string> | undefined

  /** Unpacks into a draft folder and renames it when it is complete. */
  async function unpack(
    file: string,
    place: string,
    artifact: Pick<ReleasedArtifact, 'form' | 'fileName'>,
  ): Promise<string> {
    const draft = mkdtempSync(join(scratch, 'unpack-'))
    const options = { limits: archive, ...(signal && { signal }) }
    try {
      if (artifact.form === 'folder') copyFolder(file, draft)
      else if (artifact.form === 'program') await extractProgram(file, draft, programName(artifact.fileName), options)
      else await extract(file, draft, { ...options, ...(artifact.form === 'deb' && { rename: mergedUsr }) })
      try {
        renameSync(draft, place)
      } catch (error) {
        // Another worker was faster.
        if (!existsSync(place)) throw error
      }
      return place
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }

  return {
    folder,
    scratch,
    fetcher,
    signal,
    ask: settings.ask ?? 'gaps',
    depth: settings.depth ?? 1,
    dependencyMegabytes: settings.dependencyMegabytes ?? 700,
    endpoints: { ...PUBLIC_ENDPOINTS, ...settings.endpoints },
    apt: createAptClient(join(folder, 'apt'), signal),
    npmRegistry: () => (registry ??= npmRegistryOf(signal)),
    async sandbox() {
      const opened = await openSandbox()
      return opened.ok ? opened.sandbox : undefined
    },
    unpacked(sha256, file, artifact) {
      const place = join(trees, `${artifact.form}-${sha256}`)
      if (existsSync(place)) {
        utimesSync(place, new Date(), new Date())
        return Promise.resolve(place)
      }
      let promise = underWay.get(place)
      if (promise === undefined) {
        removeOldest(trees, settings.unpackedPackages ?? 2_000)
        promise = unpack(file, place, artifact).finally(() => underWay.delete(place))
        underWay.set(place, promise)
      }
      return promise
    },
    async timed(stage, act) {
      const begin = performance.now()
      try {
        return await act()
      } finally {
        settings.onTime?.(stage, performance.now() - begin)
      }
    },
  }
}

/** Copies a local folder as it is. Links are copied, not followed. */
function copyFolder(from: string, to: string): void {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory())
    throw new CrawlFailure('not-found', `there is no ${from}`)
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** `tool-linux-amd64.gz` is one program. */
function programName(fileName: string): string {
  return fileName.replace(/\.(?:gz|xz|zst)$/i, '').replace(/[^\w.+-]/g, '_') || 'program'
}

/** A job uses a few dozen folders at a time, and touches them, so the oldest are not in use. */
const ALWAYS_KEPT = 600

function removeOldest(trees: string, most: number): void {
  const names = readdirSync(trees)
  if (names.length < Math.max(most, ALWAYS_KEPT)) return
  const byAge = names
    .map((name) => ({ name, time: statSync(join(trees, name)).mtimeMs }))
    .sort((a, b) => a.time - b.time)
  for (const { name } of byAge.slice(0, Math.ceil(names.length / 10))) {
    rmSync(join(trees, name), { recursive: true, force: true })
  }
}
