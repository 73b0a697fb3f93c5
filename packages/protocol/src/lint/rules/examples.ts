import { toPointer } from '../../text/pointer.js'
import type { Inspection } from '../inspection.js'
import { mentionIn, type Mention } from '../mention.js'
import type { Keys, Rule } from '../rule.js'

/** Texts that show how the tool is called. */
export const exampleNotUnderstood: Rule = {
  id: 'example-not-understood',
  severity: 'warning',
  summary: 'An example calls this tool, and a command that exists',
  why: 'Models copy examples word for word. One that names a command which was renamed, or leaves out the program, becomes a failing call.',
  *check(inspection) {
    for (const { at, text } of examplesIn(inspection)) {
      if (PROMPT.test(text)) continue
      const mention = mentionIn(text, inspection)
      if (mention.is === 'missing') yield { at, message: missing(mention) }
      if (mention.is !== 'another-tool') continue
      const found = mention.word === '' ? 'is empty' : `starts with "${mention.word}"`
      yield { at, message: `${found}; write the whole call, starting with "${inspection.name}"` }
    }
  },
}

export const examplePrompt: Rule = {
  id: 'example-prompt',
  severity: 'warning',
  summary: 'An example has no shell prompt before it',
  why: 'A "$ " in front is for human readers; run as it is, it is a command called "$".',
  *check(inspection) {
    for (const { at, text } of examplesIn(inspection)) {
      if (!PROMPT.test(text)) continue
      const value = text.replace(PROMPT, '')
      yield { at, message: 'leave out the prompt', fix: [{ op: 'set', pointer: toPointer(at), value }] }
    }
  },
}

export const commandNotFound: Rule = {
  id: 'command-not-found',
  severity: 'warning',
  summary: 'Pattern steps and authentication commands name commands that exist',
  why: 'An agent runs these as they are written, and a step that fails halfway leaves the work half done.',
  *check(inspection) {
    const { patterns = [], authentication } = inspection.document
    const texts: { at: Keys; text: string | undefined }[] = [
      ...patterns.flatMap(({ steps }, index) =>
        steps.map(({ command }, place) => ({ at: ['patterns', index, 'steps', place, 'command'], text: command })),
      ),
      ...(authentication?.methods ?? []).map(({ setupCommand }, index) => ({
        at: ['authentication', 'methods', index, 'setupCommand'],
        text: setupCommand,
      })),
      { at: ['authentication', 'checkCommand'], text: authentication?.checkCommand },
    ]
    for (const { at, text } of texts) {
      const mention = text === undefined ? undefined : mentionIn(text, inspection)
      if (mention?.is === 'missing') yield { at, message: missing(mention) }
    }
  },
}

const PROMPT = /^\s*(?:\$\s+)+/

function* examplesIn({ levels }: Inspection): Generator<{ at: Keys; text: string }> {
  for (const { keys, node } of levels) {
    for (const [index, text] of (node.examples ?? []).entries()) yield { at: [...keys, 'examples', index], text }
  }
}

function missing({ word, group, likely }: Extract<Mention, { is: 'missing' }>): string {
  const advice = likely === undefined ? 'correct it, or describe the command' : `did you mean "${likely}"?`
  return `"${group.title}" has no command "${word}"; ${advice}`
}
