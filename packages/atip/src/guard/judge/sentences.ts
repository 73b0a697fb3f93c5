import type { Effects } from '@atip/protocol'

/** The name of the built-in rule for a call that changes something, or that nobody knows enough about. */
export function ruleOf(effects: Effects): string {
  if (effects.network === true) return 'network'
  if (effects.filesystem?.write === true) return 'writes'
  return effects.destructive === undefined ? 'unknown-effects' : 'changes'
}

/** What a call does, for people. */
export function sentenceOf(effects: Effects, paths: readonly string[]): string {
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (effects.destructive === true) {
    return `${effects.filesystem?.delete === true ? 'deletes for good' : 'destroys or discards something for good'}${what}`
  }
  const does = [
    ...(effects.network === true ? ['uses the network'] : []),
    ...(effects.filesystem?.write === true ? ['writes files'] : []),
    ...(effects.subprocess === true && effects.destructive === undefined ? ['runs code that is not known'] : []),
    ...((effects.modifies?.length ?? 0) > 0 ? ['changes the state of the system'] : []),
  ]
  return does.length > 0 ? does.join(', ') : 'what this does is not fully known'
}
