import { effectsOf, type CallEffects } from '../argv/effects-of.js'
import { effectsOfArgv, type ToolLookup } from '../argv/effects-of-argv.js'
import { parseArgv } from '../argv/parse.js'
import { readValue } from '../argv/value.js'
import type { AtipTool, Effects, Pattern, PatternVariable, ValueType } from '../types/tool.js'
import { tokenise } from './tokenise.js'
import { substitute, variablesIn } from './variables.js'

/** A value for a variable, and whether it comes from the user or from a model. */
export interface VariableValue {
  value: string | number | boolean
  from: 'user' | 'model'
}

export interface PlannedStep {
  argv: string[]
  description: string | undefined
  /** Followed through wrappers; `{}`, so unknown, if a program is not among the tools. */
  effects: Effects
  /** Everything that is known of the step's own call. */
  call: CallEffects | undefined
}

export interface PatternPlan {
  steps: PlannedStep[]
  /** Whether an agent may run the steps without the user starting them; each step is still checked for safety. */
  mayExecute: boolean
  /** Why not, or why a step could not be planned. */
  obstacles: string[]
}

/** Turns a pattern into the argv of its steps, and says whether RFC 3.9 lets an agent run them. */
export function planPattern(
  pattern: Pattern,
  values: Readonly<Record<string, VariableValue>>,
  tools: readonly AtipTool[] = [],
): PatternPlan {
  const obstacles: string[] = []
  if (pattern.executable !== true) obstacles.push('the pattern is advice: it does not say "executable": true')
  const templates = pattern.steps.map(({ command }, index) => {
    const tokens = tokenise(command)
    if (!tokens.ok) obstacles.push(`step ${index + 1}: ${tokens.message}`)
    else if (tokens.words.length === 0) obstacles.push(`step ${index + 1} is empty`)
    return tokens.ok ? tokens.words : []
  })
  const known = readVariables(pattern, templates.flat(), values, obstacles)
  const lookup = (program: string) => tools.find(({ name }) => name === program)
  const steps: PlannedStep[] = []
  for (const [index, template] of templates.entries()) {
    if (template.length === 0) continue
    // Substituted after splitting, so that a value is always one word of argv (decision 38).
    const argv = template.map((word) => substitute(word, known.texts))
    const planned = effectsOfArgv(argv, lookup)
    const isOption = (word: string) => word.startsWith('-') || readsAsOption(word, argv, lookup)
    for (const reason of injections(template, argv, known, planned.call, isOption))
      obstacles.push(`step ${index + 1}: ${reason}`)
    steps.push({ argv, description: pattern.steps[index]!.description, ...planned })
  }
  return { steps, mayExecute: obstacles.length === 0, obstacles }
}

interface Variables {
  texts: Map<string, string>
  /** Variables that accept any text; the others are numbers, switches or listed words. */
  free: Set<string>
}

/** Ways in which a value could have an effect beyond being a value. */
function* injections(
  template: string[],
  argv: string[],
  { free }: Variables,
  call: CallEffects | undefined,
  isOption: (word: string) => boolean,
): Generator<string> {
  for (const [place, word] of template.entries()) {
    const names = variablesIn(word)
    if (names.length === 0) continue
    if (isOption(argv[place]!) && !AUTHORS_FLAG.test(word) && !isListed(argv[place]!, word, free)) {
      yield `${JSON.stringify(argv[place])} would be read as an option`
    }
    const loose = names.find((name) => free.has(name))
    if (loose === undefined) continue
    const feedsCode = call?.runs.some((run) => run.kind !== 'argv' && run.text.includes(argv[place]!)) === true
    if (call === undefined) yield `nothing is known of ${template[0]}, so {${loose}} could mean anything to it`
    else if (feedsCode) yield `{${loose}} would become part of code that is run`
  }
}

/** A template whose flag the author wrote: `--name={name}`, `/name={name}`. */
const AUTHORS_FLAG = /^(?:-|[+/][^{]*=)/

/** Whether the program, or one that it runs in turn, reads this word as a flag such as `+x` or `/x`. */
function readsAsOption(word: string, argv: readonly string[], lookup: ToolLookup): boolean {
  const tool = lookup(argv[0]!)
  if (tool === undefined) return false
  const call = parseArgv(tool, argv)
  const isAt = ({ index }: { index: number }) => argv[index] === word
  if (call.uses.some((use) => use.kind === 'option' && isAt(use))) return true
  if (call.leftovers.some((leftover) => leftover.reason === 'missing-value' && isAt(leftover))) return true
  const { runs } = effectsOf(tool, call)
  return runs.some(
    (run) => run.kind === 'argv' && run.words.length < argv.length && readsAsOption(word, run.words, lookup),
  )
}

/** A word that starts with a dash because the author listed it as a choice. */
function isListed(word: string, template: string, free: ReadonlySet<string>): boolean {
  return /^\{[\w-]+\}$/.test(template) && !free.has(template.slice(1, -1)) && !/^-\d/.test(word)
}

function readVariables(
  pattern: Pattern,
  words: readonly string[],
  values: Readonly<Record<string, VariableValue>>,
  obstacles: string[],
): Variables {
  const texts = new Map<string, string>()
  const free = new Set<string>()
  const { variables = {} } = pattern
  for (const name of new Set(words.flatMap(variablesIn))) {
    const declared = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (declared === undefined) obstacles.push(`{${name}} is used but not declared`)
    if (!CLOSED_TYPES.has(typeOf(declared))) free.add(name)
    const given = Object.hasOwn(values, name) ? values[name] : presetOf(declared)
    if (given === undefined) {
      obstacles.push(`{${name}} has no value`)
      continue
    }
    const text = String(given.value)
    texts.set(name, text)
    const reason = unsafeReason(declared, text, given.from)
    if (reason !== undefined) obstacles.push(`{${name}} ${reason}`)
  }
  return { texts, free }
}

function presetOf(variable: PatternVariable | undefined): VariableValue | undefined {
  const preset = variable?.default
  return typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean'
    ? { value: preset, from: 'user' }
    : undefined
}

/** A model may fill in numbers, switches and listed words; free text must come from the user. */
function unsafeReason(
  variable: PatternVariable | undefined,
  text: string,
  from: VariableValue['from'],
): string | undefined {
  const type = typeOf(variable)
  if (text.includes('\0')) return 'holds a NUL character, which no program can receive'
  if (readValue({ name: '', type, ...(variable?.enum && { enum: variable.enum }) }, text) === undefined) {
    return `is not of the type ${type}: ${JSON.stringify(text)}`
  }
  return CLOSED_TYPES.has(type) || from === 'user' ? undefined : 'is free text that the user did not give'
}

function typeOf(variable: PatternVariable | undefined): ValueType {
  return variable?.enum === undefined ? (variable?.type ?? 'string') : 'enum'
}

const CLOSED_TYPES: ReadonlySet<ValueType> = new Set<ValueType>(['integer', 'number', 'boolean', 'enum'])
