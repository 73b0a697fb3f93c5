import { humanise, normalise, readTool, type AtipDocument, type AtipTool, type Binary } from '@atip/protocol'
import { CrawlFailure } from '../failure.js'
import type { PackageSourceKind } from '../manifest/types.js'
import type { ProgramDescription } from '../programs/describe-program.js'
import { VERSION } from '../version.js'
import { fillDescriptions } from './fill-descriptions.js'
import { mergeFacts, type Facts } from './merge-facts.js'

/** Where the program of a shim was found. Connects the release with the installed program. */
export interface ShimOrigin {
  source: PackageSourceKind
  /** The package, repository, formula or URL. */
  from: string
  /** The hash of the download, and the path of the program in it. */
  archive: `sha256:${string}`
  place: string
}

export interface ShimParts {
  binary: Binary & { version: string }
  description: ProgramDescription
  /** Facts written by humans, the most general first. */
  facts: readonly Facts[]
  homepage?: string
  summary?: string
  origin: ShimOrigin
}

/** Raise it when the same input gives different shims. Part of the id of a job. */
export const GENERATOR = `atip-crawler ${VERSION}`

/** A shim (RFC 4.5) with a record of how it was made (RFC 4.10.4), without the time. Valid in the strict profile. */
export function toShim({ binary, description, facts, homepage, summary, origin }: ShimParts): AtipTool {
  const { tool, methods, confidence } = description
  const merged = facts.reduce<AtipTool>(mergeFacts, summary === undefined ? tool : withSummary(tool, summary))
  const { atip, trust: _, binary: __, description: text, name: ___, version: ____, ...rest } = fillDescriptions(merged)
  const document: AtipDocument = {
    atip,
    name: binary.name,
    version: binary.version,
    description: text || `The program ${binary.name}`,
    ...(homepage && { homepage }),
    binary,
    trust: { source: 'inferred', verified: false },
    ...rest,
    _generation: {
      method: methods.join('+'),
      methods: [...new Set([...methods, ...(facts.length > 0 ? ['template'] : [])])],
      confidence,
      generator: GENERATOR,
      origin,
    },
  }
  const reading = readTool(document, { profile: 'strict' })
  if (!reading.ok) {
    const problem = reading.problems.find(({ severity }) => severity === 'error') ?? reading.problems[0]
    throw new CrawlFailure(
      'manifest',
      `the description is not valid: ${problem?.pointer ?? ''} ${problem?.message ?? ''}`,
    )
  }
  return normalise(document)
}

/** Uses a summary where nothing was found but the name, which counts as a missing description. */
function withSummary(tool: AtipTool, summary: string): AtipTool {
  const isMissing = (text: string) => text === '' || text === tool.name || text === humanise(tool.name)
  const { '': own, ...others } = tool.commands ?? {}
  return {
    ...tool,
    ...(isMissing(tool.description) && { description: summary }),
    ...(own !== undefined &&
      isMissing(own.description) && { commands: { '': { ...own, description: summary }, ...others } }),
  }
}

/** The bytes of a shim in a registry. */
export function shimText(shim: AtipTool): string {
  return `${JSON.stringify(shim, null, 2)}\n`
}
