import type { Option, Syntax } from '@atip/protocol'
import { isCalming, withheld, withholdCalm, withoutCalm } from './calm.js'
import { doubtful, isDoubted } from './doubt.js'
import { OptionList } from './option-list.js'
import { mergeOption } from './parameter.js'
import { childOf, hasNamedCommands, type Holder, type Place } from './place.js'
import { isNegation, isPartlyRead, isRead, readingOf, type Reading } from './reading.js'
import { layerOf } from './sources.js'

/** The lists whose options are read at one place: the node's own, its bare command's, and the tool's global ones. */
export interface OptionLists {
  own: OptionList
  bare?: OptionList
  global?: OptionList
}

export type ListName = keyof OptionLists

export interface OptionsMerge {
  /** Names that options of the layer have in the merged description. */
  renames: Map<string, string>
  /** The lists that got switches which `--no-` must not turn off unseen; see `spellOutNegations`. */
  gotSwitches: Set<ListName>
}

/** Merges the options of a layer into those that are there: the same option is the one that shares a flag. */
export function mergeOptions(lists: OptionLists, added: Holder, place: Place): OptionsMerge {
  return new OptionsMerger(lists, place).merge(added)
}

/** Where an option stands. `isListed`: trusted layers list it. */
interface Slot {
  list: OptionList
  index: number
  isListed: boolean
}

class OptionsMerger {
  private readonly renames = new Map<string, string>()
  private readonly slots = new Map<string, Slot>()
  private readonly gotSwitches = new Set<ListName>()
  private reading: Reading | undefined
  private readonly lists: OptionLists
  private readonly place: Place
  /** How the trusted layers read words here: a bare command stands where its holder does. */
  private readonly syntax: Syntax

  constructor(lists: OptionLists, place: Place) {
    this.lists = lists
    this.place = place
    const bare = place.known && childOf(place.known, '')?.['x-atip']?.syntax
    this.syntax = bare === undefined ? place.syntax : { ...place.syntax, ...bare }
    const { known, guard } = place
    const isGuarded = guard !== undefined && known !== undefined
    this.index(lists.global, isGuarded, isGuarded ? known.globalOptions : [])
    this.index(lists.own, isGuarded, isGuarded ? known.options : [])
    this.index(lists.bare, isGuarded, isGuarded ? childOf(known, '')?.options : [])
  }

  /**
   * What trusted layers list stands first in each list: they were merged first, and what comes in is put behind. What
   * makes a call harmless is theirs as well; see `withholdCalmIn`.
   */
  private index(list: OptionList | undefined, isGuarded: boolean, known: readonly Option[] = []): void {
    if (list === undefined) return
    for (let index = 0; index < list.options.length; index++) {
      const option = list.options[index]!
      const slot = { list, index, isListed: index < known.length || (isGuarded && isCalming(option)) }
      for (const flag of option.flags) if (!this.slots.has(flag)) this.slots.set(flag, slot)
    }
  }

  merge(added: Holder): OptionsMerge {
    const groups: [ListName, readonly Option[]][] = [
      ['global', added.globalOptions ?? []],
      ['own', added.options ?? []],
      ['bare', childOf(added, '')?.options ?? []],
    ]
    for (const [name, options] of groups) for (const option of options) this.add(option, name)
    return { renames: this.renames, gotSwitches: this.gotSwitches }
  }

  private add(option: Option, name: ListName): void {
    let first: Slot | undefined
    let others: Slot[] | undefined
    for (const flag of option.flags) {
      const slot = this.slots.get(flag)
      if (slot === undefined || slot === first) continue
      if (first === undefined) first = slot
      else if (others?.includes(slot) !== true) (others ??= []).push(slot)
    }
    if (first === undefined) return this.addNew(option, name)
    if (others !== undefined) {
      // An option that meets two is neither of them. Its name tells which one its text is about; its rules may hold for all.
      for (const slot of [first, ...others])
        this.fill(slot, option, slot.list.at(slot.index).value.name === option.name)
      return
    }
    this.fill(first, option, true)
    this.addFlags(first, option, name)
  }

  private fill({ list, index, isListed }: Slot, option: Option, isSame: boolean): void {
    const before = list.at(index)
    const { name } = before.value
    if (name !== option.name) this.renames.set(option.name, name)
    const told = isSame ? option : ({ ...UNTOLD, 'x-atip': option['x-atip'] } as Option)
    const after = mergeOption(before, told, this.place, isListed)
    if (after.value !== before.value) list.replace(index, after)
  }

  /** Further flags of an option that is there: its own, unless that would make what nobody trusted knows look known. */
  private addFlags(slot: Slot, option: Option, name: ListName): void {
    if (option.flags.every((flag) => this.slots.has(flag))) return
    const further = option.flags.filter((flag) => !this.slots.has(flag))
    const before = slot.list.at(slot.index)
    const widened = { ...before.value, flags: [...before.value.flags, ...further] }
    const joins = further.filter((flag) => this.mayJoin(widened, flag, slot.isListed, name))
    if (joins.length > 0) {
      const flags = [...before.value.flags, ...joins]
      slot.list.replace(slot.index, { ...before, value: { ...before.value, flags } })
      for (const flag of joins) this.slots.set(flag, slot)
    }
    const others = further.filter((flag) => !joins.includes(flag))
    if (others.length > 0) this.addNew({ ...option, flags: others, name: nameOf(others) }, name)
  }

  private mayJoin(option: Option, flag: string, isListed: boolean, name: ListName): boolean {
    const { guard, known } = this.place
    const isOpen = !this.isClosed()
    if (guard === undefined || known === undefined) return isOpen
    const turnsOff = isNegation(option, flag)
    // Trusted layers read it as the opposite of this option anyway.
    if (isListed) return turnsOff && this.syntax.implicitNegation === true
    return isOpen && !turnsOff && this.isFree(flag, name)
  }

  private addNew(option: Option, name: ListName): void {
    if (this.isClosed()) return
    const { guard, known } = this.place
    if (guard === undefined) return this.append(option, name)
    if (known === undefined) return this.append(withoutCalm(option), name)
    const flags = option.flags.filter((flag) => this.isFree(flag, name))
    if (flags.length === 0) return
    const at = this.placeForDoubts(name, flags)
    const isSwitch = option.type === 'boolean' && isDoubted(at)
    const syntax = name === 'global' ? guard.everything().syntax : this.syntax
    const isNegatable = isSwitch && syntax.implicitNegation === true
    const target = isNegatable ? this.placeOfSwitches(name) : name
    if (target === undefined) return
    if (isNegatable) this.gotSwitches.add(target)
    // What turns a switch off is not given, so a rule on the switch would not speak of it.
    const off = isSwitch ? flags.filter((flag) => isNegation({ ...option, flags }, flag)) : []
    const on = flags.filter((flag) => !off.includes(flag))
    const append = (part: string[], partName: string) => {
      const isWhole = part.length === option.flags.length && partName === option.name
      const own = isWhole ? option : { ...option, name: partName, flags: part }
      this.append(doubtful(own, at), target)
    }
    if (on.length > 0) append(on, option.name)
    if (off.length > 0) append(off, on.length > 0 ? nameOf(off) : option.name)
  }

  /** Where `--no-` can be kept from turning further switches off without changing other commands; see `spellOutNegations`. */
  private placeOfSwitches(name: ListName): ListName | undefined {
    if (name === 'global') return undefined
    if (name === 'bare' || !hasNamedCommands(this.place.known!)) return name
    return this.lists.bare === undefined ? undefined : 'bare'
  }

  /** Of a tool or group without named commands, what a call does is said of its bare command. */
  private placeForDoubts(name: ListName, flags: readonly string[]): Place {
    const { place } = this
    // Of letters behind one dash, those that are known count, whatever the others are.
    const isGlued = flags.some((flag) => isPartlyRead(this.knownReading(), flag))
    if (isGlued) return { ...place, unlisted: 'unknown' }
    const bare = place.known && childOf(place.known, '')
    if (name !== 'bare' || bare === undefined || hasNamedCommands(place.known!)) return place
    return { ...place, known: bare, unlisted: bare['x-atip']?.unlisted ?? place.unlisted }
  }

  private append(option: Option, name: ListName): void {
    const { isTool, guard, known, newHere, layer } = this.place
    const list = this.lists[name] ?? (isTool ? undefined : this.lists.own)
    if (list === undefined) return
    const unique = this.uniqueName(option.name, list)
    if (unique !== option.name) this.renames.set(option.name, unique)
    if (guard !== undefined && known !== undefined) newHere.push(unique)
    const index = list.append(unique === option.name ? option : { ...option, name: unique }, layer)
    const slot = { list, index, isListed: false }
    for (const flag of option.flags) this.slots.set(flag, slot)
  }

  private uniqueName(name: string, list: OptionList): string {
    const { guard, known } = this.place
    // What comes in above commands is given together with any of their parameters.
    const others = guard !== undefined && known !== undefined && hasNamedCommands(known) ? guard.names() : undefined
    const isTaken = (candidate: string) =>
      list.has(candidate) || guard?.calmingNames.has(candidate) === true || others?.has(candidate) === true
    let unique = name
    for (let count = 2; isTaken(unique); count++) unique = `${name}-${count}`
    return unique
  }

  private isFree(flag: string, name: ListName): boolean {
    const guard = this.place.guard!
    if (name === 'global') return !isRead(guard.everything(), flag)
    return !isRead(this.knownReading(), flag)
  }

  private knownReading(): Reading {
    const globals = this.place.guard!.tool.globalOptions ?? []
    return (this.reading ??= readingOf([...this.knownOptions(), ...globals], this.syntax))
  }

  private knownOptions(): Option[] {
    const { known } = this.place
    if (known === undefined) return []
    return [...(known.globalOptions ?? []), ...(known.options ?? []), ...(childOf(known, '')?.options ?? [])]
  }

  private isClosed(): boolean {
    return this.place.closers.length > 0
  }
}

/** Keeps what makes a call harmless from doing so where parameters came in that nobody trusted knows. */
export function withholdCalmIn(lists: OptionLists, place: Place): void {
  const { guard, known, isTool, newAbove, newHere } = place
  if (guard === undefined || known === undefined || newAbove.length + newHere.length === 0) return
  const names = [...newAbove, ...newHere]
  for (const list of [lists.own, lists.bare, lists.global]) if (list !== undefined) withholdCalm(list, names)
  if (isTool || guard.calming.length === 0) return
  const taken = new Set([lists.own, lists.bare].flatMap((list) => list?.options.flatMap(({ flags }) => flags) ?? []))
  for (const { value, source } of guard.calming) {
    // The command's own option shadows the global one (decision 30).
    if (lists.own.has(value.name) || value.flags.some((flag) => taken.has(flag))) continue
    lists.own.append(withheld(value, names), layerOf(source))
  }
}

/** What an option says that is not the same one: nothing, except by its rules. */
const UNTOLD = { name: '', flags: [] as string[], type: 'boolean' as const }

/**
 * Where `--no-x` turns off every switch `--x`, it would turn off further ones too, and what is turned off is not given:
 * nobody would ask. So the switches that were meant get their `--no-x` as a flag, and the rule ends here.
 */
export function spellOutNegations(list: OptionList, known: readonly Option[]): void {
  const taken = new Set(list.options.flatMap(({ flags }) => flags))
  const meant = new Set(known.filter(({ type }) => type === 'boolean').flatMap(({ flags }) => flags))
  for (const [index, option] of list.options.entries()) {
    if (option.type !== 'boolean' || option.name.startsWith('no-')) continue
    const off = option.flags
      .filter((flag) => flag.startsWith('--') && !flag.startsWith('--no-') && meant.has(flag))
      .map((flag) => `--no-${flag.slice(2)}`)
      .filter((flag) => !taken.has(flag))
    if (off.length === 0) continue
    const before = list.at(index)
    list.replace(index, { ...before, value: { ...option, flags: [...option.flags, ...off] } })
  }
}

function nameOf([flag]: readonly string[]): string {
  return flag!.replace(/^-+/, '')
}
