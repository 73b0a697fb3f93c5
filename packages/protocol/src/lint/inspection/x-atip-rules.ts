import type { CommandRule } from '../../types/x-atip.js'
import type { Inspection, Level, ParameterSite } from './inspection.js'
import type { Keys } from './rule.js'

/** A rule of the x-atip extension and the command or parameter that has it. */
export interface RuleSite {
  keys: Keys
  rule: CommandRule
  level: Level
  /** Absent on rules of a command, a group or the tool. */
  site?: ParameterSite
}

/** Every rule in the document, the conditions of `stdin` and `prints` included. */
export function* rulesIn({ levels, parameters }: Inspection): Generator<RuleSite> {
  for (const level of levels) {
    const extension = level.node['x-atip']
    if (extension === undefined) continue
    const keys = [...level.keys, 'x-atip']
    for (const [index, rule] of (extension.cases ?? []).entries()) {
      yield { keys: [...keys, 'cases', index], rule, level }
    }
    for (const field of ['stdin', 'prints'] as const) {
      const stated = extension[field] ?? []
      if (!Array.isArray(stated)) yield { keys: [...keys, field], rule: { when: stated.when }, level }
      else
        for (const [index, { when }] of stated.entries()) yield { keys: [...keys, field, index], rule: { when }, level }
    }
  }
  for (const site of parameters) {
    const extension = site.parameter['x-atip']
    if (extension === undefined) continue
    const keys = [...site.keys, 'x-atip']
    yield { keys, rule: extension, level: site.level, site }
    for (const [index, rule] of (extension.cases ?? []).entries()) {
      yield { keys: [...keys, 'cases', index], rule, level: site.level, site }
    }
  }
}
