/** zsh: specifications of `_arguments`, as arguments or in an array, and lists of `name:text` for `_describe`. */

import type { FoundCommand } from '../found.js'
import type { Naming } from '../synopsis/naming.js'
import { CompletionDraft } from './draft.js'
import { isAtPath } from './place.js'
import { stepsOf, type ScriptStep } from './script.js'
import type { CompletionWord } from './tokens.js'
import { specIn, valuesOf, type ZshOptionSpec } from './zsh-spec.js'

const CONFIDENCE = 0.85

export function readZsh(text: string, naming: Naming): FoundCommand {
  const draft = new CompletionDraft()
  for (const step of stepsOf(text)) {
    if (!isAtPath(step, naming)) continue
    const call = step.words.findIndex((word) => /^_(?:arguments|values)$/.test(word.text))
    if (step.array !== undefined) addArray(step, draft)
    else if (call !== -1 && step.words[call]!.text === '_values') addValues(step.words.slice(call + 1), draft)
    else if (call !== -1) addSpecs(step.words.slice(call + 1), draft)
  }
  return draft.found()
}

function addArray({ array, words }: ScriptStep, draft: CompletionDraft): void {
  const isCommands = /(?:command|cmd|subcmd|verb)s?$/i.test(array!)
  addSpecs(
    words.filter(({ text }) => !isCommands || /^[-*(]/.test(text)),
    draft,
    true,
  )
  if (!isCommands) return
  for (const word of words) {
    for (const text of word.alternatives) {
      const [name, ...about] = text.replace(/\\:/g, '\u0001').split(':')
      if (!/^[-$]/.test(name!)) {
        draft.command(name!.replaceAll('\u0001', ':'), about.join(':').replaceAll('\u0001', ':').trim(), word.line, 0.8)
      }
    }
  }
}

/**
 * One specification can have several spellings: `{-h,--help}'[text]'` is one option, and so is `(-h --help)-h[text]`.
 */
function addSpecs(words: readonly CompletionWord[], draft: CompletionDraft, onlyOptions = false): void {
  for (const word of words) {
    const specs = word.alternatives.map(specIn).filter((spec) => spec !== undefined)
    const options = specs.filter((spec): spec is ZshOptionSpec => spec.kind === 'option')
    const [first] = options
    if (first && isSpec(word.text, onlyOptions)) {
      draft.option({
        flags: options.map(({ flag }) => flag),
        ...(first.value && { value: first.value }),
        description: first.description,
        repeatable: first.repeatable,
        line: word.line,
        confidence: first.description === '' ? 0.75 : CONFIDENCE,
      })
    }
    if (onlyOptions) continue
    for (const spec of specs) {
      if (spec.kind === 'option') continue
      const { kind: _, ...operand } = spec
      draft.argument(operand, word.line)
    }
  }
}

/**
 * The options of `_arguments` itself are single letters. In an array, only words with `[` or `:` are specifications.
 */
function isSpec(text: string, isInArray: boolean): boolean {
  return isInArray ? /[[:]/.test(text) : !/^-[ACGLRMOSWsnw]$/.test(text)
}

/** `_values 'tool command' 'add[text]'` lists commands if its title says so. */
function addValues(words: readonly CompletionWord[], draft: CompletionDraft): void {
  const { choices } = valuesOf(words.map(({ text }) => text))
  const title = words.find(({ text }) => !text.startsWith('-'))
  if (!title || !/command/i.test(title.text)) return
  for (const name of choices) {
    const spec = words.find(({ text }) => text.startsWith(`${name}[`))
    draft.command(name, spec?.text.slice(name.length + 1).replace(/\].*$/s, ''), title.line, 0.7)
  }
}
