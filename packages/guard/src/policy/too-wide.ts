import { findCommand, isReadOnly, parseArgv, walkCommands, type AtipTool, type ToolLookup } from '@atip/protocol/calls'
import { absolutePattern, pathFits } from './glob.js'
import { namesDestruction } from './match.js'
import type { PolicyRule } from './types.js'
import { handedOver, handsOver, onlyReads } from './width.js'

/** Why an allow rule is too wide, and how to narrow it. */
export interface TooWide {
  why: string
  /** `exact`: only these words. `paths`: only some files. `words`: with more words, such as these. */
  narrow: { by: 'exact' } | { by: 'paths' } | { by: 'words'; words: string[]; exact?: true }
}

/** An allow rule must be about one thing. Rules that ask or deny may be as wide as they like. */
export function tooWide(rule: PolicyRule, places: { lookup: ToolLookup; home: string }): TooWide | undefined {
  const { command, tools, paths, isExact = false } = rule
  if (rule.decision !== 'allow') return undefined
  const everywhere = paths?.find((pattern) => isEverywhere(pattern, places.home))
  if (everywhere !== undefined) {
    return { why: `the pattern ${everywhere} includes your whole home folder`, narrow: { by: 'paths' } }
  }
  if (paths !== undefined && command === undefined && tools === undefined) return undefined
  if (command === undefined) return aboutNoCommand(rule)
  const [program] = command as [string, ...string[]]
  const tool = places.lookup(program)
  const isBare = command.length === 1 && !program.includes('/')
  if (!isExact) {
    const handed = tool && aboutHandingOver(tool, command)
    if (handed !== undefined) return handed
    if (isBare && paths === undefined && !onlyReads(command, places.lookup)) return aboutBare(program, tool)
    if (namesDestruction(rule) && paths === undefined) {
      return { why: `it would allow every ${command.join(' ')} that destroys data`, narrow: { by: 'exact' } }
    }
  }
  return undefined
}

function aboutNoCommand({ tools }: PolicyRule): TooWide | undefined {
  const what = tools === undefined ? 'every command with these effects' : `everything that ${tools.join(', ')} can do`
  const [name] = tools?.filter((one) => !/[*?]/.test(one)) ?? []
  return { why: `it would allow ${what}`, narrow: { by: 'words', words: [name ?? 'PROGRAM', 'COMMAND'] } }
}

function aboutBare(program: string, tool: AtipTool | undefined): TooWide {
  const why = `it would allow everything that ${program} can do`
  const example = tool && exampleCommand(tool)
  if (example !== undefined) return { why, narrow: { by: 'words', words: [program, ...example] } }
  return { why, narrow: tool === undefined ? { by: 'exact' } : { by: 'paths' } }
}

/** The operands of `sudo`, `ssh` and `python3 -c` are other commands or code, so anything could follow. */
function aboutHandingOver(tool: AtipTool, command: readonly string[]): TooWide | undefined {
  const call = parseArgv(tool, [tool.name, ...command.slice(1)])
  if (!handsOver(tool, call)) return undefined
  const given = call.uses.flatMap(({ parameter }) => handedOver(parameter) ?? [])
  if (given.length > 0 && given.every((kind) => kind === 'script')) return undefined
  const why = `any command or code could follow ${command.join(' ')}`
  if (given.length > 0) return { why, narrow: { by: 'exact' } }
  const operands = findCommand(tool, call.path)?.command.arguments ?? []
  if (command.length === 1 && operands.some((one) => handedOver(one) === 'script'))
    return { why, narrow: { by: 'words', words: [...command, 'SCRIPT'] } }
  return { why, narrow: { by: 'words', words: [...command, 'COMMAND'], exact: true } }
}

/** The first command that needs a question but destroys nothing. */
function exampleCommand(tool: AtipTool): string[] | undefined {
  for (const { path, command } of walkCommands(tool)) {
    const { effects } = command
    const isAsked = effects !== undefined && effects.destructive === false && !isReadOnly(effects)
    if (path.length > 0 && isAsked && !path.includes('')) return path
  }
  return undefined
}

/** Whether the pattern fits any file of the home. A relative pattern starts at the cwd, which may be the home. */
function isEverywhere(pattern: string, home: string): boolean {
  return pathFits(absolutePattern(pattern, home, home), `${home}/any-file`)
}
