import type { Assignment, Command, HereDoc, Redirection, Word } from 'unbash'
import { afterBlanks, endsAt } from './match.js'
import { wordAt, type ReadScript } from './word.js'

const RESERVED = 'if then else elif fi do done for while until in case esac function select coproc time !'.split(' ')
/** After these commands, `a=b` is an assignment too. */
const DECLARES = ['local', 'alias', 'export', 'declare', 'typeset', 'readonly']

/** The state of the parser. */
export interface PlainReader {
  script: ReadScript
  /** The here-document of this line, until its command has taken it. */
  hereDocument: HereDoc | undefined
  /** How many loops are open. */
  loops: number
}

/** The simple command at `pos`. Undefined if there is none, or if anything in it needs the full parser. */
export function commandAt(text: string, pos: number, reading: PlainReader): Command | undefined {
  const prefix: (Assignment | Redirection)[] = []
  const suffix: (Assignment | Redirection | Word)[] = []
  let name: Word | undefined
  let end = pos
  for (let next = pos; !isOver(text, next); next = afterBlanks(text, end)) {
    const mayAssign = name === undefined || DECLARES.includes(name.text)
    const item = isRedirection(text, next)
      ? redirectionAt(text, next, reading)
      : wordOrAssignmentAt(text, next, reading.script, mayAssign)
    if (item === undefined) return undefined
    if (name !== undefined) suffix.push(item)
    else if (item.type !== 'Word') prefix.push(item)
    else if (RESERVED.includes(item.text)) return undefined
    else name = item
    end = item.end
  }
  if (end === pos) return undefined
  const args = suffix.filter((item) => item.type === 'Word' || item.type === 'Assignment')
  const redirects = [...prefix, ...suffix].filter((item) => item.type !== 'Word' && item.type !== 'Assignment')
  return { type: 'Command', pos, end, name, prefix, suffix, args, redirects }
}

/** `&>` is a redirection and does not end the command. */
function isOver(text: string, pos: number): boolean {
  return endsAt(text, pos, ';|&\n') && !text.startsWith('&>', pos)
}

function wordOrAssignmentAt(
  text: string,
  at: number,
  read: ReadScript,
  mayAssign: boolean,
): Word | Assignment | undefined {
  const word = wordAt(text, at, read)
  if (!mayAssign || word?.text.includes('=') !== true) return word
  const [, name, plus] = /^([A-Za-z_]\w*)(\+?)=/.exec(word.text) ?? []
  if (name === undefined) return word
  const { pos, end } = word
  const start = pos + name.length + 1
  const value: Word | undefined = start === end ? { ...word, text: '', value: '', pos: end } : wordAt(text, start, read)
  // `a+=b` appends, which needs the full parser.
  if (plus !== '' || value === undefined) return undefined
  return { type: 'Assignment', pos, end, text: word.text, name, append: undefined, index: undefined, value }
}

/** Other operators, such as `<>` and `>|`, are rejected because no word follows their first character. */
const OPERATORS = ['>>', '>&', '>', '<', '&>>', '&>'] as const

function isRedirection(text: string, pos: number): boolean {
  return '<>'.includes(text[pos]!) || text.startsWith('&>', pos) || endOfDescriptor(text, pos) > pos
}

/** `2>`: one digit. Longer numbers in front of an operator are rejected by `wordAt`. */
function endOfDescriptor(text: string, pos: number): number {
  const isOne = '0123456789'.includes(text[pos]!) && (text[pos + 1] === '>' || text[pos + 1] === '<')
  return isOne ? pos + 1 : pos
}

function redirectionAt(text: string, pos: number, reading: PlainReader): Redirection | undefined {
  const start = endOfDescriptor(text, pos)
  if (text.startsWith('<<', start)) return takeHereDocument(pos, reading)
  const operator = OPERATORS.find((one) => text.startsWith(one, start))!
  const target = wordAt(text, afterBlanks(text, start + operator.length), reading.script)
  if (target === undefined) return undefined
  // Other targets may be files or moved descriptors.
  if (operator === '>&' && !(target.text.length === 1 && '0123456789-'.includes(target.text))) return undefined
  const descriptor =
    start === pos ? undefined : ({ type: 'FileDescriptor', pos, end: start, value: Number(text[pos]) } as const)
  return { type: 'Redirect', pos, end: target.end, operator, descriptor, target }
}

function takeHereDocument(pos: number, reading: PlainReader): HereDoc | undefined {
  const { hereDocument } = reading
  if (hereDocument?.pos !== pos) return undefined
  reading.hereDocument = undefined
  return hereDocument
}
