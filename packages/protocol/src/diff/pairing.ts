import type { Parameter } from '../types/tool.js'

export interface Pairing<T> {
  pairs: [T, T][]
  gone: T[]
  fresh: T[]
}

/** Matches each parameter with its new version: by name, otherwise by one of its keys. */
export function pairUp<T extends Parameter>(
  before: readonly T[],
  after: readonly T[],
  keysOf: (parameter: T, index: number) => readonly string[],
): Pairing<T> {
  const byName = new Map(after.map((parameter) => [parameter.name, parameter]))
  const oldNames = new Set(before.map(({ name }) => name))
  const byKey = new Map<string, T>()
  for (const [index, parameter] of after.entries()) {
    if (!oldNames.has(parameter.name)) for (const key of keysOf(parameter, index)) byKey.set(key, parameter)
  }
  const result: Pairing<T> = { pairs: [], gone: [], fresh: [] }
  const found = new Set<T>()
  for (const [index, old] of before.entries()) {
    const others = keysOf(old, index).map((key) => byKey.get(key))
    const now = byName.get(old.name) ?? others.find((other) => other !== undefined && !found.has(other))
    if (now === undefined) result.gone.push(old)
    else {
      result.pairs.push([old, now])
      found.add(now)
    }
  }
  result.fresh = after.filter((parameter) => !found.has(parameter))
  return result
}
