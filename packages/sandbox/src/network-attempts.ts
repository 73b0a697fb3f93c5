import { closeSync, openSync, readSync } from 'node:fs'

/** Counters of a network namespace: where they are, and what they mean in one that leads nowhere. */
const COUNTERS = [
  { file: 'snmp', group: 'Ip', name: 'OutNoRoutes', sentence: 'it tried to reach an address on a network' },
  { file: 'snmp', group: 'Tcp', name: 'AttemptFails', sentence: 'it tried to connect to a port' },
  { file: 'snmp', group: 'Udp', name: 'NoPorts', sentence: 'it tried to send to a port' },
  { file: 'snmp6', group: '', name: 'Ip6OutNoRoutes', sentence: 'it tried to reach an address on a network' },
  { file: 'snmp6', group: '', name: 'Udp6NoPorts', sentence: 'it tried to send to a port' },
] as const

export interface NetworkWatch {
  /** What was tried in vain, one sentence each. Can be asked once, also when all processes have ended. */
  attempts(): string[]
}

/**
 * Counts what a program tries in a network namespace that leads nowhere. The kernel counts for us, and an open file keeps the
 * namespace: the program cannot hide what it tried, and a server of its own that it talks to is no attempt.
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

/** A kernel without IPv6 has only one of them. */
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

/** `snmp` has a line of names and a line of values for each group, `snmp6` a name and a value in each line. */
function valueIn(text: string, group: string, name: string): number {
  const lines = text.split('\n')
  if (group === '') return Number(lines.find((line) => line.split(/\s+/)[0] === name)?.split(/\s+/)[1] ?? 0)
  const [names = '', values = ''] = lines.filter((line) => line.startsWith(`${group}:`))
  return Number(values.split(' ')[names.split(' ').indexOf(name)] ?? 0)
}
