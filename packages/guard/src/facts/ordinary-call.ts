import { parameterRules, type AtipTool, type Leftover, type ParsedCall } from '@atip/protocol/calls'
import { knownText, type Word } from '../shell/word.js'

interface Known {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
}

/**
 * Whether a call is one of those for which the description is trusted. What descriptions miss are rare commands and
 * options; where everyday calls are stated, any other call is a question.
 */
export function isOrdinaryCall({ words, tool, call }: Known): boolean {
  const { ordinary } = tool['x-atip'] ?? {}
  if (ordinary === undefined || asksForItself(call)) return true
  const program = knownText(words[0] ?? []).replace(/^.*\//, '')
  const path = call.path.filter((name) => name !== '')
  const options = optionsOf([program, ...path], ordinary) ?? optionsOf([tool.name, ...path], ordinary)
  if (options === undefined) return false
  if (options.includes('*')) return true
  const known = new Set([...options, ...(optionsOf([program], ordinary) ?? [])])
  const end = call.argv.indexOf('--')
  const isListed = call.uses.every((use) => {
    if (use.kind === 'option') return isNamed(use.flag, known)
    // Behind `--` there may be options of another program.
    return end === -1 || use.index < end || use.words.every((word) => !/^-./.test(word) || known.has(word))
  })
  return isListed && call.leftovers.every((leftover) => isUnderstood(leftover, known))
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

/** An option that the description does not list may be one of the everyday ones all the same: `--format=json`, `-la`. */
function isUnderstood({ reason, word }: Leftover, known: ReadonlySet<string>): boolean {
  if (reason !== 'unknown-option') return true
  const name = word.split('=', 1)[0]!
  if (isNamed(name, known)) return true
  return /^-[^-]./.test(name) && [...name.slice(1)].every((letter) => known.has(`-${letter}`))
}
