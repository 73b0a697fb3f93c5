import type { Argument, CommandRule, Option } from '@atip/protocol'
import type { OptionList } from './option-list.js'
import { rulesIn, syntaxIn } from './rules.js'

/** Takes the claims that calls are harmless from a parameter. */
export function withoutCalm<P extends Option | Argument>(parameter: P): P {
  const extension = parameter['x-atip']
  if (extension === undefined || !isCalming(parameter)) return parameter
  const [first, ...others] = rulesIn(extension).filter(({ harmless }) => harmless === undefined)
  const result = { ...syntaxIn(extension), ...first, ...(others.length > 0 && { cases: others }) }
  const { 'x-atip': _, ...rest } = parameter
  return Object.keys(result).length === 0 ? (rest as P) : { ...(rest as P), 'x-atip': result }
}

export function isCalming({ 'x-atip': extension }: Option | Argument): boolean {
  if (extension === undefined) return false
  return extension.harmless !== undefined || extension.cases?.some(({ harmless }) => harmless !== undefined) === true
}

/**
 * Keeps options from calling a call harmless in which one of these parameters is given. Nobody trusted knows them, and a
 * word that is read wrongly may have taken `--help` as its value.
 */
export function withholdCalm(list: OptionList, names: readonly string[]): void {
  for (const [index, option] of list.options.entries()) {
    if (isCalming(option)) list.replace(index, { ...list.at(index), value: withheld(option, names) })
  }
}

export function withheld(option: Option, names: readonly string[]): Option {
  const { cases, ...own } = option['x-atip']!
  const extension = { ...heldBack(own, names), ...(cases && { cases: cases.map((rule) => heldBack(rule, names)) }) }
  return { ...option, 'x-atip': extension }
}

export function heldBack<R extends CommandRule>(rule: R, names: readonly string[]): R {
  if (rule.harmless === undefined) return rule
  const before = rule.when?.without
  // Shared where it can be: there may be hundreds.
  const without = before === undefined ? (names as string[]) : [...new Set([...before, ...names])]
  return { ...rule, when: { ...rule.when, without } }
}
