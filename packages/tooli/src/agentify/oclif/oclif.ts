import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OwnWords } from '../vocabulary/questions.js'
import type { Answer, Framework } from '../vocabulary/types.js'
import { aliasesOf, wordsOf, type OclifConfig, type OclifCore } from './config.js'
import { describeOclif } from './describe.js'

/** The argument that starts an oclif program: `{ dir: import.meta.url }` for `execute`, or only that place. */
export type OclifProgram = string | URL | { dir?: string | URL; root?: string; loadOptions?: OclifProgram }

export const oclif: Framework<OclifProgram> = { is: isOclif, takeOver: takeOverOclif }

export function isOclif(program: unknown): program is OclifProgram {
  return placeOf(program) !== undefined
}

/**
 * An oclif program knows its commands only after it has loaded its configuration asynchronously. So `Config.load` of
 * the program's own copy of oclif is patched to answer instead of returning the configuration.
 */
export function takeOverOclif(program: OclifProgram, answer: Answer): OclifProgram {
  const core = coreOf(placeOf(program)!)
  const load = core.Config.load.bind(core.Config)
  core.Config.load = async (options) => {
    const config = await load(options)
    return answer.isOurs(ownWords(config)) ? answer.soon(describeOclif(core, config)) : config
  }
  return program
}

/** The file or folder that a program is loaded from; undefined if this is no oclif program. */
function placeOf(program: unknown): string | undefined {
  if (program instanceof URL) return fileURLToPath(program)
  if (typeof program === 'string') {
    if (program.startsWith('file://')) return fileURLToPath(program)
    return isAbsolute(program) ? program : undefined
  }
  if (typeof program !== 'object' || program === null) return undefined
  const { dir, loadOptions, root } = program as Exclude<OclifProgram, string | URL>
  return placeOf(dir ?? loadOptions ?? root)
}

/** The copy of oclif that the program uses; patching another would have no effect. */
function coreOf(place: string): OclifCore {
  const tried: string[] = []
  for (const from of [place, join(place, 'index.js')]) {
    try {
      return createRequire(from)('@oclif/core') as OclifCore
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
      tried.push(dirname(from))
    }
  }
  throw new TypeError(`agentify found no @oclif/core for this program; looked from ${[...new Set(tried)].join(', ')}`)
}

function ownWords(config: OclifConfig): OwnWords {
  const { additionalHelpFlags = [], additionalVersionFlags = [] } = config.pjson.oclif
  const flags = ['--help', '--version', ...additionalHelpFlags, ...additionalVersionFlags]
  if (config.isSingleCommandCLI !== true) {
    const ids = config.commands.flatMap((command) => [command.id, ...aliasesOf(command)])
    return { commands: ids.map((id) => wordsOf(config, id)[0]!), flags, takesArguments: false }
  }
  const [main] = config.commands
  const own = Object.entries(main?.flags ?? {}).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  const takesArguments = main?.strict === false || Object.keys(main?.args ?? {}).length > 0
  return { commands: [], flags: [...flags, ...own.map((name) => `--${name}`)], takesArguments }
}
