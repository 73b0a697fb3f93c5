import { effectsOf } from '../argv/effects-of.js'
import { parseArgv } from '../argv/parse.js'
import { readValue } from '../argv/value.js'
import type { AtipTool, Effects, Pattern, PatternVariable } from '../types.js'
import { tokenise } from './tokenise.js'
import { substitute, variablesIn } from './variables.js'

/** A value for a variable, and whether the user gave it or a model made it up. */
export interface VariableValue {
  value: string | number | boolean
  from: 'user' | 'model'
}

export interface PlannedStep {
  argv: string[]
  description: string | undefined
  /** `{}`, so nothing known, where the step's program is not among the tools. */
  effects: Effects
}

export interface PatternPlan {
  steps: PlannedStep[]
  /** Whether an agent may run the steps without a person starting them; each step still faces its safety check. */
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
  const texts = checkVariables(pattern, values, obstacles)
  const steps: PlannedStep[] = []
  for (const [index, { command, description }] of pattern.steps.entries()) {
    const tokens = tokenise(command)
    if (!tokens.ok) {
      obstacles.push(`step ${index + 1}: ${tokens.message}`)
      continue
    }
    // Substituted after splitting, so that a value is always one word and never syntax (decision 38).
    const argv = tokens.words.map((word) => substitute(word, texts))
    if (argv.length === 0) obstacles.push(`step ${index + 1} is empty`)
    else steps.push({ argv, description, effects: effectsFor(argv, tools) })
  }
  return { steps, mayExecute: obstacles.length === 0, obstacles }
}

function checkVariables(
  pattern: Pattern,
  values: Readonly<Record<string, VariableValue>>,
  obstacles: string[],
): Map<string, string> {
  const texts = new Map<string, string>()
  for (const name of new Set(pattern.steps.flatMap(({ command }) => variablesIn(command)))) {
    const { variables = {} } = pattern
    const declared = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (declared === undefined) obstacles.push(`{${name}} is used but not declared`)
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
  return texts
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
  const type = variable?.enum === undefined ? (variable?.type ?? 'string') : 'enum'
  if (text.includes('\0')) return 'holds a NUL character, which no program can receive'
  if (readValue({ name: '', type, ...(variable?.enum && { enum: variable.enum }) }, text) === undefined) {
    return `is not of the type ${type}: ${JSON.stringify(text)}`
  }
  if (CLOSED_TYPES.has(type)) return undefined
  if (text.startsWith('-')) return 'starts with a dash and would be read as an option'
  return from === 'user' ? undefined : 'is free text that the user did not give'
}

const CLOSED_TYPES: ReadonlySet<string> = new Set(['integer', 'number', 'boolean', 'enum'])

function effectsFor(argv: string[], tools: readonly AtipTool[]): Effects {
  const tool = tools.find(({ name }) => name === argv[0])
  return tool === undefined ? {} : effectsOf(tool, parseArgv(tool, argv)).effects
}
