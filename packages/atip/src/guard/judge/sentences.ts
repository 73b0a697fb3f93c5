import type { Effects, EffectSource } from '@atip/protocol'

/** The name of the built-in rule for a call that changes something, or that nobody knows enough about. */
export function ruleOf(effects: Effects): string {
  if (effects.network === true) return 'network'
  if (effects.filesystem?.write === true) return 'writes'
  return effects.destructive === undefined ? 'unknown-effects' : 'changes'
}

/** What a call does, for people, and which of its words is to blame. */
export function sentenceOf(effects: Effects, paths: readonly string[], source?: EffectSource): string {
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (effects.destructive === true) {
    const blame = source?.kind === 'option' ? `, because of ${source.flag}` : ''
    const does = effects.filesystem?.delete === true ? 'deletes for good' : 'destroys or discards something for good'
    return `${does}${what}${blame}`
  }
  const does = [
    ...(effects.network === true ? ['uses the network'] : []),
    ...(effects.filesystem?.write === true ? ['writes files'] : []),
    ...(effects.subprocess === true && effects.destructive === undefined ? ['runs code that is not known'] : []),
    ...((effects.modifies?.length ?? 0) > 0 ? ['changes the state of the system'] : []),
  ]
  return does.length > 0 ? does.join(', ') : 'what this does is not fully known'
}

/** Effects in a few words each, the gravest first; what is not known is said, too. */
export function effectWords(effects: Effects): string[] {
  const { filesystem = {}, network, subprocess, destructive, reversible, cost, interactive } = effects
  const known = [
    ...(destructive === true ? ['destroys something'] : []),
    ...(filesystem.delete === true ? ['deletes files'] : []),
    ...(filesystem.write === true ? ['writes files'] : []),
    ...(network === true ? ['uses the network'] : []),
    ...(subprocess === true ? ['runs other programs'] : []),
    ...(cost?.billable === true ? ['may cost money'] : []),
    ...(interactive?.stdin === 'password' ? ['asks for a password'] : []),
    ...(reversible === false ? ['cannot be undone'] : []),
  ]
  const unknown = [
    ...(destructive === undefined ? ['destroys something'] : []),
    ...(filesystem.write === undefined ? ['writes files'] : []),
    ...(network === undefined ? ['uses the network'] : []),
  ]
  if (unknown.length > 0) return [...known, `nobody knows whether it ${unknown.join(', ')}`]
  if (known.length > 0) return known
  return [filesystem.read === true ? 'only reads' : 'changes nothing']
}
