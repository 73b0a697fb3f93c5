import { inheritedEffects, isReadOnly, parameterRules, walkCommands } from '@atip/protocol'
import type { AtipTool, CommandNode, Option, ParameterRule } from '@atip/protocol'

/** Words in the name of an option whose file may contain options, settings or code. */
const SETTINGS = /^(?:config|configfile|conf|conffile|rc|rcfile|optionsfile|settings|plugins?|hooks?|scripts?)$/
/** Option names that set the cwd of a call. */
const PLACE = /^--(?:wd|workdir|working-dir|working-directory|chdir|cwd)$/

/** Options with suspicious names of which the shim does not state whether they matter. */
export function undecidedOptions(tool: AtipTool): string[] {
  const problems = [...walkCommands(tool)].flatMap((node) =>
    [...(node.command.options ?? []), ...(tool.globalOptions ?? [])].flatMap((option) => {
      if (option.type === 'boolean' || parameterRules(option).some(isDecided)) return []
      const name = option.flags.at(-1)!
      if (namesSettings(option, node))
        return [`${name} names settings, which may run or write something: say unknown, or in a note why not`]
      const isPlace = option.flags.some((flag) => PLACE.test(flag))
      return isPlace ? [`${name} says where it works: say its place, or what else its value is`] : []
    }),
  )
  return [...new Set(problems)]
}

/** Applies only to calls that change nothing: otherwise, settings add little danger. */
function namesSettings(option: Option, { lineage }: CommandNode): boolean {
  const isPath = parameterRules(option).some(({ value }) => value?.kind === 'path')
  if (!isPath && option.type !== 'file' && option.type !== 'directory') return false
  const words = option.flags.flatMap((flag) =>
    flag
      .replace(/^[-+]+/, '')
      .toLowerCase()
      .split(/[-_.]/),
  )
  if (!words.some((word) => SETTINGS.test(word))) return false
  return isReadOnly({ ...inheritedEffects(lineage), network: false, subprocess: false })
}

/** Whether a rule states more than that a file is read. */
function isDecided({ unknown, value, effects, note, reach, changes }: ParameterRule): boolean {
  if (unknown === true || effects?.filesystem?.write === true) return true
  if ([note, reach, changes].some((said) => said !== undefined)) return true
  if (value?.kind !== 'path') return value !== undefined
  return value.place !== undefined || value.access.includes('execute')
}
