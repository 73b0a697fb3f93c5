/** Decides which of the flags in one entry are names of the same option. */

import type { SpecMember } from './option-spec.js'

/**
 * Usually all of them. Exceptions: a line that only lists flags, `--no-x` beside a `--x` that takes a value, and `-C`
 * beside `--context[=NUM]`, since only the long one shows the value.
 */
export function aliasGroups(members: SpecMember[], hasDescription: boolean): SpecMember[][] {
  if (members.some(({ joiner }) => joiner === 'range')) return members.map((member) => [member])
  if (isList(members, hasDescription)) return listed(members)
  const shorts = members.filter((member) => isShort(member) && member.values.length === 0)
  if (shorts.length > 0 && members.some(hasOptionalValue)) {
    return [shorts, members.filter((member) => !shorts.includes(member))].flatMap((group) => withoutNegations(group))
  }
  return withoutNegations(members)
}

function isList(members: SpecMember[], hasDescription: boolean): boolean {
  const blanks = members.filter((member) => member.joiner === 'blank').length
  if (blanks > 2 || (blanks > 1 && !hasDescription && members.some((member) => member.values.length > 0))) return true
  const placeholders = new Set(members.map((member) => bare(member.values[0])).filter((value) => value !== ''))
  return members.length > 5 || (members.length > 2 && placeholders.size > 1)
}

function bare(value: string | undefined): string {
  return value === undefined ? '' : value.replace(/[[\]<>=?{}]|\.+$/g, '').toLowerCase()
}

/** In a list, a comma or a bar can still join two names: `-f FILE, --file FILE -x`. */
function listed(members: SpecMember[]): SpecMember[][] {
  const byComma = members.some((member) => member.joiner === 'blank')
  const groups: SpecMember[][] = []
  for (const member of members) {
    const last = groups.at(-1)
    if (last && byComma && member.joiner !== 'blank') last.push(member)
    else groups.push([member])
  }
  return groups
}

function hasOptionalValue(member: SpecMember): boolean {
  return member.flags[0]!.startsWith('--') && (member.values[0]?.startsWith('[=') ?? false)
}

function isShort(member: SpecMember): boolean {
  return member.flags.every((flag) => !flag.startsWith('--'))
}

/** `--sign[=KEY], --no-sign`: the negation takes no value. */
function withoutNegations(members: SpecMember[]): SpecMember[][] {
  const [rest, negations] = part(members, (member) => isNegation(member, members))
  return rest.some((member) => member.values.length > 0) && negations.length > 0 ? [rest, negations] : [members]
}

function isNegation(member: SpecMember, members: SpecMember[]): boolean {
  const names = members.flatMap(({ flags }) => flags)
  return member.values.length === 0 && member.flags.every((flag) => isNegationOf(flag, names))
}

/** `--debug / --no-debug`, `--with-x / --without-x`: the second one turns the first one off. */
export function isNegationOf(name: string, names: string[]): boolean {
  const match = /^(--?)(?:no-?|without-|disable-)(.+)$/.exec(name)
  if (!match) return false
  const [, dashes, rest] = match
  return names.some(
    (other) => other === `${dashes}${rest}` || other === `${dashes}with-${rest}` || other === `${dashes}enable-${rest}`,
  )
}

function part<T>(list: T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter((item) => !test(item)), list.filter(test)]
}
