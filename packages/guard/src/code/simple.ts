import { shippedData } from '@atip/shims'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

/** Calculations, registers and printing: nothing that executes a string, which may be computed or read. */
const CALCULATION = /^(?:[\d.\sA-F_+*/%^~|vpnfcdrzZXkioKIO-]|[sSlL]\w|\[[\w\s.,:=-]*\]|#[^\n]*)*$/

/** In dc, `!` runs a shell line, and other commands execute strings. */
export function readDc(code: string): CodeFacts {
  const facts = new FactCollector()
  if (!CALCULATION.test(code)) facts.isUnderstood = false
  for (const [, line] of code.matchAll(/!\s*([^<>=\n][^\n]*)/g)) facts.add('shellLines', line!)
  return facts.facts()
}

/** bc only computes: its language has no access to files or programs. */
export function readBc(): CodeFacts {
  return new FactCollector().facts()
}

/** A compiler includes and prints files that directives name; without directives, it only reads the code. */
export function readC(code: string): CodeFacts {
  const facts = new FactCollector()
  if (/[#%?:]|asm|_Pragma/.test(code)) facts.isUnderstood = false
  return facts.facts()
}

interface RedisNotation {
  asks: string
  destroys: Record<string, string>
}

/** Reads Redis commands, one per line. */
export function readRedis(code: string): CodeFacts {
  const facts = new FactCollector()
  const { asks, destroys } = shippedData('code/redis') as RedisNotation
  const known = new Set(asks.split(/\s+/))
  const commands = code.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  if (commands.length === 0) facts.isUnderstood = false
  for (const command of commands) {
    const name = command.trim().split(/\s+/)[0]!.toLowerCase()
    if (!known.has(name)) facts.isUnderstood = false
    if (Object.hasOwn(destroys, name)) facts.destroys ??= destroys[name]!
  }
  return facts.facts()
}
