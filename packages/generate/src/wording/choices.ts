/** Finds the values that an option allows in its description. */

import { wordsOfList } from '../spec/lists.js'

export interface FoundChoices {
  words: string[]
  /** The form is unmistakable: `[possible values: …]`. That is enough to know that the option takes a value. */
  explicit: boolean
}

const NONE: FoundChoices = { words: [], explicit: false }

const LABEL =
  /(?:possible|allowed|valid|available|accepted|supported|permitted|legal) (?:values?|choices|options|formats?|types?|modes?|levels?|arguments|names|keywords|strings|algorithms|methods|backends|settings)(?: for [\w-]+| of [\w-]+)?(?: are| is|:| include:?)+|(?:\bchoices|\bvalues|\boptions|\bchoose (?:from|between|one of)|\bone of|\bany of|\beither|\bselect from|\bcan be|\bmust be|\bmay be|\bshould be|\bsupported|\baccepts|\ballowed|\bset to|\bvalid(?: are)?|\bcombination of|\benum|\bis(?= \w+(?:, \w+)+,? or \w))(?: one of| either| any of| set to)?(?: the following| these)?(?: values)?(?: of)?:? ?/gi

/** `lines` are those of the description, because a list may span several lines. */
export function choicesIn(lines: string[], joined: string): FoundChoices {
  if (lines.length < 2 && !/[,|/]| or /.test(joined)) return NONE
  const itemised = itemisedChoices(lines)
  if (itemised.length >= 2) return { words: itemised, explicit: true }
  const bracketed = labelledInBrackets(joined)
  if (bracketed.length >= 1) return { words: bracketed, explicit: true }
  const barred = barredGroup(joined)
  if (barred.length >= 2) return { words: barred, explicit: false }
  const labelled = labelledList(joined)
  if (labelled.length >= 2) return { words: labelled, explicit: false }
  const explained = explainedList(joined)
  if (explained.length >= 3) return { words: explained, explicit: false }
  const listed = listInParentheses(joined)
  if (listed.length >= 2) return { words: listed, explicit: false }
  return NONE
}

/** clap prints "Possible values:" and one line `- name: text` for each. */
function itemisedChoices(lines: string[]): string[] {
  const start = lines.findIndex((line) =>
    /^(possible|valid|allowed|available|supported) (values|choices|options)[^:]{0,40}:$/i.test(line),
  )
  if (start === -1) return bulletedWords(lines)
  const words: string[] = []
  for (const line of lines.slice(start + 1)) {
    const item = /^[-*•] ["'`]?([\w.+:@/-]*\w)["'`]?(?:$|[ :=(])/.exec(line)
    if (item) words.push(item[1]!)
    else if (words.length === 0 && wordsOfList(line).length > 1) return wordsOfList(line)
  }
  return words
}

/** Each bullet is followed by a single word. */
function bulletedWords(lines: string[]): string[] {
  const words = lines.map((line) => /^[o•*-] ([\w.+-]+)$/.exec(line)?.[1]).filter((word) => word !== undefined)
  return words.length > 1 ? words : []
}

const BRACKETED =
  /[[(<{]\s*(?:possible values?|choices|options|allowed(?: values)?|valid(?: values| options)?|values|one of|enum|available(?: values| options)?|supported(?: values)?|accepted(?: values)?|choose from|choose)\s*(?:are)?[:=]?\s*/gi

function labelledInBrackets(text: string): string[] {
  for (const match of text.matchAll(BRACKETED)) {
    if (!/[:=]\s*$|one of\s*$|values\s*$|from\s*$/i.test(match[0])) continue
    const from = match.index + match[0].length
    const end = closingAfter(text, from)
    if (end === -1) continue
    const words = wordsOfList(text.slice(from, end).replace(/[,;]? *default:? .*$/i, ''))
    if (words.length > 0) return words
  }
  return []
}

function closingAfter(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length && at < from + 2000; at++) {
    const character = text[at]!
    if ('[(<{'.includes(character)) depth++
    else if ('])>}'.includes(character) && depth-- === 0) return at
  }
  return -1
}

const GROUP = /[{([<"'`]?["'`]?[\w.+:@-]+["'`]?(?: ?\| ?["'`]?[\w.+:@*?-]+["'`]?){1,40}[})\]>]?/g

/** `{open|closed|all}`, `(a|b)`, `"never"|"always"`. */
function barredGroup(text: string): string[] {
  if (!text.includes('|')) return []
  for (const match of text.matchAll(GROUP)) {
    const group = match[0]
    const marked = /^[{([<"'`]/.test(group) || group.split('|').length > 2
    if (!marked) continue
    const words = wordsOfList(group.replace(/^[{([<]|[})\]>]$/g, ''))
    if (words.length >= 2 && words.every((word) => !word.startsWith('-'))) return words
  }
  return []
}

function labelledList(text: string): string[] {
  for (const match of text.matchAll(LABEL)) {
    const words = wordsOfList(listAfter(text, match.index + match[0].length))
    if (words.length >= 2 && words.every(isValueWord)) return words
  }
  return inQuotes(text)
}

/** "One of never (do nothing), warn (only say so), force (try it)". */
function explainedList(text: string): string[] {
  const bare = text.replace(/ \([^()]{0,200}\)/g, '')
  return bare === text ? [] : labelledList(bare)
}

/** The list after a place, up to the end of the sentence or of the enclosing bracket. */
function listAfter(text: string, from: number): string {
  const rest = text.slice(from, from + 800).replace(/^[\s:]+/, '')
  const end =
    /\.(?=\s|$)|;|\)(?!,| or)|\](?!,)| \((?!default)|\bdefaults?\b(?! ?\))|\s-\s| (?:for|to|when|if|which|where|in|with|depending) /.exec(
      rest,
    )
  return (end ? rest.slice(0, end.index) : rest).replace(/[,.:\s]+$/, '')
}

/** Quoted words with commas or "or" between them are values, whatever precedes them. */
function inQuotes(text: string): string[] {
  const match =
    /(["'`‘“])[\w.+:-]{1,30}["'`’”](?: \([^()]{0,60}\))?(?:(?:, (?:or |and )?| or | and |\/| \| )["'`‘“][\w.+:-]{1,30}["'`’”](?: \([^()]{0,60}\))?){1,30}/.exec(
      text,
    )
  if (!match) return []
  const words = wordsOfList(match[0].replace(/\s\([^()]*\)/g, ''))
  return words.every(isValueWord) ? words : []
}

const PARENTHESES = /[([]([^()[\]]{3,400})[)\]]/g

/** `(auto, always or never)`: words only, at least one comma or "or". */
function listInParentheses(text: string): string[] {
  for (const match of text.matchAll(PARENTHESES)) {
    const inside = match[1]!.replace(/^(?:e\.g\.?|eg|i\.e\.?|for example|such as|like|default|see|also|or)\b.*/i, '')
    if (!/,| or |\//.test(inside) || /\.\.|\betc\b/.test(inside)) continue
    const words = wordsOfList(inside)
    if (words.length >= 2 && words.every(isValueWord) && !words[0]!.startsWith('default')) return words
  }
  return afterColon(text)
}

/** "the level to fail on: error, warning, notice" at the end of a sentence. */
function afterColon(text: string): string[] {
  const colon = text.lastIndexOf(': ')
  if (colon === -1) return []
  const words = wordsOfList(listAfter(text, colon + 2))
  return words.length >= 3 && words.every(isValueWord) ? words : []
}

function isValueWord(word: string): boolean {
  return /^[\w.+:@#-]+$/.test(word) && !/^-|[.:]$/.test(word) && !/^(the|a|an|it|this|that|of|is|are|etc)$/i.test(word)
}
