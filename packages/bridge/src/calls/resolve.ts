import {
  CallError,
  closest,
  toArgv,
  type AtipTool,
  type CallInput,
  type CallProblem,
  type InputValue,
} from '@atip/protocol'
import type { ActionEntry, CommandEntry, ToolCall, ToolIndex } from '../types.js'
import { isInputValue } from './input-value.js'

export type Resolution = ResolvedCall | { ok: false; problems: ResolveProblem[] }

/** A call that can be made: the command, its input, and the argv to start it with. No shell. */
export interface ResolvedCall {
  ok: true
  tool: AtipTool
  path: readonly string[]
  input: CallInput
  argv: string[]
}

export interface ResolveProblem {
  code:
    | CallProblem['code']
    | 'invalid-arguments'
    | 'unknown-tool'
    | 'unknown-action'
    | 'unknown-property'
    /** The check itself failed, so nothing may run. */
    | 'check-failed'
  /** The property as the model knows it. */
  property?: string
  message: string
}

export interface ResolveOptions {
  /** The program to start, if not the tool's name. */
  program?: string
}

/** At most this many problems are reported. */
const MAX_PROBLEMS = 10

/** Finds out what a model's call means, from the index of its tools. Never throws, and never guesses. */
export function resolveCall(index: ToolIndex, call: ToolCall, options: ResolveOptions = {}): Resolution {
  try {
    return resolve(index, call, options)
  } catch (error) {
    return refuse([{ code: 'check-failed', message: `the call could not be checked: ${String(error)}` }])
  }
}

function resolve(index: ToolIndex, call: ToolCall, options: ResolveOptions): Resolution {
  if (call.problem !== undefined) return refuse([{ code: 'invalid-arguments', message: call.problem }])
  const entry = index.get(call.name)
  if (entry === undefined) return refuse([unknownTool(index, call)])
  const chosen = entry.kind === 'action' ? chooseAction(entry, call.input) : entry
  if (chosen.kind === 'problem') return refuse([chosen.problem])
  const discriminator = entry.kind === 'action' ? entry.discriminator : undefined
  const { input, problems } = readProperties(chosen, call.input, discriminator)
  if (problems.length > 0) return refuse(problems.slice(0, MAX_PROBLEMS))
  const { tool, path } = chosen
  try {
    return { ok: true, tool, path, input, argv: toArgv(tool, path, input, options) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return refuse(error.problems.map((problem) => nameProperty(problem, chosen)))
  }
}

function refuse(problems: ResolveProblem[]): Resolution {
  return { ok: false, problems }
}

function unknownTool(index: ToolIndex, { name }: ToolCall): ResolveProblem {
  const advice = didYouMean(closest(name, index.keys()))
  return { code: 'unknown-tool', message: `there is no tool ${JSON.stringify(name)}${advice}` }
}

type Choice = CommandEntry | { kind: 'problem'; problem: ResolveProblem }

function chooseAction({ discriminator, actions }: ActionEntry, input: ToolCall['input']): Choice {
  const action = Object.hasOwn(input, discriminator) ? input[discriminator] : undefined
  if (typeof action === 'string' && Object.hasOwn(actions, action)) return actions[action]!
  const names = Object.keys(actions)
  const likely = typeof action === 'string' ? closest(action, names) : undefined
  const advice = likely === undefined ? `; choose one of ${names.slice(0, 20).join(', ')}` : didYouMean(likely)
  const found = action === undefined ? 'is missing' : 'names no action'
  const message = `${JSON.stringify(discriminator)} ${found}${advice}`
  return { kind: 'problem', problem: { code: 'unknown-action', property: discriminator, message } }
}

/** Sorts the model's input by parameter. Null and undefined mean "not given", for any property (decision 36). */
function readProperties({ properties }: CommandEntry, given: ToolCall['input'], discriminator: string | undefined) {
  const problems: ResolveProblem[] = []
  const input = { arguments: createRecord(), options: createRecord() }
  for (const property of Object.keys(given)) {
    const value = given[property]
    if (value === undefined || value === null || property === discriminator) continue
    if (problems.length >= MAX_PROBLEMS) break
    const quoted = JSON.stringify(property)
    if (!Object.hasOwn(properties, property)) {
      const where = discriminator === undefined ? '' : ' for this action'
      const advice = didYouMean(closest(property, Object.keys(properties)))
      problems.push({ code: 'unknown-property', property, message: `there is no property ${quoted}${where}${advice}` })
    } else if (isInputValue(value)) {
      const { kind, name } = properties[property]!
      input[kind === 'argument' ? 'arguments' : 'options'][name] = value
    } else {
      const message = `${quoted} must be a string, a number, true, false, or a list of these`
      problems.push({ code: 'wrong-value', property, message })
    }
  }
  return { input, problems }
}

/** Without a prototype, so that `__proto__` is a name like any other. */
function createRecord(): Record<string, InputValue> {
  return Object.create(null) as Record<string, InputValue>
}

/** Rephrases a problem with a parameter in terms of the property that the model sees. */
function nameProperty({ code, message, parameter }: CallProblem, { properties }: CommandEntry): ResolveProblem {
  const candidates = Object.keys(properties).filter((property) => properties[property]!.name === parameter)
  const [property] = candidates
  if (property === undefined || candidates.length > 1) return { code, message }
  return { code, property, message: property === parameter ? message : `${message} (property "${property}")` }
}

function didYouMean(likely: string | undefined): string {
  return likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`
}
