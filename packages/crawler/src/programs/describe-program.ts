import type { AtipTool, Option } from '@atip/protocol'
import {
  createPageFinder,
  describeFromFiles,
  describeOnce,
  summaryOfPage,
  walkCommands,
  type DescribedCommand,
  type Description,
  type OnceOptions,
} from '@atip/describe'
import { nothingFound, toAtip } from '@atip/generate'
import type { Sandbox } from '@atip/sandbox'
import type { PackedProgram } from './find-programs.js'
import { listenTo, silenceOf } from './silence.js'

/** The source of a description; the template is that of the manifest. */
export type Method = 'man' | 'completion' | 'help' | 'template'

export interface ProgramDescription {
  tool: AtipTool
  methods: Method[]
  /** `medium`: from a manual page that lists options, or from two texts. `low`: all others. */
  confidence: 'low' | 'medium'
}

export interface HelpAsking {
  /** A sandbox in which a program finds its dependencies. Only called for programs that no text describes. */
  sandbox: () => Promise<Sandbox | undefined>
  /** The number of command levels to describe. */
  depth: number
  /** Also use texts of the system, because the program is installed on this machine. */
  isInstalled?: boolean
  signal?: AbortSignal
}

/** Describes a program from the files of its package. Executes nothing. */
export async function describeFromPackage(
  program: PackedProgram,
  depth: number,
): Promise<ProgramDescription | undefined> {
  const places = { finder: createPageFinder([]), prefixes: [] }
  const read = (path: readonly string[]) => describeFromFiles(subjectOf(program, path), places)
  const root = read([])
  return root && (await walked(root, (path) => Promise.resolve(read(path)), depth))
}

/** The summary of the manual page, if the page lists no parameters. */
export function describeFromSummary({ name, path, real }: PackedProgram): ProgramDescription | undefined {
  const finder = createPageFinder([])
  const page = finder.find(name, [path, real], { alsoSystem: false })
  const description = page && summaryOfPage(finder, page, name)
  if (!description) return undefined
  const { metadata } = toAtip({ ...nothingFound(), description }, { name, path: [] })
  return { tool: metadata, methods: ['man'], confidence: 'low' }
}

/** Only the name: for a program that nothing but its manifest's template describes. */
export function describeByName(name: string): ProgramDescription {
  const { metadata } = toAtip(nothingFound(), { name, path: [] })
  return { tool: metadata, methods: ['template'], confidence: 'low' }
}

/** Whether to ask the program for help, because its texts are missing or useless. */
export function hasGap(known: ProgramDescription | undefined): boolean {
  if (known === undefined) return true
  const { commands = {}, globalOptions = [] } = known.tool
  const own = commands['']
  const others = Object.keys(commands).filter((name) => name !== '')
  return (own?.options?.length ?? 0) + globalOptions.length + others.length === 0
}

/** Adds what the program prints for help, in the sandbox. */
export async function describeByAsking(
  program: PackedProgram,
  asking: HelpAsking,
): Promise<ProgramDescription | { silence: string }> {
  const { sandbox, depth, isInstalled = false, signal } = asking
  const heard = { words: '' }
  const listening = async () => {
    const opened = await sandbox()
    return opened && listenTo(opened, heard)
  }
  const places = isInstalled ? {} : { finder: createPageFinder([]), prefixes: [] }
  const once: OnceOptions = { ...places, sandbox: listening, ...(signal && { signal }) }
  const first = await describeOnce(subjectOf(program, []), once)
  if (first.description === undefined) return { silence: silenceOf(heard.words, first.notes) }
  const above = new Map([['', first.helpDigest]])
  const ask = async (path: string[]) => {
    const helpAbove = () => Promise.resolve(above.get(path.slice(0, -1).join(' ')))
    const outcome = await describeOnce(subjectOf(program, path), { ...once, helpAbove })
    above.set(path.join(' '), outcome.helpDigest)
    return outcome.description
  }
  return walked(first.description, ask, depth)
}

async function walked(
  root: Description,
  describe: (path: string[]) => Promise<Description | undefined>,
  depth: number,
): Promise<ProgramDescription> {
  const sources = new Set(root.sources)
  const { metadata } = await walkCommands(
    root,
    async (path) => {
      const found = await describe(path)
      for (const source of found?.sources ?? []) sources.add(source)
      return found
    },
    { depth },
  )
  const methods = [...new Set([...sources].map(methodOf))].sort()
  return { tool: metadata, methods, confidence: confidenceOf(metadata, methods) }
}

/** Files have absolute paths; command lines begin with the name of the program. */
function methodOf(source: string): Method {
  if (!source.startsWith('/')) return 'help'
  return /\/man\/(?:[^/]+\/)?man\d[a-z]*\//.test(source) ? 'man' : 'completion'
}

function confidenceOf({ commands = {}, globalOptions = [] }: AtipTool, methods: Method[]): 'low' | 'medium' {
  const options: Option[] = [...(commands['']?.options ?? []), ...globalOptions]
  return methods.length > 1 || (methods.includes('man') && options.length > 0) ? 'medium' : 'low'
}

function subjectOf({ name, path, real }: PackedProgram, command: readonly string[]): DescribedCommand {
  return { name, path: command, program: { path, file: { path: real } } }
}
