import type { Assignment, Command, HereDoc, Redirection, Word } from 'unbash'
import { afterBlanks, endsAt } from './match.js'
import { wordAt, type ReadScript } from './word.js'

const RESERVED = 'if then else elif fi do done for while until in case esac function select coproc time !'.split(' ')
/** Behind these, `a=b` is an assignment as well. */
const DECLARES = ['local', 'alias', 'export', 'declare', 'typeset', 'readonly']

/** What is known while a line is read. */
export interface Reading {
  script: ReadScript
  /** The one of this line, until a command has taken it. */
  hereDocument: HereDoc | undefined
  /** How many loops are open. */
  loops: number
}

/** The simple command that begins here; undefined if there is none, or if anything in it is not certain. */
export function commandAt(text: string, pos: number, reading: Reading): Command | undefined {
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

/** An `&>` belongs to the command. */
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
  // The value of `a+=b` is not all of it.
  if (plus !== '' || value === undefined) return undefined
  return { type: 'Assignment', pos, end, text: word.text, name, append: undefined, index: undefined, value }
}

/** Others there are, `<>` and `>|`: what follows these is no word then. */
const OPERATORS = ['>>', '>&', '>', '<', '&>>', '&>'] as const

function isRedirection(text: string, pos: number): boolean {
  return '<>'.includes(text[pos]!) || text.startsWith('&>', pos) || endOfDescriptor(text, pos) > pos
}

/** `2>`: one digit; other numbers are no words in front of an operator. */
function endOfDescriptor(text: string, pos: number): number {
  const isOne = '0123456789'.includes(text[pos]!) && (text[pos + 1] === '>' || text[pos + 1] === '<')
  return isOne ? pos + 1 : pos
}

function redirectionAt(text: string, pos: number, reading: Reading): Redirection | undefined {
  const start = endOfDescriptor(text, pos)
  if (text.startsWith('<<', start)) return takeHereDocument(pos, reading)
  const operator = OPERATORS.find((one) => text.startsWith(one, start))!
  const target = wordAt(text, afterBlanks(text, start + operator.length), reading.script)
  if (target === undefined) return undefined
  // A file may stand there, too, and a descriptor that is moved.
  if (operator === '>&' && !(target.text.length === 1 && '0123456789-'.includes(target.text))) return undefined
  const descriptor =
    start === pos ? undefined : ({ type: 'FileDescriptor', pos, end: start, value: Number(text[pos]) } as const)
  return { type: 'Redirect', pos, end: target.end, operator, descriptor, target }
}

function takeHereDocument(pos: number, reading: Reading): HereDoc | undefined {
  const { hereDocument } = reading
  if (hereDocument?.pos !== pos) return undefined
  reading.hereDocument = undefined
  return hereDocument
}
