import { parameterRules, type AtipTool, type Leftover, type ParsedCall } from '@atip/protocol/calls'
import { knownText, type Word } from '../shell/word.js'

interface Known {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
}

/**
 * The option, or the command, that is not in everyday use; undefined if all of them are. What descriptions miss are rare
 * commands and options: where everyday calls are stated, only these are trusted.
 */
export function rarePart({ words, tool, call }: Known): string | undefined {
  const { ordinary } = tool['x-atip'] ?? {}
  if (ordinary === undefined || asksForItself(call)) return undefined
  const program = knownText(words[0] ?? []).replace(/^.*\//, '')
  const path = call.path.filter((name) => name !== '')
  const options = optionsOf([program, ...path], ordinary) ?? optionsOf([tool.name, ...path], ordinary)
  if (options === undefined) return [program, ...path].join(' ')
  if (options.includes('*')) return undefined
  // What stands before a command is an option of what is above it.
  const above = path.map((_, end) => optionsOf([program, ...path.slice(0, end)], ordinary) ?? [])
  const known = new Set([...options, ...above.flat()])
  return rareOption(call, known) ?? call.leftovers.find((leftover) => !isListed(leftover, known))?.word
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
