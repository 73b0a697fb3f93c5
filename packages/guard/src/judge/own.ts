import { effectsOf, isReadOnly, NO_EFFECTS, type Effects } from '@atip/protocol'
import { hasSecretText, MARKS, opacityOf, readable } from '../shell/opaque.js'
import type { Seen } from './calls.js'
import { asksForHelp } from './help.js'
import { classOfPath, isStartup, resolvePath, type Surroundings } from './path-class.js'
import { isSent, onlyTellsAbout, searchesForSecrets, showsSecretVariable } from './programs.js'
import { blameFor, ruleOf, sentenceOf } from './sentences.js'
import type { Decision } from './finding.js'

export interface OwnRuling {
  decision: Decision
  rule: string
  reason: string
  /** No rule of a policy can make this any better. */
  isFinal?: boolean
  /** Where more is to be said than the description says. */
  effects?: Effects
}

/** What a program does itself, without what it runs in turn. */
export function judgeOwn(seen: Required<Seen>): OwnRuling {
  if (asksForHelp(seen)) {
    return { decision: 'allow', rule: 'read-only', reason: 'only tells how it is used', effects: NO_EFFECTS }
  }
  const { scope, stdin, found, tool, call } = seen
  const { own: effects, paths } = found
  if (effects.network === true && seen.argv.some(hasSecretText)) return leaves()
  const touched = paths.filter(({ access }) => access?.some((one) => one === 'write' || one === 'delete'))
  const classes = touched.map(({ path }) => ({ path: readable(path), kind: classOfPath(path, scope) }))
  const names = classes.map(({ path }) => path)
  if (effects.destructive === true) {
    const isSoft = classes.length > 0 && classes.every(({ kind }) => kind === 'temporary' || kind === 'regenerable')
    if (isSoft) return ask('deletes-regenerable', 'deletes only temporary or regenerable files')
    if (!isCertain(seen)) return ask('unknown-effects', 'may destroy something, which is known only when it runs')
    return { decision: 'deny', rule: 'destructive', reason: sentenceOf(effects, names, blameFor(found, call)) }
  }
  const device = classes.find(({ kind }) => kind === 'device')
  if (effects.filesystem?.write !== false && device !== undefined) {
    return { decision: 'deny', rule: 'writes-device', reason: `overwrites ${device.path}` }
  }
  // In an editor that takes the terminal, a person changes it.
  const isEdited = effects.interactive?.tty === true
  const startup = isEdited ? undefined : touched.find(({ path }) => isStartup(path, scope))
  if (effects.filesystem?.write !== false && startup !== undefined) {
    const reason = `changes ${readable(startup.path)}, which the system or your account depends on`
    return { decision: 'deny', rule: 'writes-protected', reason, effects: { ...effects, destructive: true } }
  }
  const secrets = onlyTellsAbout(tool.name, call.path)
    ? []
    : paths.filter(({ path }) => classOfPath(path, scope) === 'secret')
  const isFed = stdin.taints.has('secret') && found.stdin?.kind !== 'secret'
  if (effects.network !== false && (isFed || secrets.some(isSent))) {
    return leaves()
  }
  if (!isReadOnly(effects) && !isReadOnly(ownBesideSinks(seen))) return ask(ruleOf(effects), sentenceOf(effects, names))
  if (paths.some(({ path }) => path.includes(MARKS.foreign) || hasSecretText(path))) {
    return ask('reads-secret', 'reads a file whose name was hidden, or comes from another machine')
  }
  if (secrets.length > 0) return ask('reads-secret', `reads ${readable(secrets[0]!.path)}, which may hold secrets`)
  if (showsSecretVariable(tool.name, seen.argv)) return ask('reads-secret', 'shows a variable that may hold a secret')
  if (searchesForSecrets(tool.name, seen.argv) && (stdin.taints.has('secret') || paths.some(isWhole(scope)))) {
    return ask('reads-secret', 'searches for secrets where they are kept')
  }
  return { decision: 'allow', rule: 'read-only', reason: 'only reads' }
}

/** What it does apart from what options let it write to where nothing is kept: `sort -o /dev/null`. */
function ownBesideSinks({ tool, call, found }: Required<Seen>): Effects {
  const uses = call.uses.filter(({ parameter, words }) => {
    const value = parameter['x-atip']?.value
    const isWritten = value?.kind === 'path' && value.access?.join() === 'write'
    return !isWritten || words.length === 0 || !words.every((word) => SINKS.includes(word))
  })
  return uses.length === call.uses.length ? found.own : effectsOf(tool, { ...call, uses }, { isOpaque: opacityOf }).own
}

const SINKS = ['/dev/null', '/dev/stdout', '/dev/stderr']

/** Whether it destroys also if `$(…)` is no more than a name or a number, as in `tar cf backup-$(date +%F).tar src`. */
function isCertain({ argv, tool, call }: Required<Seen>): boolean {
  if (!argv.some(opacityOf) || argv.some((word) => word.includes(MARKS.foreign))) return true
  return effectsOf(tool, call, { isOpaque: () => false }).own.destructive === true
}

/** A folder with all that people have in their accounts, or with the settings in which programs keep passwords. */
function isWhole(places: Surroundings): (touched: { path: string }) => boolean {
  return ({ path }) => {
    const kind = classOfPath(path, places)
    return kind === 'home' || kind === 'dotfile' || ['/', '/root', '/etc'].includes(resolvePath(path, places))
  }
}

function leaves(): OwnRuling {
  const reason = 'sends what looks like a secret to another machine'
  return { decision: 'deny', rule: 'secrets-leave', reason, isFinal: true }
}

function ask(rule: string, reason: string): OwnRuling {
  return { decision: 'ask', rule, reason }
}
