import { humanise } from '../../names.js'
import type { Option } from '../../types.js'
import type { Inspection } from '../inspection.js'
import type { Keys, Rule } from '../rule.js'

/** How options are named and written. */
export const optionNameDiffers: Rule = {
  id: 'option-name-differs',
  severity: 'info',
  summary: 'An option is named like one of its long flags',
  why: 'The name is what a model fills in and the flag what a person knows. Where they differ, examples and calls do not look alike.',
  *check(inspection) {
    for (const { keys, option } of optionsIn(inspection)) {
      const long = option.flags.map(wordOf).filter((word) => word.length > 1)
      if (long.length === 0 || option.flags.some((flag) => isTangled(flag))) continue
      const name = humanise(option.name)
      if (long.some((word) => name === humanise(word) || name === humanise(positiveOf(word)))) continue
      yield { at: [...keys, 'name'], message: `"${option.name}" is none of its flags; call it "${long[0]}"` }
    }
  },
}

export const flagSpacing: Rule = {
  id: 'flag-spacing',
  severity: 'warning',
  summary: 'A flag is the bare word that is typed, one per entry',
  why: 'Help texts write "-o, --output=FILE". Copied into one entry, it is a flag that cannot be typed: the option is never recognised, nor what x-atip says of it.',
  *check(inspection) {
    for (const { keys, option } of optionsIn(inspection)) {
      for (const [index, flag] of option.flags.entries()) {
        if (!isTangled(flag)) continue
        const words = flagsIn(flag)
        const advice =
          words.length === 0 ? 'write the bare flag' : `write ${words.map((word) => `"${word}"`).join(', ')}`
        yield { at: [...keys, 'flags', index], message: `"${flag}" cannot be typed as it is; ${advice}` }
      }
    }
  },
}

export const negatedOnly: Rule = {
  id: 'negated-only',
  severity: 'warning',
  summary: 'A switch that can only turn something off is named so',
  why: 'For a boolean option, true is the flag (decision 36). If "color" has only the flag --no-color, a model that asks for colour turns it off.',
  *check(inspection) {
    for (const { keys, option } of optionsIn(inspection)) {
      if (option.type !== 'boolean' || /^no(?![a-z])/i.test(option.name)) continue
      const long = option.flags.filter((flag) => flag.startsWith('--'))
      if (long.length === 0 || long.some((flag) => !flag.startsWith('--no-'))) continue
      if (humanise(positiveOf(wordOf(long[0]!))) !== humanise(option.name)) continue
      const message = `"${option.name}": true means ${long[0]}; call it "${wordOf(long[0]!)}", or list the flag that turns it on`
      yield { at: [...keys, 'name'], message }
    }
  },
}

function* optionsIn({ parameters }: Inspection): Generator<{ keys: Keys; option: Option }> {
  for (const site of parameters) if (site.kind !== 'argument') yield { keys: site.keys, option: site.parameter }
}

function isTangled(flag: string): boolean {
  return /[\s=,<]|\[no-?\]/.test(flag)
}

/** The flags inside `-o, --output=FILE`; both forms of `--[no-]color`. */
function flagsIn(text: string): string[] {
  const words = text.split(/[\s=,<|]+|\[=?(?!no-?\])/).filter((word) => /^--?[^-]/.test(word))
  return words.flatMap((word) => {
    const optional = /\[(no-?)\]/.exec(word)
    return optional === null ? [word] : [word.replace(optional[0], ''), word.replace(optional[0], optional[1]!)]
  })
}

function wordOf(flag: string): string {
  return flag.replace(/^(?:-+|[+/])/, '')
}

function positiveOf(word: string): string {
  return word.replace(/^no-/, '')
}
