import type { ByName, Command } from '../types/tool.js'

interface Parent {
  commands?: ByName<Command>
}

/** A word that names different subcommands before and after. */
export interface TakenWord {
  word: string
  from: string
  to: string
}

export function* takenWords(before: Parent, after: Parent): Generator<TakenWord> {
  const old = commandsByWord(before)
  const now = commandsByWord(after)
  for (const [word, from] of old) {
    const to = now.get(word)
    if (to !== undefined && to !== from) yield { word, from, to }
  }
}

/** A name takes precedence over an alias, and the first of two aliases wins, as when a command line is read. */
function commandsByWord({ commands = {} }: Parent): Map<string, string> {
  const names = Object.keys(commands)
  const words = new Map(names.map((name) => [name, name]))
  for (const name of names) {
    for (const alias of commands[name]!['x-atip']?.aliases ?? []) {
      if (!words.has(alias)) words.set(alias, name)
    }
  }
  return words
}
