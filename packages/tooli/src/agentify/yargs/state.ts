import { aliasGroup } from './keys.js'
import type { YargsHandler, YargsOptions, YargsProgram } from './program.js'

/** Puts the program into the state in which yargs runs a builder; the returned function restores it. */
export function enter(program: YargsProgram, handler: YargsHandler, name: string | undefined): () => void {
  const internals = program.getInternalMethods()
  const parts = [internals.getUsageInstance(), internals.getValidationInstance(), internals.getCommandInstance()]
  const context = internals.getContext()
  const options = copyOf(program.getOptions())
  const configuration = internals.getParserConfiguration()
  const putOwnBack = rememberOwn(program)
  for (const part of parts) part.freeze()
  if (name !== undefined) {
    context.commands.push(name)
    context.fullCommands.push(handler.original)
  }
  internals.reset(Object.fromEntries(options.local.map((key) => [key, aliasGroup(options, key)])))
  return () => {
    if (name !== undefined) {
      context.commands.pop()
      context.fullCommands.pop()
    }
    putOwnBack()
    for (const part of parts) part.unfreeze()
    Object.assign(program.getOptions(), options)
    program.parserConfiguration(configuration)
  }
}

/** A builder may rename or remove yargs' own options, and yargs never restores them. */
function rememberOwn(program: YargsProgram): () => void {
  const { help, version } = ownOptions(program)
  const number = versionOf(program)
  return () => {
    if (help === undefined) program.help(false)
    else program.help(help, OWN)
    if (version === undefined) program.version(false)
    else program.version(version, OWN, number)
  }
}

/** A placeholder description, which the original replaces at once. */
const OWN = 'own'

export interface OwnOptions {
  help?: string
  version?: string
}

/** The keys of yargs' own options. It does not expose them, but removing the options shows which they were. */
export function ownOptions(program: YargsProgram): OwnOptions {
  const version = versionOf(program)
  const help = takeAway(program, 'help', (key, text) => program.help(key, text))
  const own = takeAway(program, 'version', (key, text) => program.version(key, text, version))
  return { ...(help !== undefined && { help }), ...(own !== undefined && { version: own }) }
}

/** What `--version` prints. */
export function versionOf(program: YargsProgram): string | undefined {
  let version: unknown
  const usage = program.getInternalMethods().getUsageInstance()
  usage.showVersion((text) => (version = text))
  return typeof version === 'string' ? version : undefined
}

/** Removes an option of yargs and restores it; returns the key that was missing in between, or undefined. */
function takeAway(
  program: YargsProgram,
  option: 'help' | 'version',
  giveBack: (key: string, text: string) => unknown,
): string | undefined {
  const options = copyOf(program.getOptions())
  const descriptions = program.getInternalMethods().getUsageInstance().getDescriptions()
  const before = { ...descriptions }
  program[option](false)
  const key = Object.keys(before).find((name) => !Object.hasOwn(descriptions, name))
  if (key === undefined) return undefined
  giveBack(key, String(before[key]))
  Object.assign(program.getOptions(), options)
  // Restores the original order, which is that of the help.
  for (const [name, text] of Object.entries(before)) {
    delete descriptions[name]
    descriptions[name] = text
  }
  return key
}

function copyOf(options: YargsOptions): YargsOptions {
  const entries = Object.entries(options).map(([key, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [key, [...(value as unknown[])]]
    return [key, typeof value === 'object' && value !== null ? { ...value } : value]
  })
  // Always present, so that restoring removes a prefix that a builder set.
  return { envPrefix: undefined, ...(Object.fromEntries(entries) as unknown as YargsOptions) }
}
