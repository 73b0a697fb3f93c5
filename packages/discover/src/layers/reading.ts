import type { Option, Syntax } from '@atip/protocol'

/** How the trusted layers read options at a place. */
export interface Reading {
  syntax: Syntax
  options: readonly Option[]
  byFlag: ReadonlyMap<string, Option>
}

export function readingOf(options: readonly Option[], syntax: Syntax): Reading {
  const byFlag = new Map<string, Option>()
  for (const option of options) for (const flag of option.flags) if (!byFlag.has(flag)) byFlag.set(flag, option)
  return { syntax, options, byFlag }
}

/**
 * Whether this word, as a flag, means an option that is known here already: itself, negated, with another dash,
 * shortened, as a bundle of letters, or as a value behind a dash. Who adds it as a flag of its own changes what it means.
 */
export function isRead(reading: Reading, flag: string): boolean {
  const { byFlag, syntax, options } = reading
  if (byFlag.has(flag)) return true
  const isLong = flag.startsWith('--')
  if (syntax.eitherDash === true && byFlag.has(isLong ? flag.slice(1) : `-${flag}`)) return true
  if (isLong) return isReadAsLong(reading, flag)
  if (syntax.eitherDash === true && syntax.abbreviatedOptions === true && isBeginning(reading, `-${flag}`)) return true
  const text = flag.slice(1)
  return options.some((option) => isBareValue(option, text)) || isBundle(reading, text)
}

/** Whether some letter of it is an option that is known here: `-xf` behind one dash. */
export function isPartlyRead({ byFlag }: Reading, flag: string): boolean {
  if (flag.length < 3 || flag.startsWith('--')) return false
  for (const letter of flag) if (byFlag.has(`-${letter}`)) return true
  return false
}

/** Whether a flag of a switch turns it off: `--no-x` beside `--x`, or `--x` where the switch is called `no-x`. */
export function isNegation({ name, type, flags }: Option, flag: string): boolean {
  if (type !== 'boolean' || !flag.startsWith('--')) return false
  if (name.startsWith('no-') && flags.includes(`--${name}`)) return `--no-${flag.slice(2)}` === `--${name}`
  return flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`)
}

function isReadAsLong(reading: Reading, flag: string): boolean {
  const { byFlag, syntax } = reading
  const positive = flag.startsWith('--no-') ? `--${flag.slice(5)}` : undefined
  const isNegatable = positive !== undefined && syntax.implicitNegation === true
  if (isNegatable && byFlag.get(positive)?.type === 'boolean') return true
  if (syntax.abbreviatedOptions !== true) return false
  return isBeginning(reading, flag) || (isNegatable && positive.length > 2 && isBeginning(reading, positive))
}

function isBeginning({ byFlag }: Reading, beginning: string): boolean {
  for (const flag of byFlag.keys()) if (flag.startsWith(beginning)) return true
  return false
}

function isBundle({ byFlag, syntax }: Reading, letters: string): boolean {
  if (syntax.bundledFlags === false || letters.length < 2) return false
  for (const letter of letters) {
    const option = byFlag.get(`-${letter}`)
    if (option === undefined) return false
    if (option.type !== 'boolean') return true
  }
  return true
}

function isBareValue(option: Option, text: string): boolean {
  const bare = option['x-atip']?.bareValue
  return bare === 'word' || (bare === 'integer' && /^\d+$/.test(text))
}
