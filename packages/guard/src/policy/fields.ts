import type { EffectField } from '@atip/protocol/calls'

const BOOLEAN_FIELDS = [
  'destructive',
  'reversible',
  'idempotent',
  'network',
  'subprocess',
  'filesystem.read',
  'filesystem.write',
  'filesystem.delete',
  'cost.billable',
  'interactive.prompts',
  'interactive.tty',
] as const satisfies EffectField[]

/** The effect fields that a rule may use, with their possible values. */
export const CONDITION_FIELDS: ReadonlyMap<string, readonly unknown[]> = new Map<EffectField, readonly unknown[]>([
  ...BOOLEAN_FIELDS.map((field) => [field, [true, false]] as const),
  ['cost.estimate', ['none', 'free', 'low', 'medium', 'high']],
  ['interactive.stdin', ['none', 'optional', 'required', 'password']],
])

/** Fields that are objects in ATIP: `filesystem` with `read`, `write` and `delete`. */
export const FIELD_GROUPS: ReadonlySet<string> = new Set(['filesystem', 'cost', 'interactive'])
