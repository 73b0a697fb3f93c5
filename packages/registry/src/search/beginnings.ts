import { entryOf, keyAt, postingsOf, stepsOf } from './dictionary.js'
import type { SearchIndex } from './search-index.js'

/** The tools whose names begin with the text, as entry numbers: common tools first, then short names. */
export function toolsBeginning({ tools, common, isCommand }: SearchIndex, typed: string, limit: number): number[] {
  const beginning = typed.toLowerCase()
  const weights = new Map(Array.from(common, (posting) => [entryOf(posting), stepsOf(posting)]))
  const found: { entry: number; name: string; weight: number }[] = []
  for (let key = firstFrom(tools, beginning); key < tools.keys.length - 1; key++) {
    const name = keyAt(tools, key)
    if (!name.startsWith(beginning)) break
    const entry = postingsOf(tools, name)
      .map(entryOf)
      .find((one) => isCommand[one] === 0)
    if (entry !== undefined) found.push({ entry, name, weight: weights.get(entry) ?? 0 })
  }
  return found
    .sort((one, other) => other.weight - one.weight || one.name.length - other.name.length)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/** The first key that is not less than the text. Keys are in the order of their bytes, which is that of code points. */
function firstFrom(tools: SearchIndex['tools'], text: string): number {
  let low = 0
  let high = tools.keys.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(keyAt(tools, middle), text)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(one: string, other: string): boolean {
  const [left, right] = [Array.from(one), Array.from(other)]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at === -1) return left.length < right.length
  return right[at] !== undefined && left[at]!.codePointAt(0)! < right[at].codePointAt(0)!
}
