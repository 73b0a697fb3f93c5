import type { Assignment, Command, Redirection, Word } from 'unbash'
import { afterBlanks, endOf } from './match.js'
import { wordAt } from './word.js'

const RESERVED = new Set(
  'if then else elif fi do done for while until in case esac function select coproc time !'.split(' '),
)
/** Behind these, `a=b` is an assignment as well. */
const DECLARES = new Set('local alias export declare typeset readonly'.split(' '))

/** What a command ends with; an `&>` belongs to it. */
const END = /[;|\n]|&(?!>)|$/y

/** The simple command that begins here; undefined if there is none, or if anything in it is not certain. */
export function commandAt(text: string, pos: number): Command | undefined {
  const prefix: (Assignment | Redirection)[] = []
  const suffix: (Assignment | Redirection | Word)[] = []
  let name: Word | undefined
  let end = pos
  for (let next = pos; endOf(END, text, next) === undefined; next = afterBlanks(text, end)) {
    const mayAssign = name === undefined || DECLARES.has(name.text)
    const item = isRedirection(text, next)
      ? redirectionAt(text, next)
      : mayAssign && isAssignment(text, next)
        ? assignmentAt(text, next)
        : wordAt(text, next)
    if (item === undefined) return undefined
    if (name !== undefined) suffix.push(item)
    else if (item.type !== 'Word') prefix.push(item)
    else if (RESERVED.has(item.text)) return undefined
    else name = item
    end = item.end
  }
  if (end === pos) return undefined
  const args = suffix.filter((item) => item.type === 'Word' || item.type === 'Assignment')
  const redirects = [...prefix, ...suffix].filter((item) => item.type !== 'Word' && item.type !== 'Assignment')
  return { type: 'Command', pos, end, name, prefix, suffix, args, redirects }
}

const NAME = /[A-Za-z_]\w*/y
const ASSIGNMENT = /[A-Za-z_]\w*\+?=/y

function isAssignment(text: string, pos: number): boolean {
  return endOf(ASSIGNMENT, text, pos) !== undefined
}

function assignmentAt(text: string, pos: number): Assignment | undefined {
  const nameEnd = endOf(NAME, text, pos)!
  if (text[nameEnd] !== '=') return undefined
  const start = nameEnd + 1
  const isEmpty = /^[ \t\n;|&]?$/.test(text.charAt(start))
  const value: Word | undefined = isEmpty
    ? { type: 'Word', text: '', value: '', pos: start, end: start, parts: undefined }
    : wordAt(text, start)
  if (value === undefined) return undefined
  const { end } = value
  const name = text.slice(pos, nameEnd)
  return { type: 'Assignment', pos, end, text: text.slice(pos, end), name, append: undefined, index: undefined, value }
}

/** Others there are, `<>` and `>|` and here-documents: what follows these is no word then. */
const OPERATOR = /[0-9]?(?:>>|>&|>|<)|&>>?/y

function isRedirection(text: string, pos: number): boolean {
  return endOf(OPERATOR, text, pos) !== undefined
}

function redirectionAt(text: string, pos: number): Redirection | undefined {
  const operatorEnd = endOf(OPERATOR, text, pos)!
  const descriptorEnd = endOf(/[0-9]/y, text, pos)
  const operator = text.slice(descriptorEnd ?? pos, operatorEnd) as '>' | '>>' | '<' | '>&' | '&>' | '&>>'
  const target = wordAt(text, afterBlanks(text, operatorEnd))
  if (target === undefined) return undefined
  // A file may stand there, too, and a descriptor that is moved.
  if (operator === '>&' && !/^[0-9-]$/.test(target.text)) return undefined
  const descriptor =
    descriptorEnd === undefined
      ? undefined
      : ({ type: 'FileDescriptor', pos, end: descriptorEnd, value: Number(text[pos]) } as const)
  return { type: 'Redirect', pos, end: target.end, operator, descriptor, target }
}
