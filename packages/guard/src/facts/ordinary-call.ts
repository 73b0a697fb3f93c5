import {
  parameterRules,
  type AtipTool,
  type Leftover,
  type ParsedCall,
  type Use,
  type ValueMeaning,
} from '@atip/protocol/calls'
import { decode } from '../shell/encoded.js'
import { isUnknown, knownText, readable, type ShellPart, type Unknown, type Word } from '../shell/word.js'
import { tellsOfSecret } from '../places/index.js'
import { meaningsOf } from './searches.js'

interface Known {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
}

/**
 * Why the description of a call is not trusted alone: an option, a command or a value is not in everyday use. Undefined
 * if all of them are. Where a description lists everyday calls, only these are trusted: mistakes concern rare ones.
 */
export function whyRare({ words, tool, call }: Known): string | undefined {
  const { ordinary } = tool['x-atip'] ?? {}
  if (ordinary === undefined || asksForItself(call)) return undefined
  const program = knownText(words[0] ?? []).replace(/^.*\//, '')
  const path = call.path.filter((name) => name !== '')
  const written = commandsWritten(call)
  const reads = readOptions(written, ordinary)
  // In descriptions of services, one name covers many commands.
  const names = reads === NO_SERVICE ? path : written
  const options = optionsOf([program, ...names], ordinary) ?? optionsOf([tool.name, ...names], ordinary) ?? reads
  if (options === undefined || options === NO_SERVICE) return untested([program, ...written].join(' '))
  // An option before a command belongs to the command above it.
  const above = path.map((_, end) => optionsOf([program, ...path.slice(0, end)], ordinary) ?? [])
  const known = new Set([...options, ...above.flat()])
  const text = textOfTheMoment(words, call, known)
  if (text !== undefined) return text
  if (options.includes('*')) return untested(path.length === 0 ? fileOption(call, known) : rareValue(call))
  const rare = rareOption(call, known) ?? call.leftovers.find((leftover) => !isListed(leftover, known))?.word
  return untested(rare ?? rareValue(call))
}

function untested(part: string | undefined): string | undefined {
  return part && `atip's description of ${readable(decode(part))} is not well tested; it may do more`
}

/** The names of its commands as they are written: the target of an alias may be another command. */
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

/** In a list of options, alone: the program takes any text as operands; after an option: as its value. */
const ANY_TEXT = '…'

/** An unknown word of any text, given to a program that does not take such texts. */
function textOfTheMoment(words: readonly Word[], call: ParsedCall, known: ReadonlySet<string>): string | undefined {
  if (known.has(ANY_TEXT)) return undefined
  const values = new Set(
    call.uses
      .filter((use) => use.kind === 'option' && known.has(use.flag + ANY_TEXT))
      .flatMap(({ index, words: [value] }) => (call.argv[index + 1] === value ? [index, index + 1] : [index])),
  )
  // After `--`, tools with plain options have only operands.
  const end = known.has('*') && call.path.every((name) => name === '') ? call.argv.indexOf('--') : -1
  const isPlaced = (at: number) => values.has(at) || (end !== -1 && at > end)
  const index = words.findIndex((word, at) =>
    word.some((part) => isAnything(part) && !(part.shape === 'word' && isPlaced(at))),
  )
  if (index < 1) return undefined
  const word = readable(words[index]!)
  return `${word === '…' ? 'a word' : word} is known only when it runs, and may be more than a name`
}

/** Whether it is more than a number, a revision, a single name, or the name of a file that was listed. */
function isAnything(part: ShellPart): part is Unknown {
  if (!isUnknown(part) || part.shape === 'plain' || part.shape === 'operand') return false
  return !part.from.has('names') && !part.from.has('temporary')
}

/** An option that names a file, in a program whose other options only select what is shown: it may show the file. */
function fileOption(call: ParsedCall, known: ReadonlySet<string>): string | undefined {
  for (const use of call.uses)
    if (use.kind === 'option' && !known.has(use.flag) && formsOf(use, call).includes('path')) return use.flag
  return undefined
}

/** A word that a program may not take literally, unless it is the place of what it reads, runs or sends. */
function rareValue(call: ParsedCall): string | undefined {
  const left = call.leftovers.find(({ word }) => hasRareForm(word.replace(/^-[^=]*=/, ''), []))
  const rare = call.uses.flatMap((use) => use.words.filter((word) => hasRareForm(word, formsOf(use, call))))
  return left?.word ?? rare[0]
}

type Form = ValueMeaning['kind'] | 'parts'

function formsOf(use: Use, call: ParsedCall): Form[] {
  // Meanings that only some values have do not count.
  const { parameter } = use
  const some = parameterRules(parameter).filter(({ when }) => when?.like !== undefined)
  const meanings = meaningsOf(use, call).filter((meaning) => some.every(({ value }) => value !== meaning))
  const hasParts = meanings.some((meaning) => meaning.kind === 'path' && meaning.after !== undefined)
  return [...meanings.map(({ kind }) => kind), ...(hasParts || use.parameter.type === 'url' ? ['parts' as const] : [])]
}

/** Code and words for other programs are judged as such, and may have any form. */
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
  // In paths, the prefix before a colon may name a handler or a machine. Other words often have one: `node:20-alpine`.
  return /::/.test(word) || (forms.includes('path') ? /^[a-z][\w+-]+:/i : /^[\w+-]{2,}:[/.~@|<]/).test(word)
}

function rareOption({ argv, uses }: ParsedCall, known: ReadonlySet<string>): string | undefined {
  const end = argv.indexOf('--')
  for (const use of uses) {
    if (use.kind === 'option') {
      if (!isNamed(use.flag, known)) return use.flag
    } else if (end !== -1 && use.index > end) {
      // After `--` there may be options of another program.
      const option = use.words.find((word) => /^-./.test(word) && !known.has(word))
      if (option !== undefined) return option
    }
  }
  return undefined
}

/** Whether it only asks for help or the version, in any form. */
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

/** The program is no service: its commands are listed one by one. */
const NO_SERVICE = 'none'

/** `** list` is every command of that name, unless a part of a word suggests a secret or is excluded by `!word`. */
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

/** `describe-*` fits any word with that prefix. */
function fits(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}

/** `-5` is a number of lines in every tool, and some tools take one dash for two. */
function isNamed(flag: string, known: ReadonlySet<string>): boolean {
  return known.has(flag) || known.has(flag.replace(/^--/, '-')) || /^-\d*$/.test(flag)
}

/** An option that the description does not list may still be an everyday one: `--format=json`, `-la`. */
function isListed({ reason, word }: Leftover, known: ReadonlySet<string>): boolean {
  if (reason !== 'unknown-option') return true
  const name = word.split('=', 1)[0]!
  if (isNamed(name, known)) return true
  return (
    /^-[^-]./.test(name) && Array.from(name.slice(1), (letter) => `-${letter}`).every((letter) => known.has(letter))
  )
}
