/** The literal values of a script's variables. */

/** These limits stop a script that doubles its lists. */
const MOST_WORDS = 2_000
const MOST_EXPANDED = 200_000

const REFERENCE = /^\$\{?([A-Za-z_]\w{0,60})(?:\[[@*]\])?\}?$/

export class Variables {
  readonly #lists = new Map<string, string[]>()
  #left = MOST_EXPANDED

  set(name: string, words: readonly string[]): string[] {
    const list = words.flatMap((word) => this.expanded(word)).slice(0, MOST_WORDS)
    this.#lists.set(name, list)
    return list
  }

  /** The values of a variable reference, none if unknown; any other word stays as it is. */
  expanded(word: string): string[] {
    const name = REFERENCE.exec(word)?.[1]
    if (name === undefined) return [word]
    const list = this.#lists.get(name) ?? []
    if (list.length > this.#left) return []
    this.#left -= list.length
    return list
  }
}
