import { basename } from 'node:path'
import { CLOSURE, type AtipTool } from '@atip/protocol'
import type { Sandbox } from '@atip/sandbox'
import { shippedShims } from '@atip/shims'
import { hashFile } from '@atip/trust'
import { CrawlFailure } from '../failure.js'
import { isSameDescription } from '../facts/join-shims.js'
import type { Facts } from '../facts/merge-facts.js'
import { toShim } from '../facts/to-shim.js'
import { templateProblem } from '../manifest/template.js'
import {
  describeByAsking,
  describeByName,
  describeFromPackage,
  describeFromSummary,
  hasGap,
  type ProgramDescription,
} from '../programs/describe-program.js'
import { findPrograms, type PackedProgram } from '../programs/find-programs.js'
import { hostPlatform, kindOf } from '../programs/kind.js'
import { packageClosure } from '../programs/package-closure.js'
import { SOURCES } from '../sources/all.js'
import type { CrawlJob, JobResult, ProgramResult } from './job.js'
import { surroundingsFor, type ProgramSurroundings } from './surroundings.js'
import type { Workshop } from './workshop.js'

export interface JobEvents {
  onDownload?: () => void
  onHash?: (name: string, hash: string) => void
}

/** In Debian packages, folders called `bin` elsewhere are internal. */
const PATH_OF_DEBIAN = ['usr/bin', 'usr/sbin', 'usr/games']

/** Turns an artifact into shims of its programs. */
export async function runJob(job: CrawlJob, shop: Workshop, events: JobEvents = {}): Promise<JobResult> {
  const { artifact } = job
  events.onDownload?.()
  const { path, sha256 } = await fetched(job, shop)
  const folder = await shop.timed('extract', () => shop.unpacked(sha256, path, artifact))
  const { binaryPath, programs: named } = artifact
  const { programs, skipped } = findPrograms(folder, {
    name: job.tool.name,
    ...(binaryPath && { binaryPath }),
    ...(named && { programs: named }),
    ...(artifact.form === 'deb' && { folders: PATH_OF_DEBIAN }),
  })
  if (programs.length === 0) {
    const why = skipped[0] === undefined ? 'there is no executable file' : `${skipped[0].place}: ${skipped[0].reason}`
    throw new CrawlFailure('no-program', `no program was found in ${artifact.fileName}: ${why}`)
  }
  const surroundings = surroundingsFor(job, folder, shop)
  try {
    const described: ProgramResult[] = []
    // Files before links to them: of several names of the same bytes, the first becomes the main name.
    for (const program of programs.sort((a, b) => Number(isLink(a)) - Number(isLink(b)))) {
      shop.signal?.throwIfAborted()
      const hash = await hashFile(program.real)
      events.onHash?.(program.name, hash)
      described.push(await describe(program, hash, { job, shop, folder, archive: `sha256:${sha256}`, surroundings }))
    }
    return {
      tool: job.tool.name,
      source: job.source,
      platform: artifact.platform,
      version: job.version,
      archive: `sha256:${sha256}`,
      programs: withAliases(described),
      skipped,
    }
  } finally {
    await surroundings.remove()
  }
}

const isLink = ({ name, real }: PackedProgram) => basename(real) !== name

async function fetched({ artifact: { from } }: CrawlJob, { fetcher, timed }: Workshop) {
  if ('folder' in from) return { path: from.folder, sha256: from.digest.hex }
  return timed('download', () => fetcher.download(from))
}

interface Setting {
  job: CrawlJob
  shop: Workshop
  /** The folder with the unpacked archive. */
  folder: string
  archive: `sha256:${string}`
  surroundings: ProgramSurroundings
}

async function describe(program: PackedProgram, hash: string, setting: Setting): Promise<ProgramResult> {
  const { job, archive, folder } = setting
  const { name, place } = program
  const silent = (reason: string): ProgramResult => ({ name, place, outcome: 'silent', reason })
  const kind = kindOf(program.real)
  const { platform } = job.artifact
  if (kind.is === 'binary' && kind.platform !== 'unknown' && kind.platform !== platform) {
    return silent(`it is for ${kind.platform}, not for ${platform}`)
  }
  const said = await describeProgram(program, setting)
  const template = templateOf(name, job)
  const found = 'silence' in said ? (describeFromSummary(program) ?? (template ? describeByName(name) : said)) : said
  if ('silence' in found) return silent(found.silence)
  const closure = await packageClosure(program.real, hash, folder)
  const parts = {
    binary: { hash, name, version: job.version, platform, ...(closure && { [CLOSURE]: closure }) },
    description: found,
    ...(job.tool.homepage && { homepage: job.tool.homepage }),
    ...(name === job.tool.name && job.tool.description && { summary: job.tool.description }),
    origin: { source: job.source, from: job.from, archive, place },
  }
  // Curated facts may not fit this version of a program; the manifest's own template must.
  const shim = validShim(
    () => toShim({ ...parts, facts: [...curatedFacts(name, job), ...(template ?? [])] }),
    () => toShim({ ...parts, facts: template ?? [] }),
  )
  if ('problem' in shim) {
    if (template !== undefined) throw shim.problem
    return silent('its description is not valid')
  }
  return { name, place, outcome: 'described', methods: found.methods, shim }
}

async function describeProgram(
  program: PackedProgram,
  { shop, surroundings, job }: Setting,
): Promise<ProgramDescription | { silence: string }> {
  const { ask, depth, signal, timed } = shop
  const written = await timed('generate', () => describeFromPackage(program, depth))
  if (ask === 'never' || (ask === 'gaps' && !hasGap(written)))
    return written ?? { silence: 'nothing is written about it' }
  if (hostPlatform() !== job.artifact.platform) {
    return (
      written ?? {
        silence: `nothing is written about it, and it cannot be asked on ${hostPlatform() ?? 'this system'}`,
      }
    )
  }
  let sandbox: Sandbox | undefined
  try {
    const around = await surroundings.open()
    sandbox = around.sandbox
    program = around.locate(program)
  } catch (error) {
    if (!(error instanceof CrawlFailure) || error.isPassing) throw error
    return written ?? { silence: error.code === 'dependencies' ? 'what it depends on is too large' : error.message }
  }
  const asked = await timed('sandbox', () =>
    describeByAsking(program, { sandbox: () => Promise.resolve(sandbox), depth, ...(signal && { signal }) }),
  )
  return 'silence' in asked && written !== undefined ? written : asked
}

function validShim(...ways: (() => AtipTool)[]): AtipTool | { problem: CrawlFailure } {
  let problem: CrawlFailure | undefined
  for (const way of ways) {
    try {
      return way()
    } catch (error) {
      if (!(error instanceof CrawlFailure)) throw error
      problem ??= error
    }
  }
  return { problem: problem! }
}

/** The shipped shim, if the source is a distribution and so the name certain. */
function curatedFacts(name: string, { source }: CrawlJob): Facts[] {
  const curated = SOURCES[source].isDistribution ? shippedShims().lookup(name) : undefined
  return curated === undefined ? [] : [curated]
}

/** The template of the manifest, if it is about this program. */
function templateOf(name: string, { tool: { name: tool, template } }: CrawlJob): [Facts] | undefined {
  if (name !== tool || template === undefined) return undefined
  const problem = templateProblem(template)
  if (problem !== undefined) throw new CrawlFailure('manifest', problem.message)
  return [template as Facts]
}

/** Turns further names of the same program with the same description into aliases. */
function withAliases(results: readonly ProgramResult[]): ProgramResult[] {
  const described = results.filter((one) => one.outcome === 'described')
  const keyOf = ({ binary }: AtipTool) => `${binary!.hash} ${binary![CLOSURE] ?? ''}`
  return results.map((result) => {
    if (result.outcome !== 'described') return result
    const main = described.find(
      ({ shim }) => keyOf(shim) === keyOf(result.shim) && isSameDescription(shim, result.shim),
    )!
    if (main.shim === result.shim) return result
    const { name, place } = result
    const binary = main.shim.binary!
    if (main.name !== name) binary.aliases = [...new Set([...(binary.aliases ?? []), name])]
    return { name, place, outcome: 'alias', of: main.name }
  })
}
