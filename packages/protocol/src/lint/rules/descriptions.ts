import { humanise } from '../../names.js'
import { toPointer } from '../../text/pointer.js'
import type { Inspection, Level } from '../inspection/inspection.js'
import type { Keys, Rule } from '../inspection/rule.js'

/** A model chooses commands by their descriptions; these rules keep them worth reading. */
export const descriptionSpace: Rule = {
  id: 'description-space',
  severity: 'info',
  summary: 'A description is one line without stray spaces',
  why: 'Line breaks and runs of spaces come from copied help texts. They cost tokens and break tables and prompts.',
  *check(inspection) {
    for (const { at, text } of textsIn(inspection)) {
      const tidy = tidied(text)
      if (tidy === text) continue
      const message = 'write it as one line with single spaces'
      yield { at, message, fix: [{ op: 'set', pointer: toPointer(at), value: tidy }] }
    }
  },
}

export const descriptionEmpty: Rule = {
  id: 'description-empty',
  severity: 'warning',
  summary: 'The tool and its commands have a description',
  why: 'A model chooses among commands by their descriptions; one without is found by luck.',
  *check({ levels }) {
    for (const { keys, title, node } of levels) {
      if (tidied(node.description) !== '') continue
      yield { at: [...keys, 'description'], message: `say in one line what "${title}" is for` }
    }
  },
}

export const descriptionRepeatsName: Rule = {
  id: 'description-repeats-name',
  severity: 'info',
  summary: 'A description says more than the name',
  why: 'Where there is no description, readers use the name anyway (decision 3); a description that repeats it only takes up space.',
  *check({ levels, parameters }) {
    for (const level of levels) {
      if (!repeats(level.node.description, [nameOf(level), level.title])) continue
      yield { at: [...level.keys, 'description'], message: `say what "${level.title}" does, not only its name again` }
    }
    for (const { keys, parameter } of parameters) {
      if (!repeats(parameter.description ?? '', [parameter.name])) continue
      yield { at: [...keys, 'description'], message: `say what "${parameter.name}" means, not only its name again` }
    }
  },
}

export const duplicateDescription: Rule = {
  id: 'duplicate-description',
  severity: 'warning',
  summary: 'Commands beside each other have different descriptions',
  why: 'A model cannot choose between two commands that are described alike. If one is another name of the other, x-atip has "aliases" for it.',
  *check({ levels }) {
    const seen = new Map<Level, Map<string, string>>()
    for (const { parent, keys, title, node } of levels) {
      const text = tidied(node.description).toLowerCase()
      if (parent === undefined || text === '') continue
      const siblings = seen.get(parent) ?? new Map<string, string>()
      seen.set(parent, siblings.set(text, siblings.get(text) ?? title))
      const first = siblings.get(text)!
      if (first === title) continue
      const message = `"${title}" is described like "${first}"; say what sets them apart, or make one an alias`
      yield { at: [...keys, 'description'], message }
    }
  },
}

export const parameterDescriptionMissing: Rule = {
  id: 'parameter-description-missing',
  severity: 'info',
  summary: 'Arguments and options have a description',
  why: 'Without one a model has only the name to guess by. RFC 3.4 and 3.5 require it.',
  *check({ parameters }) {
    for (const { kind, keys, parameter } of parameters) {
      if (tidied(parameter.description ?? '') !== '') continue
      const noun = kind === 'argument' ? 'argument' : 'option'
      yield { at: keys, message: `say in one line what the ${noun} "${parameter.name}" means` }
    }
  },
}

function tidied(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function nameOf({ path, title }: Level): string {
  return path.at(-1) ?? title
}

/** "Output", "The output option." and "output" all repeat the name `output`. */
function repeats(text: string, names: readonly string[]): boolean {
  const words = humanise(text.replace(/[.:!"'`]+/g, ''))
  if (words === '') return false
  const core = words.replace(/^(?:the|a|an) /, '').replace(/ (?:command|subcommand|option|flag|argument|value)$/, '')
  return names.some((name) => humanise(name) === words || humanise(name) === core)
}

function* textsIn({ document, levels, parameters }: Inspection): Generator<{ at: Keys; text: string }> {
  for (const { keys, node } of levels) yield { at: [...keys, 'description'], text: node.description }
  for (const { keys, parameter } of parameters) yield* describedAt(keys, parameter)
  for (const [index, pattern] of (document.patterns ?? []).entries()) {
    const keys = ['patterns', index]
    yield* describedAt(keys, pattern)
    for (const [place, step] of pattern.steps.entries()) yield* describedAt([...keys, 'steps', place], step)
    for (const [name, variable] of Object.entries(pattern.variables ?? {})) {
      yield* describedAt([...keys, 'variables', name], variable)
    }
  }
  for (const [index, method] of (document.authentication?.methods ?? []).entries()) {
    yield* describedAt(['authentication', 'methods', index], method)
  }
}

function* describedAt(keys: Keys, { description }: { description?: string }): Generator<{ at: Keys; text: string }> {
  if (description !== undefined) yield { at: [...keys, 'description'], text: description }
}
