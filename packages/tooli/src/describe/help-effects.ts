import { isReadOnly, type Effects } from '@atip/protocol'
import { EFFECT_WORDS } from '../effects/effect-words.js'

/** What a command does to the world, in a sentence; nothing where nothing is known. */
export function effectsSentence(effects: Effects): string | undefined {
  if (effects.destructive === true) return 'Destructive: asks before it runs, --yes answers'
  if (effects.reversible === false) return 'Cannot be undone: asks before it runs, --yes answers'
  if (isReadOnly(effects)) return 'Read-only'
  const { filesystem = {} } = effects
  const deeds = [
    filesystem.write === true ? EFFECT_WORDS['filesystem.write'].does : '',
    filesystem.delete === true ? EFFECT_WORDS['filesystem.delete'].does : '',
    effects.network === true ? EFFECT_WORDS.network.does : '',
    effects.subprocess === true ? EFFECT_WORDS.subprocess.does : '',
    effects.cost?.billable === true ? EFFECT_WORDS['cost.billable'].does : '',
  ].filter((deed) => deed !== '')
  if (deeds.length === 0) return undefined
  const sentence = deeds.join(', ') + (effects.idempotent === true ? `; ${EFFECT_WORDS.idempotent.doesNot}` : '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
