import type { AndOr, Command, ParsedScript, Pipeline, Statement } from 'unbash'
import { commandAt } from './command.js'
import { afterBlankLines, afterBlanks } from './match.js'

/**
 * The tree that the parser makes of a line, without the parser, which is half of the code that a hook would load: of
 * simple commands with pipes, lists and files between them, and of such commands in `$(…)`, as nearly all lines are. Undefined for a line with anything
 * else in it, or anything that is not certain.
 */
export function plainScript(text: string): ParsedScript | undefined {
  return CONTROLS.test(text) ? undefined : scriptFrom(text, 0)
}

function scriptFrom(text: string, start: number): ParsedScript | undefined {
  const commands: Statement[] = []
  let pos = afterBlankLines(text, start)
  while (pos < text.length) {
    const command = andOrAt(text, pos)
    if (command === undefined) return undefined
    commands.push({ type: 'Statement', pos: command.pos, end: command.end, command, background: undefined })
    pos = afterBlanks(text, command.end)
    if (pos === text.length) break
    const separator = operatorAt(SEPARATORS, text, pos)
    if (separator === undefined) return undefined
    pos = afterBlankLines(text, pos + separator.length)
  }
  if (commands.length === 0) return undefined
  return { type: 'Script', pos: start, end: text.length, shebang: undefined, commands, errors: undefined }
}

/** Shells differ in what they make of these, even in quotes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/

const SEPARATORS = [';', '\n']
const AND_OR = ['&&', '||']
const PIPES = ['|&', '|']

/** None that could be the beginning of a longer one: `;&`, `;;`, `||`. */
function operatorAt(operators: readonly string[], text: string, pos: number): string | undefined {
  const operator = operators.find((one) => text.startsWith(one, pos))
  return operator !== undefined && '&|;'.includes(text.charAt(pos + operator.length) || ' ') ? undefined : operator
}

function andOrAt(text: string, pos: number): AndOr | Pipeline | Command | undefined {
  const chain = chainAt(text, pos, AND_OR, pipelineAt)
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'AndOr', pos, ...chain } as AndOr
}

function pipelineAt(text: string, pos: number): Pipeline | Command | undefined {
  const chain = chainAt(text, pos, PIPES, (from, start) => commandAt(from, start, scriptFrom))
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'Pipeline', pos, prefixes: [], ...chain } as Pipeline
}

/** Commands with operators between them, behind which lines may be empty. */
function chainAt<Node extends { end: number }>(
  text: string,
  pos: number,
  among: readonly string[],
  nodeAt: (text: string, pos: number) => Node | undefined,
): { end: number; commands: Node[]; operators: string[] } | undefined {
  const commands: Node[] = []
  const operators: string[] = []
  for (let start = pos; ;) {
    const command = nodeAt(text, start)
    if (command === undefined) return undefined
    commands.push(command)
    const before = afterBlanks(text, command.end)
    const operator = operatorAt(among, text, before)
    if (operator === undefined) return { end: command.end, commands, operators }
    operators.push(operator)
    start = afterBlankLines(text, before + operator.length)
  }
}
