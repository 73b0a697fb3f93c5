import { closest, locate, positionsOf, toPointer, type Location } from '@atip/protocol/calls'
import type { PolicyProblem } from './types.js'

type Keys = readonly (string | number)[]

/** Collects the problems of a file while it is read. */
export class Faults {
  readonly #all: { pointer: string; message: string; isKey: boolean }[] = []

  add(keys: Keys, message: string): void {
    this.#all.push({ pointer: toPointer(keys), message, isKey: false })
  }

  /** The members of an object; reports every key that is not known. */
  members(
    value: unknown,
    keys: Keys,
    known: readonly string[],
    extensions = /^(?:x-|_|\$)/,
  ): Record<string, unknown> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.add(keys, `must be an object, found ${shown(value)}`)
      return undefined
    }
    for (const key of Object.keys(value)) {
      if (known.includes(key) || extensions.test(key)) continue
      const likely = closest(key, known)
      const advice =
        likely === undefined ? `the keys are: ${known.join(', ')}` : `did you mean ${JSON.stringify(likely)}?`
      const message = `${JSON.stringify(key)} is not a key of a policy here; ${advice}`
      this.#all.push({ pointer: toPointer([...keys, key]), message, isKey: true })
    }
    return value as Record<string, unknown>
  }

  oneOf<T extends string>(value: unknown, keys: Keys, known: readonly T[]): T | undefined {
    if (known.includes(value as T)) return value as T
    const likely = typeof value === 'string' ? closest(value, known) : undefined
    const advice = likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`
    this.add(
      keys,
      `must be one of ${known.map((one) => JSON.stringify(one)).join(', ')}, found ${shown(value)}${advice}`,
    )
    return undefined
  }

  text(value: unknown, keys: Keys): string | undefined {
    if (typeof value === 'string' && value !== '') return value
    this.add(keys, `must be text, found ${shown(value)}`)
    return undefined
  }

  flag(value: unknown, keys: Keys): boolean | undefined {
    if (typeof value === 'boolean') return value
    this.add(keys, `must be true or false, found ${shown(value)}`)
    return undefined
  }

  /** Members of a condition. Unlike elsewhere, `x-` keys are problems too: no condition may be ignored. */
  conditions(value: unknown, keys: Keys, known: readonly string[]): Record<string, unknown> | undefined {
    return this.members(value, keys, known, NONE)
  }

  /** A list of texts; a single text counts as a list of one. */
  texts(value: unknown, keys: Keys): string[] | undefined {
    if (typeof value === 'string' && value !== '') return [value]
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')) {
      return value as string[]
    }
    this.add(keys, `must be text or a list of texts, found ${shown(value)}`)
    return undefined
  }

  /** The problems with their positions, in the order of the text. */
  located(text: string): PolicyProblem[] {
    if (this.#all.length === 0) return []
    const places = this.#all.map(({ pointer }) => placeIn(text, pointer))
    const offsets = places.map(
      (place, index) => (this.#all[index]!.isKey ? place.key?.start : undefined) ?? place.start,
    )
    const positions = positionsOf(text, offsets)
    return this.#all
      .map(({ pointer, message }, index) => ({ pointer, message, ...positions[index]! }))
      .sort((a, b) => a.line - b.line || a.column - b.column)
  }
}

const NONE = /(?!)/

/** For a missing value, the position of its parent. */
function placeIn(text: string, pointer: string): Location {
  const [found] = locate(text, [pointer])
  if (found !== undefined || pointer === '') return found ?? { start: 0, end: 0 }
  return placeIn(text, pointer.slice(0, pointer.lastIndexOf('/')))
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
