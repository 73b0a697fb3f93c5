import {
  parameterRules,
  type AtipTool,
  type Leftover,
  type ParsedCall,
  type Use,
  type ValueMeaning,
} from '@atip/protocol/calls'
import { isUnknown, knownText, readable, type ShellPart, type Unknown, type Word } from '../shell/word.js'
import { tellsOfSecret } from '../places/index.js'
import { meaningsOf } from './searches.js'

interface Known {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
}

/**
 * The option, the command or the value that is not in everyday use; undefined if all of them are. What descriptions miss is rare:
 * where everyday calls are stated, only these are trusted.
 */
export function rarePart({ words, tool, call }: Known): string | undefined {
  const { ordinary } = tool['x-atip'] ?? {}
  if (ordinary === undefined || asksForItself(call)) return undefined
  const program = knownText(words[0] ?? []).replace(/^.*\//, '')
  const path = call.path.filter((name) => name !== '')
  const written = commandsWritten(call)
  const reads = readOptions(written, ordinary)
  // Descriptions of services have one name for many commands.
  const names = reads === NO_SERVICE ? path : written
  const options = optionsOf([program, ...names], ordinary) ?? optionsOf([tool.name, ...names], ordinary) ?? reads
  if (options === undefined || options === NO_SERVICE) return [program, ...written].join(' ')
  // What stands before a command is an option of what is above it.
  const above = path.map((_, end) => optionsOf([program, ...path.slice(0, end)], ordinary) ?? [])
  const known = new Set([...options, ...above.flat()])
  const text = textOfTheMoment(words, call, known)
  if (text !== undefined) return text
  if (options.includes('*')) return path.length === 0 ? fileOption(call, known) : rareValue(call)
  const rare = rareOption(call, known) ?? call.leftovers.find((leftover) => !isListed(leftover, known))?.word
  return rare ?? rareValue(call)
}

/** The names of its commands as they are written: what a name is an alias of may be another command. */
function commandsWritten({ argv, pathEnd, uses, leftovers }: ParsedCall): string[] {
  const taken = new Set(leftovers.map(({ index }) => index))
  for (const {
    index,
    words: [value],
  } of uses) {
    taken.add(index)
    if (argv[index + 1] === value) taken.add(index + 1)
  }
  return argv.slice(1, pathEnd + 1).filter((_, at) => !taken.has(at + 1))
}

/** In a list of options: the program takes any text for its operands; behind an option, for its value. */
const ANY_TEXT = '…'

/** A word that may turn out to be anything, given to a program that does not take any text. */
function textOfTheMoment(words: readonly Word[], call: ParsedCall, known: ReadonlySet<string>): string | undefined {
  if (known.has(ANY_TEXT)) return undefined
  const values = new Set(
    call.uses
      .filter((use) => use.kind === 'option' && known.has(use.flag + ANY_TEXT))
      .flatMap(({ index, words: [value] }) => (call.argv[index + 1] === value ? [index, index + 1] : [index])),
  )
  // Behind `--`, tools with plain options have only operands.
  const end = known.has('*') && call.path.every((name) => name === '') ? call.argv.indexOf('--') : -1
  const isPlaced = (at: number) => values.has(at) || (end !== -1 && at > end)
  const index = words.findIndex((word, at) =>
    word.some((part) => isAnything(part) && !(part.shape === 'word' && isPlaced(at))),
  )
  return index < 1 ? undefined : `${readable(words[index]!)}, text that is known only when it runs,`
}

/** Not a number, a revision, a single name, or the name of a file that something listed. */
function isAnything(part: ShellPart): part is Unknown {
  if (!isUnknown(part) || part.shape === 'plain' || part.shape === 'operand') return false
  return !part.from.has('names') && !part.from.has('temporary')
}

/** An option that names a file, of a program whose other options only say what is shown: its file may show what it holds. */
function fileOption(call: ParsedCall, known: ReadonlySet<string>): string | undefined {
  for (const use of call.uses)
    if (use.kind === 'option' && !known.has(use.flag) && formsOf(use, call).includes('path')) return use.flag
  return undefined
}

/** A word that a program may not take as it is written, but for the place of what it shall read, run or send. */
function rareValue(call: ParsedCall): string | undefined {
  const left = call.leftovers.find(({ word }) => hasRareForm(word.replace(/^-[^=]*=/, ''), []))
  const rare = call.uses.flatMap((use) => use.words.filter((word) => hasRareForm(word, formsOf(use, call))))
  return left?.word ?? rare[0]
}

type Form = ValueMeaning['kind'] | 'parts'

function formsOf(use: Use, call: ParsedCall): Form[] {
  // What only some values are, these are not.
  const { parameter } = use
  const some = parameterRules(parameter).filter(({ when }) => when?.like !== undefined)
  const meanings = meaningsOf(use, call).filter((meaning) => some.every(({ value }) => value !== meaning))
  const hasParts = meanings.some((meaning) => meaning.kind === 'path' && meaning.after !== undefined)
  return [...meanings.map(({ kind }) => kind), ...(hasParts || use.parameter.type === 'url' ? ['parts' as const] : [])]
}

/** What is written in a language, or for other programs, is looked at as such, and may have any form. */
const FREE: ReadonlySet<Form> = new Set<Form>([
  'code',
  'command',
  'environment',
  'filter',
  'package',
  'pattern',
  'variable',
])

/** `@args`, `|date`, `file:notes`, `ext::date`, `oci://host/x`; not the revisions `@{u}` and `@~1`. */
function hasRareForm(word: string, forms: readonly Form[]): boolean {
  if (forms.some((form) => FREE.has(form))) return false
  if (/^fileb?:\/\//i.test(word) || /[\r\n]/.test(word)) return true
  if (forms.includes('text')) return false
  if (/^(?:[<>|`]|@(?![{~^.:]|$))|\$\(|^(?:file|data|ext|fd|pipe):/i.test(word)) return true
  if (forms.includes('parts') || /^(?:https?|wss?|tcp|\w+sql|postgres|redis|mongodb):\/\//i.test(word)) return false
  // Before a colon, files have a name of what reads them, or of a machine; other words often have one: `node:20-alpine`.
  return /::/.test(word) || (forms.includes('path') ? /^[a-z][\w+-]+:/i : /^[\w+-]{2,}:[/.~@|<]/).test(word)
}

function rareOption({ argv, uses }: ParsedCall, known: ReadonlySet<string>): string | undefined {
  const end = argv.indexOf('--')
  for (const use of uses) {
    if (use.kind === 'option') {
      if (!isNamed(use.flag, known)) return use.flag
    } else if (end !== -1 && use.index > end) {
      // Behind `--` there may be options of another program.
      const option = use.words.find((word) => /^-./.test(word) && !known.has(word))
      if (option !== undefined) return option
    }
  }
  return undefined
}

/** It is asked for its help or version, in whatever way, and for nothing else. */
function asksForItself({ argv, pathEnd, uses }: ParsedCall): boolean {
  const [only, ...others] = uses
  if (only === undefined || others.length > 0 || argv.length !== pathEnd + 2) return false
  return parameterRules(only.parameter).some(({ harmless }) => harmless === 'help' || harmless === 'version')
}

function optionsOf(call: readonly string[], ordinary: Readonly<Record<string, string[]>>): string[] | undefined {
  const words = call.join(' ')
  if (Object.hasOwn(ordinary, words)) return ordinary[words]
  const fitting = Object.keys(ordinary).find((pattern) => {
    if (!pattern.includes('*')) return false
    const parts = pattern.split(' ')
    return parts.length === call.length && parts.every((part, index) => fits(call[index]!, part))
  })
  return fitting === undefined ? undefined : ordinary[fitting]
}

/** Of a program that is no service, where commands are listed one by one. */
const NO_SERVICE = 'none'

/** Of `** list`: every command of that name, unless a part of one of its words tells of a secret, or is left out by `!word`. */
function readOptions(
  words: readonly string[],
  ordinary: Readonly<Record<string, string[]>>,
): string[] | typeof NO_SERVICE | undefined {
  const patterns = Object.keys(ordinary).filter((key) => key.startsWith('** '))
  if (patterns.length === 0) return NO_SERVICE
  const last = words.at(-1)
  const pattern = last === undefined ? undefined : patterns.find((key) => fits(last, key.slice(3)))
  if (pattern === undefined || words.some((name) => tellsOfSecret(name))) return undefined
  const options = ordinary[pattern]!
  const parts = words.flatMap((name) => [name, ...name.split('-')])
  return parts.some((part) => options.includes(`!${part}`)) ? undefined : options
}

/** `describe-*` is any word that begins so. */
function fits(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}

/** `-5` is a number of lines everywhere, and some tools take one dash for two. */
function isNamed(flag: string, known: ReadonlySet<string>): boolean {
  return known.has(flag) || known.has(flag.replace(/^--/, '-')) || /^-\d*$/.test(flag)
}

/** What the description does not list may be one of the everyday options all the same: `--format=json`, `-la`. */
function isListed({ reason, word }: Leftover, known: ReadonlySet<string>): boolean {
  if (reason !== 'unknown-option') return true
  const name = word.split('=', 1)[0]!
  if (isNamed(name, known)) return true
  return (
    /^-[^-]./.test(name) && Array.from(name.slice(1), (letter) => `-${letter}`).every((letter) => known.has(letter))
  )
}
