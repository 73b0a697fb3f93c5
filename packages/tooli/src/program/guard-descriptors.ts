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

/** Some write to descriptors themselves: to others `instead`. Returns what undoes it. */
export function divertWriters(instead: ReadonlyMap<unknown, unknown>): () => void {
  return divert(fs(), WRITERS, instead)
}

/** For as long as this process lives, with readers and with the descriptors' names in the file system. */
export function divertAll(instead: ReadonlyMap<unknown, unknown>): void {
  divert(fs(), [...WRITERS, ...READERS], instead)
  divert(fs().promises, PROMISED, instead)
}

function divert(owner: object, names: readonly string[], instead: ReadonlyMap<unknown, unknown>): () => void {
  const before = names.map((name) => [name, Reflect.get(owner, name) as Act] as const)
  for (const [name, act] of before) {
    const diverted = (target: unknown, ...rest: unknown[]) => act(instead.get(target) ?? target, ...rest)
    // `promisify` looks at what hangs on them.
    Object.defineProperties(diverted, Object.getOwnPropertyDescriptors(act))
    Reflect.set(owner, name, Object.assign(diverted, { [UNGUARDED]: act }))
  }
  return () => {
    for (const [name, act] of before) Reflect.set(owner, name, act)
  }
}
