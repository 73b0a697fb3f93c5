/**
 * Finds the options of several sources that are the same. A name of more than one letter identifies an option: options
 * that share one are the same. A letter belongs to the names beside it; if sources give one letter to different names,
 * the most certain one keeps it.
 */

import type { Evidence, FoundOption } from '../found.js'
import type { Ledger } from './conflict.js'
import { best, report, type FieldCandidate } from './candidates.js'
import { Sets } from './sets.js'

export interface OptionGroup {
  members: FoundOption[]
  /** In the order of their first appearance. */
  spellings: string[]
}

export function matchOptions(options: readonly FoundOption[], ledger: Ledger): OptionGroup[] {
  const named = new Sets()
  for (const option of options) named.join(spellingsOf(option).filter(isName).map(asName))
  const claims = claimsOn(options, named)
  const owners = new Map<string, string>()
  for (const [letter, claim] of claims) owners.set(letter, ownerOf(letter, claim, ledger))
  const lettered = new Sets()
  for (const option of options) if (!hasName(option)) lettered.join(spellingsOf(option))
  return grouped(
    options,
    (option) => {
      const name = spellingsOf(option).find(isName)
      if (name !== undefined) return named.of(asName(name))
      const letters = lettered.membersOf(spellingsOf(option)[0]!)
      const owner = letters.map((letter) => owners.get(letter)).filter((one) => one !== undefined)
      return owner.length > 0 ? owner.reduce((one, other) => (one < other ? one : other)) : lettered.of(letters[0]!)
    },
    owners,
  )
}

export function spellingsOf({ flags, negations }: FoundOption): string[] {
  return [...flags, ...negations]
}

function isName(flag: string): boolean {
  return flag.length > 2
}

/** Distinguishes names of groups from letters. */
function asName(flag: string): string {
  return `name ${flag}`
}

function hasName(option: FoundOption): boolean {
  return spellingsOf(option).some(isName)
}

/** For each letter, the groups that have it, with their evidence. */
function claimsOn(options: readonly FoundOption[], named: Sets): Map<string, Map<string, Evidence[]>> {
  const claims = new Map<string, Map<string, Evidence[]>>()
  for (const option of options) {
    const name = spellingsOf(option).find(isName)
    if (name === undefined) continue
    const group = named.of(asName(name))
    for (const letter of spellingsOf(option).filter((flag) => !isName(flag))) {
      const claim = claims.get(letter) ?? new Map<string, Evidence[]>()
      claim.set(group, [...(claim.get(group) ?? []).slice(0, 16), ...option.evidence])
      claims.set(letter, claim)
    }
  }
  return claims
}

function ownerOf(letter: string, claim: Map<string, Evidence[]>, ledger: Ledger): string {
  const found = [...claim].map(([value, evidence]): FieldCandidate<string> => ({ value, evidence }))
  const owner = best(found, 'confidence')!.value
  const said = found.map(({ value, evidence }) => ({ value: value.slice(5), evidence }))
  report(said, { on: 'option', name: letter, field: 'flag', taken: owner.slice(5) }, ledger)
  return owner
}

function grouped(
  options: readonly FoundOption[],
  groupOf: (option: FoundOption) => string,
  owners: Map<string, string>,
): OptionGroup[] {
  const groups = new Map<string, OptionGroup>()
  const spellings = new Map<string, Set<string>>()
  for (const option of options) {
    if (option.flags.length + option.negations.length === 0) continue
    const key = groupOf(option)
    const group = groups.get(key) ?? { members: [], spellings: [] }
    group.members.push(option)
    groups.set(key, group)
    for (const spelling of spellingsOf(option)) {
      const owner = owners.get(spelling) ?? key
      const known = spellings.get(owner) ?? new Set()
      spellings.set(owner, known.add(spelling))
    }
  }
  for (const [key, group] of groups) group.spellings = [...(spellings.get(key) ?? [])]
  return [...groups.values()]
}
