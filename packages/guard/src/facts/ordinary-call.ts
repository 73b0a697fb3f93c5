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
  const isListed = call.uses.every(({ kind, index, parameter }) => {
    if (kind !== 'option') return true
    const letters = 'flags' in parameter ? parameter.flags.filter((flag) => flag.length === 2) : []
    return isKnown(call.argv[index] ?? '', known, letters)
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

/** An option as it is written: `--format=json`, `-n5`, `-la` and `xzf`, of which one of `letters` is meant. */
function isKnown(word: string, known: ReadonlySet<string>, letters: readonly string[]): boolean {
  const name = word.split('=', 1)[0]!
  if (known.has(name) || /^-\d+$/.test(name)) return true
  return /^[-+]?[^-]./.test(name) && letters.some((letter) => known.has(letter) && name.includes(letter[1]!))
}

function isUnderstood({ reason, word }: Leftover, known: ReadonlySet<string>): boolean {
  if (reason !== 'unknown-option') return true
  const name = word.split('=', 1)[0]!
  if (known.has(name) || /^-\d*$/.test(name)) return true
  return /^-[^-]./.test(name) && [...name.slice(1)].every((letter) => known.has(`-${letter}`))
}
