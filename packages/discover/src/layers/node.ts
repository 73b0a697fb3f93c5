import type { ByName, Command, CommandExtension, Effects } from '@atip/protocol'
import { adopt, inheritedBelow } from './adopt.js'
import { mergeArguments } from './arguments.js'
import { changesBy, overlay, withChanges, type Say } from './effects.js'
import { CommandNames } from './command-names.js'
import { mergeExtension } from './extension.js'
import { OptionList } from './option-list.js'
import { mergeOptions, spellOutNegations, withholdCalmIn, type ListName, type OptionLists } from './options.js'
import { mergeDescription, mergeField } from './parameter.js'
import { childOf, hasNamedCommands, takesOperands, type Holder, type Place } from './place.js'
import { NO_RENAMES } from './rules.js'
import { attribute, Draft, layerOf, partOf, type Source, type Sourced } from './sources.js'

/** Fields of a command that have rules of their own; all others come from the strongest layer that has them. */
const OWN_RULES: ReadonlySet<string> = new Set([
  'description',
  'effects',
  'options',
  'arguments',
  'commands',
  'x-atip',
  '_truncated',
])

/** Merges what a layer says of a command into what is there, with everything below it. */
export function mergeCommand(before: Sourced<Command>, layer: Command, place: Place): Sourced<Command> {
  if (before.value === layer) return before
  const draft = new Draft<Holder>(before)
  const added = inFormOf(before.value, layer)
  mergeDescription(draft, added, place)
  for (const key of Object.keys(added)) {
    if (!OWN_RULES.has(key)) mergeField(draft, key, (added as Record<string, unknown>)[key], place)
  }
  mergeNode(draft, added, place)
  if (before.value._truncated !== true && added._truncated === true && mayBeCut(before, place))
    draft.set('_truncated', true, place.layer)
  return draft.done() as Sourced<Command>
}

/** Merges what tools, groups and commands have in common. */
export function mergeNode(draft: Draft<Holder>, added: Holder, place: Place): void {
  const before = draft.value
  const effects = overlay(place.effects, before.effects)
  mergeEffects(draft, effects, overlay(place.added.effects, added.effects), place)
  const hasBelow = added.commands !== undefined || before.commands !== undefined
  const below = hasBelow ? { ...place, effects, added: inheritedBelow(place.added, added) } : place
  if (hasBelow) mergeCommands(draft, added, below, 'bare')
  const lists = place.isBare ? undefined : listsIn(draft, place)
  const merge = lists && mergeOptions(lists, added, place)
  const renames = mergeArguments(draft, added.arguments ?? [], place, merge?.renames ?? NO_RENAMES)
  if (lists !== undefined) writeLists(draft, lists, merge!.gotSwitches, place)
  mergeExtension(draft, added['x-atip'], renames.size === 0 ? place : { ...place, renames })
  if (!hasBelow) return
  const newAbove = place.newHere.length === 0 ? place.newAbove : [...place.newAbove, ...place.newHere]
  mergeCommands(draft, added, { ...below, newAbove }, 'named')
}

/** How much a layer may say about the effects of a node that is there already. */
function sayAt(node: Holder, { voice, known, guard }: Place): Say {
  const isGuarded = guard !== undefined && known !== undefined
  return {
    stated: voice === 'own-word' ? 'worsen' : 'keep',
    // Commands inherit what is stated above them, so what looks safe there is told of each command by itself.
    silent: isGuarded || hasNamedCommands(node) ? 'worsen' : 'fill',
  }
}

function mergeEffects(
  draft: Draft<Holder>,
  before: Effects | undefined,
  added: Effects | undefined,
  place: Place,
): void {
  const changes = changesBy(before, added, sayAt(draft.value, place))
  if (changes === undefined) return
  const own = draft.value.effects
  const result = withChanges(own, before, changes)
  draft.set('effects', result, attribute(own, result, draft.sourceOf('effects'), place.layer))
}

function listsIn(draft: Draft<Holder>, place: Place): OptionLists {
  const bare = childOf(draft.value, '')
  return {
    own: listIn(draft.value.options, draft.sourceOf('options')),
    ...(bare && { bare: listIn(bare.options, partOf(partOf(draft.sourceOf('commands'), ''), 'options')) }),
    ...(place.isTool && { global: listIn(draft.value.globalOptions, draft.sourceOf('globalOptions')) }),
  }
}

function writeLists(draft: Draft<Holder>, lists: OptionLists, gotSwitches: Set<ListName>, place: Place): void {
  for (const name of gotSwitches) {
    const known = name === 'bare' ? childOf(place.known!, '') : place.known
    spellOutNegations(lists[name]!, known?.options ?? [])
  }
  withholdCalmIn(lists, place)
  const put = (node: Draft<Holder>, key: 'options' | 'globalOptions', list: OptionList | undefined) => {
    if (list?.isChanged !== true) return
    const { value, source } = list.done(place.layer)
    node.set(key, value, source)
  }
  put(draft, 'options', lists.own)
  put(draft, 'globalOptions', lists.global)
  if (gotSwitches.has('own')) endNegation(draft, place)
  if (lists.bare?.isChanged !== true) return
  const before = { value: draft.value.commands!, source: draft.sourceOf('commands') }
  const commands = new Draft<ByName<Command>>(before, 'map')
  const child = new Draft<Holder>({ value: commands.value['']!, source: commands.sourceOf('') })
  put(child, 'options', lists.bare)
  if (gotSwitches.has('bare')) endNegation(child, place)
  commands.setSourced('', child.done())
  draft.setSourced('commands', commands.done())
}

function endNegation(draft: Draft<Holder>, place: Place): void {
  const before = draft.value['x-atip']
  if (before?.syntax?.implicitNegation === false) return
  const extension: CommandExtension = { ...before, syntax: { ...before?.syntax, implicitNegation: false } }
  draft.set('x-atip', extension, place.layer)
}

function listIn(options: Command['options'], source: Source): OptionList {
  return new OptionList(options && { value: options, source })
}

function mergeCommands(draft: Draft<Holder>, added: Holder, place: Place, which: 'bare' | 'named'): void {
  const wanted = Object.keys(added.commands ?? {}).filter((name) => (name === '') === (which === 'bare'))
  const isUntouched = which === 'bare' || place.newAbove.length === 0 || place.known?.commands === undefined
  if (wanted.length === 0 && isUntouched) return
  const existing = draft.value.commands
  const source = existing === undefined ? place.layer : draft.sourceOf('commands')
  const commands = new Draft<ByName<Command>>({ value: existing ?? {}, source }, 'map')
  const names = new CommandNames(commands, place)
  const visited = new Set<string>()
  const visit = (target: string, name: string, child: Command) => {
    visited.add(target)
    const before = commands.value[target]!
    const after = mergeCommand({ value: before, source: commands.sourceOf(target) }, child, placeOf(target, place))
    const known = names.withAliases(target, after, name === target ? [] : [name], child)
    if (known.value !== before) commands.setSourced(target, known)
  }
  for (const name of wanted) {
    const { options: _, ...rest } = added.commands![name]!
    // The options of a bare command stand where those of its holder do, and are merged with them.
    const child: Command = name === '' ? rest : added.commands![name]!
    const target = names.find(name, child)
    if (target === undefined) addCommand(commands, name, names.withFreeAliases(child), place)
    else visit(target, name, child)
  }
  // What came in above may be given in calls of commands that this layer does not know.
  if (!isUntouched) {
    for (const name of Object.keys(place.known!.commands!)) {
      if (name !== '' && !visited.has(name)) visit(name, name, NOTHING)
    }
  }
  if (!commands.isChanged) return
  draft.setSourced('commands', commands.done())
}

const NOTHING: Command = Object.freeze({ description: '' })

function addCommand(commands: Draft<ByName<Command>>, name: string, child: Command, parent: Place): void {
  const at = placeOf(name, parent)
  const { guard, known, closers } = parent
  if (closers.some(({ _truncated }) => _truncated !== true)) return
  const isKnown = guard !== undefined && known !== undefined
  if (name === '') {
    if (!isKnown) return commands.set(name, adopt(child, at, false), at.layer)
    const empty: Sourced<Command> = { value: { description: child.description }, source: at.layer }
    return commands.setSourced(name, mergeCommand(empty, child, at))
  }
  const isLeaf = isKnown && !parent.isTool && !hasNamedCommands(known)
  if (isKnown && (takesOperands(known) || (isLeaf && parent.unlisted === 'no-effect'))) return
  commands.set(name, adopt(child, at, isLeaf), at.layer)
}

/** The place of a child, in all trees at once. */
function placeOf(name: string, parent: Place): Place {
  const isBare = name === ''
  // A bare command stands where its holder does, so who knows the holder is asked about it, too.
  const own = parent.known && childOf(parent.known, name)
  const known: Holder | undefined = own ?? (isBare && parent.known ? {} : undefined)
  const extension = known?.['x-atip']
  // Field by field: this is made for every command, and a spread of so many fields is slow.
  return {
    layer: parent.layer,
    voice: parent.voice,
    guard: parent.guard,
    isTool: false,
    isBare,
    name,
    known,
    syntax: extension?.syntax === undefined ? parent.syntax : { ...parent.syntax, ...extension.syntax },
    // Without a command's name, a word that is no operand may be a command that is not known, whatever is unlisted.
    unlisted: isBare && (parent.isTool || own === undefined) ? 'unknown' : (extension?.unlisted ?? parent.unlisted),
    stdin: extension?.stdin ?? parent.stdin,
    effects: parent.effects,
    added: parent.added,
    closers: parent.closers.length === 0 ? parent.closers : parent.closers.flatMap((one) => childOf(one, name) ?? []),
    renames: parent.renames,
    newAbove: parent.newAbove,
    newHere: isBare ? parent.newHere : [],
  }
}

/** A command and a group with a bare command say the same in two forms; this gives a layer the form that is there. */
function inFormOf(before: Holder, added: Command): Holder {
  const bare = childOf(added, '')
  const isLeaf = before.commands === undefined
  if (isLeaf && bare !== undefined) {
    const { '': _, ...commands } = added.commands!
    const { commands: __, ...group } = added
    return {
      ...group,
      ...(Object.keys(commands).length > 0 && { commands }),
      ...(bare.arguments && { arguments: bare.arguments }),
      ...((group.options ?? bare.options) && { options: [...(group.options ?? []), ...(bare.options ?? [])] }),
      ...((group.effects ?? bare.effects) && { effects: overlay(group.effects, bare.effects)! }),
      ...((group['x-atip'] ?? bare['x-atip']) && { 'x-atip': { ...group['x-atip'], ...bare['x-atip'] } }),
    }
  }
  if (childOf(before, '') === undefined || bare !== undefined || hasNamedCommands(added)) return added
  return { description: added.description, commands: { '': added } }
}

/** That commands are missing is believed of a group, if no layer that knows it all says otherwise. */
function mayBeCut({ value, source }: Sourced<Command>, { known, closers }: Place): boolean {
  if (known !== undefined && (takesOperands(known) || !hasNamedCommands(known))) return false
  return closers.length === 0 && (layerOf(source) === 'curated' || !hasNamedCommands(value))
}
