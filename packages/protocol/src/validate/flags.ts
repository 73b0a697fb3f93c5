/**
 * Checks that run for every flag of a document, written for speed: a regular expression or a Set takes ten times as
 * long.
 */

const DASH = 0x2d
const PLUS = 0x2b
const SLASH = 0x2f

/** The same as `/^(?!(--?|\+|\/)$)[-+/]/u`: a sign with something after it. No parser reads `-` or `--` as a flag. */
export function startsLikeFlag(flag: string): boolean {
  if (flag.length < 2) return false
  const sign = flag.charCodeAt(0)
  if (sign !== DASH) return sign === PLUS || sign === SLASH
  return flag.length > 2 || flag.charCodeAt(1) !== DASH
}

/** The same as `/^[^\s=,]+$/u`; anything but printable ASCII is left to the expression itself. */
export function isOneWord(flag: string): boolean {
  for (let index = 0; index < flag.length; index++) {
    const code = flag.charCodeAt(index)
    if (code === 0x20 || code === 0x2c || code === 0x3d) return false
    if (code < 0x20 || code > 0x7e) return /^[^\s=,]+$/u.test(flag)
  }
  return flag.length > 0
}

/** False if certainly no two entries of a list share a name or a flag; true if they may. */
export function mayRepeat(list: readonly unknown[]): boolean {
  filter ??= new RepeatFilter()
  return filter.mayRepeat(list)
}

/** Reused for the next document: creating its tables takes as long as checking a small document. */
let filter: RepeatFilter | undefined

/**
 * A table of cheap fingerprints. Each slot holds the number of the list that used it last, so the table is never
 * cleared.
 */
class RepeatFilter {
  private readonly names = new Uint32Array(SLOTS)
  private readonly flags = new Uint32Array(SLOTS)
  private list = 0

  mayRepeat(list: readonly unknown[]): boolean {
    // A slot cannot hold a larger number.
    if (this.list === 0xffff_ffff) return true
    this.list++
    for (let index = 0; index < list.length; index++) {
      const entry = list[index] as { name?: unknown; flags?: unknown } | null | undefined
      if (entry === null || entry === undefined) continue
      if (typeof entry.name === 'string' && this.isTaken(entry.name, this.names)) return true
      if (!Array.isArray(entry.flags)) continue
      for (let place = 0; place < entry.flags.length; place++) {
        const flag: unknown = entry.flags[place]
        if (typeof flag === 'string' && this.isTaken(flag, this.flags)) return true
      }
    }
    return false
  }

  private isTaken(text: string, slots: Uint32Array): boolean {
    const { length } = text
    if (length === 0) return true
    const third = text.charCodeAt(length > 2 ? 2 : 0)
    const middle = text.charCodeAt(length >> 1)
    const last = text.charCodeAt(length - 1)
    const slot = (length * 131 + last * 37 + middle * 1031 + third * 577) & (SLOTS - 1)
    if (slots[slot] === this.list) return true
    slots[slot] = this.list
    return false
  }
}

const SLOTS = 1024
