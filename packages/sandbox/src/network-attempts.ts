import { closeSync, openSync, readSync } from 'node:fs'

/** Counters of a network namespace without routes: the file, the counter, and what it means there. */
const COUNTERS = [
  { file: 'snmp', group: 'Ip', name: 'OutNoRoutes', sentence: 'it tried to reach an address on a network' },
  { file: 'snmp', group: 'Tcp', name: 'AttemptFails', sentence: 'it tried to connect to a port' },
  { file: 'snmp', group: 'Udp', name: 'NoPorts', sentence: 'it tried to send to a port' },
  { file: 'snmp6', group: '', name: 'Ip6OutNoRoutes', sentence: 'it tried to reach an address on a network' },
  { file: 'snmp6', group: '', name: 'Udp6NoPorts', sentence: 'it tried to send to a port' },
] as const

export interface NetworkWatch {
  /** What the program tried, one sentence each. Can be called once, even after all processes have ended. */
  attempts(): string[]
}

/**
 * Counts network attempts of a program in a namespace without routes. The kernel counts, and an open file keeps the
 * namespace alive, so the program cannot hide an attempt; talking to its own server does not count.
 */
export function watchNetwork(pid: number): NetworkWatch {
  const files = new Map(['snmp', 'snmp6'].flatMap((name) => opened(`/proc/${pid}/net/${name}`, name)))
  return {
    attempts() {
      const texts = new Map([...files].map(([name, descriptor]) => [name, textOf(descriptor)]))
      for (const descriptor of files.values()) closeSync(descriptor)
      const seen = COUNTERS.filter(({ file, group, name }) => valueIn(texts.get(file) ?? '', group, name) > 0)
      return [...new Set(seen.map(({ sentence }) => sentence))]
    },
  }
}

/** A kernel without IPv6 lacks `snmp6`. */
function opened(path: string, name: string): [string, number][] {
  try {
    return [[name, openSync(path, 'r')]]
  } catch {
    return []
  }
}

function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(65_536)
  return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
}

/** `snmp` has a line of names and a line of values per group; `snmp6` has one name and value per line. */
function valueIn(text: string, group: string, name: string): number {
  const lines = text.split('\n')
  if (group === '') return Number(lines.find((line) => line.split(/\s+/)[0] === name)?.split(/\s+/)[1] ?? 0)
  const [names = '', values = ''] = lines.filter((line) => line.startsWith(`${group}:`))
  return Number(values.split(' ')[names.split(' ').indexOf(name)] ?? 0)
}
