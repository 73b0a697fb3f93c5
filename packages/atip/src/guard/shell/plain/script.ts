import type { AndOr, Command, ParsedScript, Pipeline, Statement } from 'unbash'
import { commandAt } from './command.js'
import { afterBlankLines, afterBlanks, endOf } from './match.js'

/**
 * The tree that the parser makes of a line, without the parser, which is half of the code that a hook would load: of
 * simple commands with pipes, lists and files between them, as nearly all lines are. Undefined for a line with anything
 * else in it, or anything that is not certain.
 */
export function plainScript(text: string): ParsedScript | undefined {
  if (CONTROLS.test(text)) return undefined
  const commands: Statement[] = []
  let pos = afterBlankLines(text, 0)
  while (pos < text.length) {
    const command = andOrAt(text, pos)
    if (command === undefined) return undefined
    commands.push({ type: 'Statement', pos: command.pos, end: command.end, command, background: undefined })
    pos = afterBlanks(text, command.end)
    if (pos === text.length) break
    const separated = endOf(SEPARATOR, text, pos)
    if (separated === undefined) return undefined
    pos = afterBlankLines(text, separated)
  }
  if (commands.length === 0) return undefined
  return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands, errors: undefined }
}

/** Shells differ in what they make of these, even in quotes. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/

/** None of them is the beginning of a longer one: `;&`, `;;`, `||`. */
const SEPARATOR = /[;\n](?![&|;])/y
const AND_OR = /&&|\|\|/y
const PIPE = /\|&?(?![&|;])/y

function andOrAt(text: string, pos: number): AndOr | Pipeline | Command | undefined {
  const chain = chainAt(text, pos, AND_OR, pipelineAt)
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'AndOr', pos, ...chain } as AndOr
}

function pipelineAt(text: string, pos: number): Pipeline | Command | undefined {
  const chain = chainAt(text, pos, PIPE, commandAt)
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'Pipeline', pos, prefixes: [], ...chain } as Pipeline
}

/** Commands with operators between them, behind which lines may be empty. */
function chainAt<Node extends { end: number }>(
  text: string,
  pos: number,
  operator: RegExp,
  nodeAt: (text: string, pos: number) => Node | undefined,
): { end: number; commands: Node[]; operators: string[] } | undefined {
  const commands: Node[] = []
  const operators: string[] = []
  for (let start = pos; ;) {
    const command = nodeAt(text, start)
    if (command === undefined) return undefined
    commands.push(command)
    const before = afterBlanks(text, command.end)
    const after = endOf(operator, text, before)
    if (after === undefined) return { end: command.end, commands, operators }
    operators.push(text.slice(before, after))
    start = afterBlankLines(text, after)
  }
}
