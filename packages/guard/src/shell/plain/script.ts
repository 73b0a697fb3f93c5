import type { AndOr, Command, For, ParsedScript, Pipeline, Statement, Word } from 'unbash'
import { commandAt, type PlainReader } from './command.js'
import { hereDocumentIn } from './here-document.js'
import { afterBlankLines, afterBlanks, endsAt } from './match.js'
import { wordAt } from './word.js'

/**
 * Parses simple lines to the same AST as the full parser, which is half of the code that a hook would load. Returns
 * undefined for everything but simple commands, pipes, lists, redirections, `for`, `$(…)` and one final here-document.
 */
export function plainScript(text: string): ParsedScript | undefined {
  if (CONTROLS.test(text)) return undefined
  const hereDocument = text.includes('<<') ? hereDocumentIn(text) : undefined
  if (hereDocument === undefined) return scriptFrom(text, 0)
  const reading = readingOf(hereDocument)
  const script = scriptOf(text.slice(0, hereDocument.body!.pos - 1), 0, reading)
  return script !== undefined && reading.hereDocument === undefined ? { ...script, end: text.length } : undefined
}

/** Shells treat these characters differently, even in quotes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/

function scriptFrom(text: string, start: number): ParsedScript | undefined {
  return scriptOf(text, start, readingOf(undefined))
}

function readingOf(hereDocument: PlainReader['hereDocument']): PlainReader {
  return { script: scriptFrom, hereDocument, loops: 0 }
}

function scriptOf(text: string, start: number, reading: PlainReader): ParsedScript | undefined {
  const commands = statementsAt(text, start, reading, (pos) => pos === text.length)?.commands
  return commands && { type: 'Script', pos: start, end: text.length, shebang: undefined, commands, errors: undefined }
}

/** One or more statements, each followed by a separator or the end. */
function statementsAt(
  text: string,
  start: number,
  reading: PlainReader,
  isOver: (pos: number) => boolean,
): { commands: Statement[]; end: number } | undefined {
  const commands: Statement[] = []
  let pos = afterBlankLines(text, start)
  while (!isOver(pos)) {
    const command = andOrAt(text, pos, reading)
    if (command === undefined) return undefined
    commands.push({ type: 'Statement', pos: command.pos, end: command.end, command, background: undefined })
    pos = afterBlanks(text, command.end)
    if (pos === text.length) continue
    const separator = operatorAt(SEPARATORS, text, pos)
    if (separator === undefined) return undefined
    pos = afterBlankLines(text, pos + separator.length)
  }
  return commands.length === 0 ? undefined : { commands, end: pos }
}

const SEPARATORS = [';', '\n']
const AND_OR = ['&&', '||']
const PIPES = ['|&', '|']

/** Rejects an operator that may be the start of a longer one: `;&`, `;;`, `||`. */
function operatorAt(operators: readonly string[], text: string, pos: number): string | undefined {
  const operator = operators.find((one) => text.startsWith(one, pos))
  return operator !== undefined && '&|;'.includes(text.charAt(pos + operator.length) || ' ') ? undefined : operator
}

type ShellPart = Command | For

function andOrAt(text: string, pos: number, reading: PlainReader): AndOr | Pipeline | ShellPart | undefined {
  const chain = chainAt(text, pos, AND_OR, (start) => pipelineAt(text, start, reading))
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'AndOr', pos, ...chain } as AndOr
}

function pipelineAt(text: string, pos: number, reading: PlainReader): Pipeline | ShellPart | undefined {
  const chain = chainAt(text, pos, PIPES, (start) => loopAt(text, start, reading) ?? commandAt(text, start, reading))
  if (chain === undefined || chain.operators.length === 0) return chain?.commands[0]
  return { type: 'Pipeline', pos, prefixes: [], ...chain } as Pipeline
}

/** Commands joined by operators. Empty lines may follow an operator. */
function chainAt<Node extends { end: number }>(
  text: string,
  pos: number,
  among: readonly string[],
  nodeAt: (pos: number) => Node | undefined,
): { end: number; commands: Node[]; operators: string[] } | undefined {
  const commands: Node[] = []
  const operators: string[] = []
  for (let start = pos; ;) {
    const command = nodeAt(start)
    if (command === undefined) return undefined
    commands.push(command)
    const before = afterBlanks(text, command.end)
    const operator = operatorAt(among, text, before)
    if (operator === undefined) return { end: command.end, commands, operators }
    operators.push(operator)
    start = afterBlankLines(text, before + operator.length)
  }
}

const LOOP = /for[ \t]+([A-Za-z_]\w*)[ \t]+in[ \t]+/y
/** Deeper nesting goes to the full parser, which does not recurse. */
const DEEPEST = 4

/** `for NAME in WORD…; do STATEMENTS; done`, without redirections. */
function loopAt(text: string, pos: number, reading: PlainReader): For | undefined {
  if (!text.startsWith('for', pos) || reading.loops === DEEPEST) return undefined
  LOOP.lastIndex = pos
  const [head = '', name = ''] = LOOP.exec(text) ?? []
  if (head === '') return undefined
  const wordlist: Word[] = []
  let next = pos + head.length
  for (; !endsAt(text, next, ';\n'); next = afterBlanks(text, wordlist.at(-1)!.end)) {
    const word = wordAt(text, next, reading.script)
    if (word === undefined) return undefined
    wordlist.push(word)
  }
  const separator = operatorAt(SEPARATORS, text, next)
  const start = afterBlankLines(text, next + 1)
  if (wordlist.length === 0 || separator === undefined || !isWordAt(text, start, 'do')) return undefined
  reading.loops++
  const body = statementsAt(text, start + 'do'.length, reading, (at) => isWordAt(text, at, 'done'))
  reading.loops--
  if (body === undefined) return undefined
  const { commands, end } = body
  const nameAt = pos + head.indexOf(name, 'for'.length)
  return {
    type: 'For',
    pos,
    end: end + 'done'.length,
    name: { type: 'Word', text: name, value: name, pos: nameAt, end: nameAt + name.length, parts: undefined },
    wordlist,
    body: { type: 'CompoundList', pos: commands[0]!.pos, end: commands.at(-1)!.end, commands },
  }
}

function isWordAt(text: string, pos: number, word: string): boolean {
  return text.startsWith(word, pos) && endsAt(text, pos + word.length, ' \t\n;|&')
}
