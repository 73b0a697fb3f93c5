import { isReadOnly, type Effects } from '@atip/protocol'

/** What a command does to the world, in a sentence; nothing where nothing is known. */
export function effectsSentence(effects: Effects): string | undefined {
  if (effects.destructive === true) return 'Destructive: asks before it runs, --yes answers'
  if (effects.reversible === false) return 'Cannot be undone: asks before it runs, --yes answers'
  if (isReadOnly(effects)) return 'Read-only'
  const { filesystem = {} } = effects
  const deeds = [
    filesystem.write === true ? 'writes files' : '',
    filesystem.delete === true ? 'deletes files' : '',
    effects.network === true ? 'uses the network' : '',
    effects.subprocess === true ? 'starts programs' : '',
    effects.cost?.billable === true ? 'costs money' : '',
  ].filter((deed) => deed !== '')
  if (deeds.length === 0) return undefined
  const sentence = deeds.join(', ') + (effects.idempotent === true ? '; safe to repeat' : '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
