/** Whether an option takes a value if only its description shows that. */

import type { FoundValue } from '../found.js'
import { valueOf } from '../spec/value.js'
import { wordsOfList } from '../spec/lists.js'

const STATED =
  /\b(?:takes?|requires?|needs|expects|accepts|has) (?:an?|one|the|a single) (?:\w+ )?(?:argument|parameter|value)\b|\bthe next (?:parameter|argument|word) is\b|^(?:an? )?(?:comma|space|colon)[- ]separated list\b|\b(?:argument|value) (?:to|of|for) this option\b|\bthe argument (?:is|must|should|specifies)\b/i

/** Some programs put the placeholder into the right column: `--type    [js|css|html] …`. */
const LEADING =
  /^(?:[A-Z][A-Z_-]+(?= [A-Z][a-z])|\((?:string|int|integer|long|float|double|list|map|structure|blob|timestamp)\)(?= )|(?:\[[\w|,./:-]{2,60}\]|<[\w|,./: -]{1,40}>|\{[\w|,./: -]{2,60}\})(?=  | \[|$))/

export function valueInProse(text: string): FoundValue | undefined {
  const leading = LEADING.exec(text)
  if (leading && !/^\[(?:default|deprecated|required|optional|boolean|env|alias)/i.test(text)) {
    const value = valueOf([leading[0].replace(/^\[(.*)\]$/, '<$1>')])
    return value && { ...value, confidence: 0.6 }
  }
  if (STATED.test(text) || isListOfValues(text)) return { optional: false, many: false, choices: [], confidence: 0.6 }
  return undefined
}

/** Whether the description only lists values: "1 (default), 224, 256, 384, 512". */
function isListOfValues(text: string): boolean {
  return text.length < 200 && text.includes(',') && wordsOfList(text).length >= 3 && /\d|default/.test(text)
}
