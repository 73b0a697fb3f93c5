import { humanise, type CallEffects, type Effects, type ParsedCall } from '@atip/protocol'

/** The name of the built-in rule for a call that changes something, or whose effects are not fully known. */
export function ruleOf(effects: Effects): string {
  if (effects.network === true) return 'network'
  if (effects.filesystem?.write === true) return 'writes'
  return effects.destructive === undefined ? 'unknown-effects' : 'changes'
}

/** What a call does, for people, and which of its words is to blame. */
export function sentenceOf(effects: Effects, paths: readonly string[], blame = ''): string {
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (effects.destructive === true) {
    const does = effects.filesystem?.delete === true ? 'deletes for good' : 'destroys or discards something for good'
    return `${does}${what}${blame}`
  }
  const does = [
    ...(effects.network === true ? ['uses the network'] : []),
    ...(effects.filesystem?.write === true ? [paths.length > 0 ? `writes${what.slice(1)}` : 'writes files'] : []),
    ...(effects.subprocess === true && effects.destructive === undefined ? ['runs project code atip cannot see'] : []),
    ...(effects.modifies?.some((one) => one !== 'files') === true ? ['changes the state of the system'] : []),
  ]
  return does.length > 0 ? does.join(', ') : 'what this does is not fully known'
}

/** Which option makes a call destructive, with what is said about it. */
export function blameFor({ sources }: CallEffects, { uses }: ParsedCall): string {
  const source = sources.destructive
  if (source?.kind !== 'option') return ''
  const parameter = uses.find((use) => use.kind === 'option' && use.flag === source.flag)?.parameter
  const about = parameter?.['x-atip']?.note ?? parameter?.description
  const isTelling = about !== undefined && about !== humanise(parameter?.name ?? '')
  return `, because of ${source.flag}${isTelling ? ` (${about})` : ''}`
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
  if (unknown.length > 0) {
    const rest = unknown.length > 1 ? `${unknown.slice(0, -1).join(', ')} or ${unknown.at(-1)}` : unknown[0]!
    return [...known, `unknown whether it ${rest}`]
  }
  if (known.length > 0) return known
  return [filesystem.read === true ? 'only reads' : 'changes nothing']
}
