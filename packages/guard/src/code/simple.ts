import { shippedData } from '@atip/shims'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

/** Calculations of dc, its registers and what it prints: nothing that runs a text, which may be computed or read. */
const CALCULATION = /^(?:[\d.\sA-F_+*/%^~|vpnfcdrzZXkioKIO-]|[sSlL]\w|\[[\w\s.,:=-]*\]|#[^\n]*)*$/

/** Of dc, an exclamation mark runs a line of the shell, and other commands run texts. */
export function readDc(code: string): CodeFacts {
  const facts = new FactCollector()
  if (!CALCULATION.test(code)) facts.isUnderstood = false
  for (const [, line] of code.matchAll(/!\s*([^<>=\n][^\n]*)/g)) facts.add('shellLines', line!)
  return facts.facts()
}

/** bc computes: its language reaches no files and no programs. */
export function readBc(): CodeFacts {
  return new FactCollector().facts()
}

/** A compiler prints and takes in files that the code names; without any, it only sees the code. */
export function readC(code: string): CodeFacts {
  const facts = new FactCollector()
  if (/[#%?:]|asm|_Pragma/.test(code)) facts.isUnderstood = false
  return facts.facts()
}

interface RedisNotation {
  asks: string
  destroys: Record<string, string>
}

/** Each line is a command of Redis. */
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
