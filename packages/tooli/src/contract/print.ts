import type { ByName, Command as AtipCommand } from '@atip/protocol'
import type { Contract } from './contract.js'

/** Keys that readers look for come first; all others are sorted, so that equal surfaces have equal texts. */
const FIRST = ['contract', 'name', 'version', 'flags', 'type']

/** A flat value that fits is on one line, so that one change is a line or two in a diff. */
const WIDTH = 100

export function printContract(contract: Contract): string {
  return `${print({ ...contract, commands: withoutProse(contract.commands) }, '')}\n`
}

/** Drops descriptions, which ATIP requires and a contract does not have. */
function withoutProse(commands: ByName<AtipCommand>): object {
  const map = Object.create(null) as Record<string, unknown>
  for (const [name, { description: _, commands: inner, ...command }] of Object.entries(commands)) {
    map[name] = { ...command, ...(inner && { commands: withoutProse(inner) }) }
  }
  return map
}

function print(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const deeper = `${indent}  `
  const parts = partsOf(value).map(({ lead, part }) => lead + print(part, deeper))
  if (parts.length === 0) return open + close
  const short = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (isFlat(value) && indent.length + short.length <= WIDTH) return short
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
}

/** Only values without nested parts are printed on one line. */
function isFlat(value: object): boolean {
  return Object.values(value).every((part) => typeof part !== 'object' || part === null)
}

interface Part {
  lead: string
  part: unknown
}

function partsOf(value: object): Part[] {
  if (Array.isArray(value)) return value.map((part: unknown) => ({ lead: '', part }))
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, part]) => ({ lead: `${JSON.stringify(name)}: `, part: part as unknown }))
}
