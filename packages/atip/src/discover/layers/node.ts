import type { ByName, Command, CommandExtension, Effects } from '@atip/protocol'
import { adopt, inheritedBelow } from './adopt.js'
import { mergeArguments } from './arguments.js'
import { changesBy, overlay, withChanges, type Say } from './effects.js'
import { CommandNames } from './command-names.js'
import { mergeExtension } from './extension.js'
import { OptionList } from './option-list.js'
import { mergeOptions, spellOutNegations, type OptionLists } from './options.js'
import { mergeDescription, mergeField } from './parameter.js'
import { childOf, hasNamedCommands, takesOperands, type Holder, type Place } from './place.js'
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
  mergeDescription(draft, added.description, place)
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
  const below = { ...place, effects, added: inheritedBelow(place.added, added) }
  mergeCommands(draft, added, below)
  const renames = mergeOptionLists(draft, added, place)
  for (const [from, to] of mergeArguments(draft, added.arguments ?? [], place)) renames.set(from, to)
  const named = renames.size === 0 ? place : { ...place, renames: new Map([...place.renames, ...renames]) }
  mergeExtension(draft, added['x-atip'], named)
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

function mergeOptionLists(draft: Draft<Holder>, added: Holder, place: Place): Map<string, string> {
  if (added.options === undefined && added.globalOptions === undefined && childOf(added, '')?.options === undefined)
    return new Map()
  const bare = childOf(draft.value, '')
  const commandsSource = draft.sourceOf('commands')
  const lists: OptionLists = {
    own: listIn(draft.value.options, draft.sourceOf('options')),
    ...(bare && { bare: listIn(bare.options, partOf(partOf(commandsSource, ''), 'options')) }),
    ...(place.isTool && { global: listIn(draft.value.globalOptions, draft.sourceOf('globalOptions')) }),
  }
  const { renames, gotSwitches } = mergeOptions(lists, added, place)
  if (gotSwitches !== undefined) {
    spellOutNegations(
      lists[gotSwitches]!,
      (gotSwitches === 'bare' ? childOf(place.known!, '') : place.known)?.options ?? [],
    )
  }
  const put = (node: Draft<Holder>, key: 'options' | 'globalOptions', list: OptionList) => {
    if (!list.isChanged) return
    const { value, source } = list.done(place.layer)
    node.set(key, value, source)
  }
  put(draft, 'options', lists.own)
  if (lists.global !== undefined) put(draft, 'globalOptions', lists.global)
  if (gotSwitches === 'own') endNegation(draft, place)
  if (bare !== undefined && (lists.bare!.isChanged || gotSwitches === 'bare')) {
    const commands = new Draft<ByName<Command>>({ value: draft.value.commands!, source: commandsSource })
    const child = new Draft<Holder>({ value: bare, source: partOf(commandsSource, '') })
    put(child, 'options', lists.bare!)
    if (gotSwitches === 'bare') endNegation(child, place)
    const after = child.done()
    commands.set('', after.value, after.source)
    const map = commands.done()
    draft.set('commands', map.value, map.source)
  }
  return renames
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

function mergeCommands(draft: Draft<Holder>, added: Holder, place: Place): void {
  if (added.commands === undefined) return
  const existing = draft.value.commands
  const commands = new Draft<ByName<Command>>({
    value: existing ?? (Object.create(null) as ByName<Command>),
    source: existing === undefined ? place.layer : draft.sourceOf('commands'),
  })
  const names = new CommandNames(commands, place)
  for (const name of Object.keys(added.commands)) {
    const child = added.commands[name]!
    const target = names.find(name, child)
    const at = placeOf(target ?? name, place)
    if (target === undefined) {
      addCommand(commands, name, names.withFreeAliases(child), at, place)
      continue
    }
    const before = commands.value[target]!
    const after = mergeCommand({ value: before, source: commands.sourceOf(target) }, child, at)
    const known = names.withAliases(target, after, name === target ? [] : [name], child)
    if (known.value !== before) commands.set(target, known.value, known.source)
  }
  if (!commands.isChanged) return
  const { value, source } = commands.done()
  draft.set('commands', value, source)
}

function addCommand(commands: Draft<ByName<Command>>, name: string, child: Command, at: Place, parent: Place): void {
  const { guard, known, closers } = parent
  if (closers.some(({ _truncated }) => _truncated !== true)) return
  const isKnown = guard !== undefined && known !== undefined
  if (name === '') {
    // Its options stand where those of its holder do, and are merged with them.
    const { options: _, ...rest } = child
    if (!isKnown) return commands.set(name, adopt(rest, at, false), at.layer)
    const empty: Sourced<Command> = { value: { description: child.description }, source: at.layer }
    const own = mergeCommand(empty, rest, { ...at, known: {} })
    return commands.set(name, own.value, own.source)
  }
  const isLeaf = isKnown && !parent.isTool && !hasNamedCommands(known)
  if (isKnown && (takesOperands(known) || (isLeaf && parent.unlisted === 'no-effect'))) return
  commands.set(name, adopt(child, at, isLeaf), at.layer)
}

/** The place of a child, in all trees at once. */
function placeOf(name: string, parent: Place): Place {
  const known = parent.known && childOf(parent.known, name)
  const extension = known?.['x-atip']
  return {
    ...parent,
    isTool: false,
    name,
    known,
    syntax: extension?.syntax === undefined ? parent.syntax : { ...parent.syntax, ...extension.syntax },
    unlisted: extension?.unlisted ?? parent.unlisted,
    stdin: extension?.stdin ?? parent.stdin,
    closers: parent.closers.length === 0 ? parent.closers : parent.closers.flatMap((one) => childOf(one, name) ?? []),
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
