import { EFFECT_WORDS, fieldOf, harmfulValue, isReadOnly, type EffectField, type Effects } from '@atip/protocol'

const DEEDS: readonly EffectField[] = [
  'filesystem.write',
  'filesystem.delete',
  'network',
  'subprocess',
  'cost.billable',
]

export const ASKS = 'asks before it runs'

/** The effects of a command as a sentence; undefined if they are unknown. */
export function effectsSentence(effects: Effects, yes = '--yes'): string | undefined {
  const { destructive, reversible, idempotent } = EFFECT_WORDS
  const asks = `${ASKS}${yes === '' ? '' : `, ${yes} answers`}`
  if (effects.destructive === true) return capitalised(`${destructive.does}: ${asks}`)
  if (effects.reversible === false) return capitalised(`${reversible.does}: ${asks}`)
  if (isReadOnly(effects)) return 'Read-only'
  const deeds = DEEDS.filter((field) => fieldOf(effects, field) === harmfulValue(field))
  if (deeds.length === 0) return undefined
  const sentence = deeds.map((field) => EFFECT_WORDS[field].does).join(', ')
  return capitalised(effects.idempotent === true ? `${sentence}; ${idempotent.doesNot}` : sentence)
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
