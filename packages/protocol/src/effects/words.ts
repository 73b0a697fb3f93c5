import { SCALAR_FIELDS, type EffectField } from './fields.js'

/** How messages describe one field. Every phrase but the label continues "it …", "the call …" or a command's name. */
export interface EffectWords {
  /** Two or three words for the harmful value, for lists and badges: "not reversible". */
  label: string
  /** With the harmful value: "deletes files". A list of kinds or a value follows, if the field has one. */
  does: string
  /** With the harmless value: "deletes no files". */
  doesNot: string
  /** When it got worse from one version to the next: "now deletes files". */
  becomes: string
  /** The promise that is lost when the field becomes unknown: "to delete no files". */
  promise: string
  /** For fields with more than two values, the phrase for each. */
  values?: Readonly<Record<string, string>>
}

/** The one table of words about effects. Pages, prompts and messages index it, so that all of them say the same. */
export const EFFECT_WORDS: Readonly<Record<EffectField, EffectWords>> = {
  destructive: {
    label: 'destructive',
    does: 'destroys data',
    doesNot: 'destroys nothing',
    becomes: 'now destroys data',
    promise: 'to destroy nothing',
  },
  reversible: {
    label: 'not reversible',
    does: 'cannot be undone',
    doesNot: 'can be undone',
    becomes: 'can no longer be undone',
    promise: 'that it can be undone',
  },
  idempotent: {
    label: 'not idempotent',
    does: 'is not safe to repeat',
    doesNot: 'is safe to repeat',
    becomes: 'is no longer safe to repeat',
    promise: 'to be safe to repeat',
  },
  network: {
    label: 'uses network',
    does: 'uses the network',
    doesNot: 'does not use the network',
    becomes: 'now uses the network',
    promise: 'not to use the network',
  },
  subprocess: {
    label: 'runs programs',
    does: 'runs other programs',
    doesNot: 'runs no other programs',
    becomes: 'now runs other programs',
    promise: 'to run no other programs',
  },
  'filesystem.read': {
    label: 'reads files',
    does: 'reads files',
    doesNot: 'reads no files',
    becomes: 'now reads files',
    promise: 'to read no files',
  },
  'filesystem.write': {
    label: 'writes files',
    does: 'writes files',
    doesNot: 'writes no files',
    becomes: 'now writes files',
    promise: 'to write no files',
  },
  'filesystem.delete': {
    label: 'deletes files',
    does: 'deletes files',
    doesNot: 'deletes no files',
    becomes: 'now deletes files',
    promise: 'to delete no files',
  },
  'filesystem.paths': {
    label: 'paths',
    does: 'touches files in',
    doesNot: 'touches no files',
    becomes: 'now touches files in more places',
    promise: 'to keep to certain files',
  },
  'cost.billable': {
    label: 'billable',
    does: 'may cost money',
    doesNot: 'costs nothing',
    becomes: 'may now cost money',
    promise: 'to cost nothing',
  },
  'cost.estimate': {
    label: 'expensive',
    does: 'costs',
    doesNot: 'costs nothing',
    becomes: 'now costs more',
    promise: 'what it costs',
    values: {
      none: 'costs nothing',
      free: 'costs nothing',
      low: 'costs little',
      medium: 'costs a moderate amount',
      high: 'costs much',
    },
  },
  'interactive.stdin': {
    label: 'reads stdin',
    does: 'reads stdin',
    doesNot: 'reads nothing from stdin',
    becomes: 'now reads more from stdin',
    promise: 'what it reads from stdin',
    values: {
      none: 'reads nothing from stdin',
      optional: 'can read stdin',
      required: 'waits for input on stdin',
      password: 'waits for a password on stdin',
    },
  },
  'interactive.prompts': {
    label: 'asks questions',
    does: 'asks questions',
    doesNot: 'asks no questions',
    becomes: 'now asks questions',
    promise: 'to ask no questions',
  },
  'interactive.tty': {
    label: 'needs terminal',
    does: 'needs a terminal',
    doesNot: 'needs no terminal',
    becomes: 'now needs a terminal',
    promise: 'to need no terminal',
  },
  creates: {
    label: 'creates',
    does: 'creates',
    doesNot: 'creates nothing',
    becomes: 'now creates more',
    promise: 'what it creates',
  },
  modifies: {
    label: 'modifies',
    does: 'modifies',
    doesNot: 'modifies nothing',
    becomes: 'now modifies more',
    promise: 'what it modifies',
  },
  deletes: {
    label: 'deletes',
    does: 'deletes',
    doesNot: 'deletes nothing',
    becomes: 'now deletes more',
    promise: 'what it deletes',
  },
  'duration.typical': {
    label: 'duration',
    does: 'takes about',
    doesNot: 'takes no time',
    becomes: 'now takes longer',
    promise: 'how long it takes',
  },
  'duration.timeout': {
    label: 'timeout',
    does: 'is stopped after',
    doesNot: 'is never stopped',
    becomes: 'is now stopped later',
    promise: 'when it is stopped',
  },
}

/**
 * What a known value of a field means, after "it": "deletes files", "creates branch, tag". Undefined if the value is
 * unknown. Names of resources, paths and durations come from the description: the caller must clean them.
 */
export function effectPhrase(field: EffectField, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const { does, doesNot, values } = EFFECT_WORDS[field]
  if (typeof value === 'boolean') return value === harmfulValue(field) ? does : doesNot
  if (Array.isArray(value)) return value.length === 0 ? doesNot : `${does} ${value.join(', ')}`
  const text = String(value)
  return values !== undefined && Object.hasOwn(values, text) ? values[text] : `${does} ${text}`
}

/** The worst value of a field with a fixed order of values: `true` for `destructive`, `false` for `reversible`. */
export function harmfulValue(field: EffectField): boolean | string | undefined {
  return SCALAR_FIELDS.find((entry) => entry.field === field)?.order.at(-1)
}
