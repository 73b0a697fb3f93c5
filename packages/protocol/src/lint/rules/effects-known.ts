import { EFFECT_FIELDS, fieldOf } from '../../effects/fields.js'
import { isReadOnly } from '../../effects/read-only.js'
import type { Effects } from '../../types/tool.js'
import type { Rule } from '../inspection/rule.js'

/** Effects that an author should state. */
export const effectsMissing: Rule = {
  id: 'effects-missing',
  severity: 'warning',
  summary: 'A command that can be run says something about its effects',
  why: 'An absent effect is unknown, and what is unknown has to be confirmed by a person every time. Effects stated on the tool or a group count for all commands below.',
  *check({ commands }) {
    for (const { keys, title, effects } of commands) {
      if (isKnown(effects)) continue
      const message = `nothing is known of what "${title}" does; state its "effects", at least "destructive"`
      yield { at: keys, message }
    }
  },
}

export const destructiveUnstated: Rule = {
  id: 'destructive-unstated',
  severity: 'warning',
  summary: 'A command that is not read-only says whether it is destructive',
  why: 'Whether data is lost for good is the first thing an agent asks. Other effects do not answer it.',
  *check({ commands }) {
    for (const { keys, title, effects, node } of commands) {
      if (!isKnown(effects) || effects.destructive !== undefined || isReadOnly(effects)) continue
      const message = `"${title}" may be destructive or not; state "destructive" as true or false`
      yield { at: node.effects === undefined ? keys : [...keys, 'effects'], message }
    }
  },
}

function isKnown(effects: Effects): boolean {
  return EFFECT_FIELDS.some((field) => fieldOf(effects, field) !== undefined)
}
