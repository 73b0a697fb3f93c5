import { EFFECT_WORDS, effectPhrase, type EffectField, type Effects } from '@atip/protocol'
import { isReader } from '../../effects/reader.js'
import { inline, listed } from './markdown.js'

/** The effects of a command in plain words, including which are unknown. */
export function effectWords(effects: Effects): string {
  if (Object.keys(effects).length === 0) return 'effects unknown'
  const parts = [...deeds(effects), ...lasting(effects), ...needs(effects)]
  const unknown = unknownOf(effects)
  return [...parts, ...(unknown.length > 0 ? [`unknown whether it ${listed(unknown, 'or')}`] : [])].join('; ')
}

/** The effects that an option adds. */
export function addedWords(effects: Effects): string {
  const { network, filesystem, ...rest } = effects
  const { read, write, delete: deletes } = filesystem ?? {}
  const added: Effects = {
    ...rest,
    filesystem: { ...(read && { read }), ...(write && { write }), ...(deletes && { delete: deletes }) },
    ...(network && { network }),
  }
  return [...deeds(added), ...lasting(added), ...needs(added)].join('; ')
}

function deeds({ filesystem = {}, creates, modifies, deletes, network, subprocess }: Effects): string[] {
  return [
    fileWords(filesystem),
    about('creates', creates),
    about('modifies', modifies),
    about('deletes', deletes),
    effectPhrase('network', network) ?? '',
    subprocess === true ? EFFECT_WORDS.subprocess.does : '',
  ].filter((part) => part !== '')
}

function fileWords({ read, write, delete: deletes, paths = [] }: NonNullable<Effects['filesystem']>): string {
  const changesNone = write === false && deletes === false
  const verbs = [read === true ? 'reads' : '', write === true ? 'writes' : '', deletes === true ? 'deletes' : '']
  const done = listed(verbs.filter((verb) => verb !== ''))
  if (done === '') return !changesNone ? '' : read === false ? 'touches no files' : 'changes no files'
  const where = paths.length === 0 ? '' : ` (${paths.map(inline).join(', ')})`
  return `${done} files${where}${changesNone ? ', changes none' : ''}`
}

function about(field: EffectField, things: readonly string[] = []): string {
  return things.length === 0 ? '' : effectPhrase(field, things.map(inline))!
}

function lasting(effects: Effects): string[] {
  const { destructive, idempotent, cost, duration } = effects
  return [
    destructive === true ? EFFECT_WORDS.destructive.does : '',
    undoWords(effects),
    effectPhrase('idempotent', idempotent) ?? '',
    cost?.billable === true
      ? `${EFFECT_WORDS['cost.billable'].does}${cost.estimate ? ` (${inline(cost.estimate)})` : ''}`
      : '',
    duration?.typical ? effectPhrase('duration.typical', inline(duration.typical))! : '',
  ].filter((part) => part !== '')
}

function undoWords(effects: Effects): string {
  if (effects.reversible === false) return EFFECT_WORDS.reversible.does
  return effects.reversible === true && !isReader(effects) ? EFFECT_WORDS.reversible.doesNot : ''
}

function needs({ interactive = {} }: Effects): string[] {
  const { stdin = 'none' } = interactive
  return [
    stdin === 'none' ? '' : effectPhrase('interactive.stdin', stdin)!,
    interactive.prompts === true ? EFFECT_WORDS['interactive.prompts'].does : '',
    interactive.tty === true ? EFFECT_WORDS['interactive.tty'].does : '',
  ].filter((part) => part !== '')
}

/** Only unknowns that matter before a call. */
function unknownOf({ filesystem = {}, network, creates = [], modifies = [], deletes = [] }: Effects): string[] {
  const writes = [...creates, ...modifies].length > 0 || filesystem.write !== undefined
  return [
    writes ? '' : EFFECT_WORDS['filesystem.write'].does,
    deletes.length > 0 || filesystem.delete !== undefined ? '' : EFFECT_WORDS['filesystem.delete'].does,
    network === undefined ? EFFECT_WORDS.network.does : '',
  ].filter((part) => part !== '')
}
