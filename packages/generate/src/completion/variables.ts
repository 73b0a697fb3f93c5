/** What a script sets its variables to, where that is written out. */

/** A script that doubles its lists comes to an end here. */
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

  /** The words a reference stands for, none if nobody knows; any other word is itself. */
  expanded(word: string): string[] {
    const name = REFERENCE.exec(word)?.[1]
    if (name === undefined) return [word]
    const list = this.#lists.get(name) ?? []
    if (list.length > this.#left) return []
    this.#left -= list.length
    return list
  }
}
