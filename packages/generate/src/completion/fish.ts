/** fish: a completion file is a list of `complete` commands, one for each option. */

import type { FoundCommand, FoundValue } from '../found.js'
import type { Naming } from '../synopsis/naming.js'
import { CompletionDraft } from './draft.js'
import { entryOf, type FishEntry } from './fish-arguments.js'
import { holdsAt, placeOf } from './fish-condition.js'
import { tokensOf, type CompletionWord } from './tokens.js'
import { Variables } from './variables.js'

const CONFIDENCE = 0.85

export function readFish(text: string, { name, path }: Naming): FoundCommand {
  const draft = new CompletionDraft()
  const variables = new Variables()
  for (const words of commandsIn(text)) {
    const [first, ...rest] = words
    if (first!.text === 'set') remember(rest, variables)
    else if (first!.text === 'for' && rest[1]?.text === 'in') variables.set(rest[0]!.text, textsOf(rest.slice(2)))
    else if (first!.text === 'complete') {
      const entry = entryOf(rest)
      if (!entry.isErased && isAbout(entry, name)) add(entry, first!.line, { name, path }, variables, draft)
    }
  }
  return draft.found()
}

const MOST_WORDS = 20_000

/** Parentheses are a command substitution, which becomes one unknown word. */
function* commandsIn(text: string): Generator<CompletionWord[]> {
  let words: CompletionWord[] = []
  let depth = 0
  for (const token of tokensOf(text, { isFish: true })) {
    if (token.kind === 'open') {
      if (depth++ === 0) words.push({ kind: 'word', text: '', alternatives: [''], isDynamic: true, line: token.line })
    } else if (token.kind === 'close') depth = Math.max(0, depth - 1)
    else if (token.kind === 'word') {
      if (depth === 0 && words.length < MOST_WORDS) words.push(token)
    } else {
      depth = 0
      if (words.length > 0) yield words
      words = []
    }
  }
}

/** `set -l names a b`: options of `set` itself are skipped. */
function remember(words: readonly CompletionWord[], variables: Variables): void {
  const start = words.findIndex(({ text }) => !text.startsWith('-'))
  if (start === -1) return
  variables.set(words[start]!.text, textsOf(words.slice(start + 1)))
}

function textsOf(words: readonly CompletionWord[]): string[] {
  return words.flatMap(({ alternatives }) => alternatives)
}

/** A file may complete several programs; a computed name counts as ours. */
function isAbout({ commands }: FishEntry, name: string): boolean {
  return (
    commands.length === 0 || commands.some((one) => one === name || one.startsWith('$') || one.endsWith(`/${name}`))
  )
}

function add(entry: FishEntry, line: number, { path }: Naming, variables: Variables, draft: CompletionDraft): void {
  const conditions = entry.conditions.map((condition) => placeOf(condition, variables))
  const place = {
    isFirst: conditions.some(({ isFirst }) => isFirst),
    seen: conditions.flatMap(({ seen }) => seen),
    unseen: conditions.flatMap(({ unseen }) => unseen),
  }
  if (!holdsAt(place, path)) return
  const flags = [
    ...entry.shorts.map((letter) => `-${letter}`),
    ...entry.olds.map((word) => `-${word}`),
    ...entry.longs.map((word) => `--${word}`),
  ]
  const listed = entry.arguments.flatMap((list) => candidatesIn(list, variables))
  const value = valueOf(entry, listed)
  const { description } = entry
  if (flags.length > 0) {
    draft.option({
      flags,
      ...(value && { value }),
      ...(description !== undefined && { description }),
      global: path.length === 0 && !place.isFirst,
      line,
      confidence: CONFIDENCE,
    })
    return
  }
  if (!place.isFirst && place.unseen.length === 0) return
  for (const { word, about } of listed) draft.command(word, about ?? description, line, CONFIDENCE)
}

interface Listed {
  word: string
  about?: string
}

/** `'add\tAdd a thing' remove`; the output of a command is unknown. */
function candidatesIn(list: string, variables: Variables): Listed[] {
  const found: Listed[] = []
  for (const words of commandsIn(list)) {
    for (const token of words) {
      if (token.isDynamic && !token.text.startsWith('$')) continue
      for (const text of token.alternatives.flatMap((word) => variables.expanded(word))) {
        const [word, about] = text.split('\t', 2)
        if (word !== undefined && word !== '') found.push({ word, ...(about && { about }) })
      }
    }
  }
  return found
}

function valueOf({ needsValue, forcesFiles, arguments: lists }: FishEntry, listed: Listed[]): FoundValue | undefined {
  const choices = listed.map(({ word }) => word).filter((word) => /^[^\s$()]+$/.test(word))
  if (!needsValue && lists.length === 0 && !forcesFiles) return undefined
  const isDirectory = lists.some((list) => /complete_director/.test(list))
  const type = isDirectory ? 'directory' : forcesFiles ? 'file' : undefined
  return {
    optional: false,
    many: false,
    choices: choices.length > 1 ? [...new Set(choices)] : [],
    ...(type && choices.length < 2 && { type }),
    confidence: needsValue ? CONFIDENCE : 0.75,
  }
}
