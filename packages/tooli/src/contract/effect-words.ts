import { EFFECT_WORDS, type EffectField } from '@atip/protocol'

const ASK = 'agents that were allowed to run it must ask'
const READERS = 'agents that may only read must not run it'
const WAIT = 'unattended calls hang or fail'

/** The callers that a change breaks, if not all that were allowed to run the command. */
const BREAKS: Readonly<Record<string, string | undefined>> = {
  idempotent: 'agents that repeat a failed call may do it twice',
  network: 'calls without a network may fail',
  'filesystem.write': READERS,
  'filesystem.delete': READERS,
  'interactive.stdin': WAIT,
  'interactive.prompts': WAIT,
  'interactive.tty': 'calls without one fail',
}

/** An effect that became worse, or that is no longer known to be harmless. */
export function worseSentence(field: string, after: unknown, title: string): string {
  if (!isField(field)) return `${title} does more: ${field} is now ${JSON.stringify(after ?? 'unknown')}; ${ASK}`
  const { becomes, promise } = EFFECT_WORDS[field]
  const said = after === undefined ? `no longer promises ${promise}` : `${becomes}${kindsOf(after)}`
  return `${title} ${said}; ${BREAKS[field] ?? ASK}`
}

/** Extensions may define other fields. */
function isField(field: string): field is EffectField {
  return Object.hasOwn(EFFECT_WORDS, field)
}

function kindsOf(after: unknown): string {
  if (Array.isArray(after)) return `: ${after.join(', ')}`
  return typeof after === 'string' ? ` (${after})` : ''
}

export function betterSentence(field: string, before: unknown, after: unknown, title: string): string {
  const show = (value: unknown) => JSON.stringify(value ?? 'unknown')
  return `${title} does less, or says less: ${field} was ${show(before)} and is now ${show(after)}`
}
