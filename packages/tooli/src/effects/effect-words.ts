import type { EffectField } from '@atip/protocol'

export interface EffectWords {
  /** What a command with this effect does: `uses the network`. */
  does: string
  /** What is said of one that is known not to: `no network`. */
  doesNot?: string
  /** What changed if it has this effect now, where that is not "now" and what it does. */
  became?: string
  /** What one without this effect promises: `not to use the network`. */
  promise: string
}

/** The words for each effect, for help, SKILL.md and contracts alike. */
export const EFFECT_WORDS = {
  destructive: { does: 'destructive', became: 'is now destructive', promise: 'to destroy nothing' },
  reversible: {
    does: 'cannot be undone',
    doesNot: 'can be undone',
    became: 'can no longer be undone',
    promise: 'that it can be undone',
  },
  idempotent: {
    does: 'not safe to repeat',
    doesNot: 'safe to repeat',
    became: 'is no longer idempotent',
    promise: 'to be idempotent',
  },
  network: { does: 'uses the network', doesNot: 'no network', promise: 'not to use the network' },
  subprocess: { does: 'starts programs', promise: 'to start no programs' },
  'filesystem.read': { does: 'reads files', promise: 'to read no files' },
  'filesystem.write': { does: 'writes files', promise: 'to write no files' },
  'filesystem.delete': { does: 'deletes files', promise: 'to delete no files' },
  'filesystem.paths': { does: 'touches files in more places', promise: 'to keep to certain files' },
  creates: { does: 'creates more', promise: 'what it creates' },
  modifies: { does: 'modifies more', promise: 'what it modifies' },
  deletes: { does: 'deletes more', promise: 'what it deletes' },
  'cost.billable': { does: 'costs money', promise: 'to cost nothing' },
  'cost.estimate': { does: 'costs more', promise: 'what it costs' },
  'interactive.stdin': { does: 'reads more from stdin', promise: 'what it reads from stdin' },
  'interactive.prompts': { does: 'asks questions', promise: 'to ask no questions' },
  'interactive.tty': { does: 'needs a terminal', promise: 'to need no terminal' },
} as const satisfies Partial<Record<EffectField, EffectWords>>

/** The words for one of these; undefined for an effect that has none, such as a duration. */
export function wordsFor(field: string): EffectWords | undefined {
  return Object.hasOwn(EFFECT_WORDS, field) ? EFFECT_WORDS[field as keyof typeof EFFECT_WORDS] : undefined
}
