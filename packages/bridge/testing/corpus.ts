/** Ten thousand real commands, as tools. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readTool, type AtipTool } from '@atip/protocol'
import { toDocument, type FigSpec } from './fig.js'

/** Cloud providers for their size, the others for the many styles of their command lines. */
const NAMES =
  `aws gcloud mongocli fly docker sfdx gh helm npm kubectl git doctl vault yarn pulumi pnpm cargo brew terragrunt twilio
  sed go deno tar curl ffmpeg rsync find grep ls ssh tsc`.split(/\s+/)

/** The services of aws alone would have sixteen thousand commands. */
const MAX_SUBCOMMANDS = 150

const build = pathToFileURL(createRequire(import.meta.url).resolve('@withfig/autocomplete'))

type LoadableSpec = FigSpec & { loadSpec?: unknown; subcommands?: readonly LoadableSpec[] }

export function loadCorpus(names: readonly string[] = NAMES): Promise<AtipTool[]> {
  return Promise.all(names.map(loadTool))
}

async function loadTool(name: string): Promise<AtipTool> {
  const reading = readTool(toDocument(await complete(await load(name), name), name))
  if (!reading.ok) throw new Error(`${name} is not valid: ${JSON.stringify(reading.problems.slice(0, 5))}`)
  return reading.tool
}

/** Loads the parts of a spec that are in separate files. Parts of other tools, and missing ones, are left out. */
async function complete(spec: LoadableSpec, tool: string): Promise<FigSpec> {
  const { loadSpec } = spec
  const isOwn = typeof loadSpec === 'string' && loadSpec.startsWith(`${tool}/`)
  const whole = isOwn ? { ...spec, ...(await load(loadSpec)), name: spec.name } : spec
  const parts = (whole.subcommands ?? []).slice(0, MAX_SUBCOMMANDS)
  const subcommands = await Promise.all(parts.map((part) => complete(part, tool)))
  return { ...whole, subcommands }
}

async function load(path: string): Promise<LoadableSpec> {
  try {
    const { default: spec } = (await import(new URL(`${path}.js`, build).href)) as { default: LoadableSpec }
    return spec
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return {}
    throw error
  }
}
