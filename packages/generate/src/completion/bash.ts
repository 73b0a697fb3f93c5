/** bash: literal lists of words in `complete -W`, `compgen -W` and in variables. */

import type { FoundCommand, FoundValue } from '../found.js'
import type { Naming } from '../synopsis/naming.js'
import { CompletionDraft } from './draft.js'
import { isAtPath } from './place.js'
import { stepsOf, type Branch, type ScriptStep } from './script.js'
import type { CompletionWord } from './tokens.js'
import { Variables } from './variables.js'

/** A list only says which flags exist. */
const CONFIDENCE = 0.6

export function readBash(text: string, naming: Naming): FoundCommand {
  const draft = new CompletionDraft()
  const variables = new Variables()
  for (const step of stepsOf(text)) {
    const before = step.branches.findLast(({ subject }) => /prev|COMP_CWORD-1/i.test(subject))
    const isHere = isAtPath(step, naming)
    if (step.array !== undefined) {
      const words = step.words.flatMap(({ alternatives }) => alternatives)
      assign(
        step.array,
        words,
        step.words[0]?.line ?? 1,
        isHere && !before && isAtPath(named(step, step.array), naming),
        variables,
        draft,
      )
      continue
    }
    for (const word of step.words) {
      const assignment = /^([A-Za-z_]\w{0,60})\+?=([^]+)$/.exec(word.text)
      if (assignment) {
        const words = assignment[2]!.split(/\s+/)
        const isOwn = isHere && !before && isAtPath(named(step, assignment[1]!), naming)
        assign(assignment[1]!, words, word.line, isOwn, variables, draft)
      }
    }
    if (!isHere) continue
    const list = listedIn(step, variables)
    if (before) addValue(before, step, list, draft)
    else if (list) addWords(list, step.words[0]!.line, draft)
  }
  return draft.found()
}

const MOST_WORDS = 20_000

/** `__tool_add_options` names the command whose options it lists, as a function's name does. */
function named(step: ScriptStep, variable: string): ScriptStep {
  return { ...step, functionName: step.functionName ?? variable }
}

function assign(
  name: string,
  words: readonly string[],
  line: number,
  isHere: boolean,
  variables: Variables,
  draft: CompletionDraft,
): void {
  const list = variables.set(name, words)
  if (!isHere) return
  if (/(?:opt|option|flag|arg)s?$/i.test(name)) {
    for (const word of list) if (word.startsWith('-')) addFlag(word, line, draft)
  } else if (/(?:command|cmd|subcommand|verb)s$/i.test(name)) {
    for (const word of list) if (!/^[-$]/.test(word)) draft.command(word, undefined, line, CONFIDENCE)
  }
}

/** The words after `-W` of `complete` and `compgen`. */
function listedIn({ words }: ScriptStep, variables: Variables): string[] | undefined {
  const call = words.findIndex(({ text }) => /^(?:complete|compgen|_comp_compgen)$/.test(text))
  if (call === -1) return undefined
  const at = words.findIndex(({ text }, index) => index > call && /^-[A-Za-z]*W$/.test(text))
  const list: CompletionWord | undefined = at === -1 ? undefined : words[at + 1]
  return list?.text
    .split(/\s+/)
    .flatMap((word) => variables.expanded(word))
    .slice(0, MOST_WORDS)
}

function addWords(list: readonly string[], line: number, draft: CompletionDraft): void {
  for (const word of list) {
    if (word.startsWith('-')) addFlag(word, line, draft)
    else if (/^[a-z]/i.test(word)) draft.command(word, undefined, line, 0.5)
  }
}

/** A list shows that a flag takes a value by a `=` at its end: `--file=`. */
function addFlag(word: string, line: number, draft: CompletionDraft): void {
  const value: FoundValue = { optional: false, many: false, choices: [], confidence: 0.75 }
  const takesValue = /^--[^=]+=$/.test(word)
  draft.option({ flags: [word.replace(/=$/, '')], ...(takesValue && { value }), line, confidence: CONFIDENCE })
}

/** The possible values of `--mode`; unknown if the branch only returns. */
function addValue({ labels }: Branch, { words }: ScriptStep, list: string[] | undefined, draft: CompletionDraft): void {
  const type = typeOf(words)
  if (list === undefined && type === undefined) return
  const choices = (list ?? []).filter((word) => /^[^\s$`-][^\s$`]{0,60}$/.test(word))
  const value: FoundValue = {
    optional: false,
    many: false,
    choices: choices.length > 1 ? [...new Set(choices)] : [],
    ...(type && { type }),
    confidence: 0.8,
  }
  for (const flag of labels.filter((label) => label.startsWith('-'))) {
    draft.option({ flags: [flag], value, line: words[0]!.line, confidence: CONFIDENCE })
  }
}

function typeOf(words: readonly CompletionWord[]): FoundValue['type'] {
  const call = words.findIndex(({ text }) => /^_(?:comp_compgen_)?filedir$/.test(text))
  if (call !== -1) return words[call + 1]?.text === '-d' ? 'directory' : 'file'
  const generator = words.findIndex(({ text }) => text === 'compgen')
  if (generator === -1) return undefined
  const letters = words[generator + 1]?.text
  return letters === '-f' ? 'file' : letters === '-d' ? 'directory' : undefined
}
