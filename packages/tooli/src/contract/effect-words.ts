import type { EffectField } from '@atip/protocol'

interface Words {
  /** `"list" …` when it is known to be worse. */
  worse: string
  /** `"list" no longer promises …` when it is not known any more. */
  promise: string
  /** Who has to act. */
  breaks: string
}

const ASK = 'agents that were allowed to run it must ask'
const READERS = 'agents that may only read must not run it'
const WAIT = 'calls that nobody answers hang or fail'

const WORDS: Partial<Record<EffectField, Words>> = {
  destructive: { worse: 'is now destructive', promise: 'to destroy nothing', breaks: ASK },
  reversible: { worse: 'can no longer be undone', promise: 'that it can be undone', breaks: ASK },
  idempotent: {
    worse: 'is no longer idempotent',
    promise: 'to be idempotent',
    breaks: 'agents that repeat a failed call may do it twice',
  },
  network: {
    worse: 'now uses the network',
    promise: 'not to use the network',
    breaks: 'calls without a network may fail',
  },
  subprocess: { worse: 'now starts other programs', promise: 'to start no other programs', breaks: ASK },
  'filesystem.read': { worse: 'now reads files', promise: 'to read no files', breaks: ASK },
  'filesystem.write': { worse: 'now writes files', promise: 'to write no files', breaks: READERS },
  'filesystem.delete': { worse: 'now deletes files', promise: 'to delete no files', breaks: READERS },
  'cost.billable': { worse: 'now costs money', promise: 'to cost nothing', breaks: ASK },
  'cost.estimate': { worse: 'now costs more', promise: 'what it costs', breaks: ASK },
  'interactive.stdin': { worse: 'now reads more from stdin', promise: 'what it reads from stdin', breaks: WAIT },
  'interactive.prompts': { worse: 'now asks questions', promise: 'to ask no questions', breaks: WAIT },
  'interactive.tty': {
    worse: 'now needs a terminal',
    promise: 'to need no terminal',
    breaks: 'calls without one fail',
  },
  creates: { worse: 'now creates more', promise: 'what it creates', breaks: ASK },
  modifies: { worse: 'now modifies more', promise: 'what it modifies', breaks: ASK },
  deletes: { worse: 'now deletes more', promise: 'what it deletes', breaks: ASK },
  'filesystem.paths': { worse: 'now touches files in more places', promise: 'to keep to certain files', breaks: ASK },
}

/** An effect that became worse, or that is no longer known to be harmless. */
export function worseSentence(field: string, after: unknown, title: string): string {
  const words = WORDS[field as EffectField]
  if (words === undefined) return `${title} does more: ${field} is now ${JSON.stringify(after ?? 'unknown')}; ${ASK}`
  const said = after === undefined ? `no longer promises ${words.promise}` : `${words.worse}${kindsOf(after)}`
  return `${title} ${said}; ${words.breaks}`
}

function kindsOf(after: unknown): string {
  if (Array.isArray(after)) return `: ${after.join(', ')}`
  return typeof after === 'string' ? ` (${after})` : ''
}

export function betterSentence(field: string, before: unknown, after: unknown, title: string): string {
  const show = (value: unknown) => JSON.stringify(value ?? 'unknown')
  return `${title} does less, or says less: ${field} was ${show(before)} and is now ${show(after)}`
}
