import { maskPrint } from '../call/stray-prints.js'
import { fs } from '../files/file-system.js'
import { UNGUARDED } from '../files/write-while-read.js'

const WRITERS = [
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
]
const READERS = ['read', 'readSync', 'readv', 'readvSync', 'readFile', 'readFileSync', 'open', 'openSync']
const PROMISED = ['open', 'readFile', 'writeFile', 'appendFile']

type Act = (...words: unknown[]) => unknown

/** Diverts direct writes to descriptors to others. Returns a function that removes the guard. */
export function divertWriters(instead: ReadonlyMap<unknown, unknown>): () => void {
  return divert(fs(), WRITERS, instead)
}

/** Diverts readers, and the descriptors' names in the file system, as well, as long as this process lives. */
export function divertAll(instead: ReadonlyMap<unknown, unknown>): void {
  divert(fs(), [...WRITERS, ...READERS], instead)
  divert(fs().promises, PROMISED, instead)
}

function divert(owner: object, names: readonly string[], instead: ReadonlyMap<unknown, unknown>): () => void {
  const before = names.map((name) => [name, Reflect.get(owner, name) as Act] as const)
  for (const [name, act] of before) {
    const isWriter = WRITERS.includes(name)
    const diverted = (target: unknown, ...rest: unknown[]) => {
      if (!instead.has(target)) return act(target, ...rest)
      if (isWriter && typeof rest[0] === 'string') rest[0] = maskPrint(rest[0])
      return act(instead.get(target), ...rest)
    }
    // `promisify` uses the properties of these functions.
    Object.defineProperties(diverted, Object.getOwnPropertyDescriptors(act))
    Reflect.set(owner, name, Object.assign(diverted, { [UNGUARDED]: act }))
  }
  return () => {
    for (const [name, act] of before) Reflect.set(owner, name, act)
  }
}
