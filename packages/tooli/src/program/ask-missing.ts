import { checkGiven, describeIssue, own } from '../call/input.js'
import type { Io } from '../call/io.js'
import { checkRelations, withImplied } from '../call/relations.js'
import { ToolError } from '../errors/error.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { choicesOf, holdsSecret } from '../model/to-atip.js'
import { fromText } from '../parse/from-text.js'
import { check } from '../schema/check.js'

/** After this many wrong answers the call fails. */
const MOST_TRIES = 3

/**
 * Asks the user for required values that are missing, if the definition allows it. Without a terminal nothing is asked.
 */
export async function askMissing(
  model: CommandModel,
  input: Record<string, unknown>,
  io: Io,
): Promise<Record<string, unknown>> {
  const { prompt } = io
  if (prompt === undefined) return input
  const implied = withImplied(model, input)
  const wanted = model.parameters.filter(
    ({ key, isRequired, hints }) => isRequired && (hints.prompt ?? false) !== false && own(implied, key) === undefined,
  )
  if (wanted.length === 0) return input
  // Check the rest first: a user should not type a password only to learn that something else is wrong.
  checkGiven(model, input)
  checkRelations(model, { ...input, ...Object.fromEntries(wanted.map(({ key }) => [key, true])) })
  const result = { ...input }
  for (const parameter of wanted) {
    const answer = await askFor(parameter, prompt, io)
    if (answer === undefined) return input
    result[parameter.key] = answer
  }
  return result
}

/** Undefined if no user can be asked. The last wrong answer is returned, for the check to refuse. */
async function askFor(parameter: ParameterModel, prompt: NonNullable<Io['prompt']>, io: Io): Promise<unknown> {
  const { key, form, hints } = parameter
  const choices = choicesOf(form)?.map(String)
  const question = {
    text: typeof hints.prompt === 'string' ? hints.prompt : (form.description ?? key),
    isSecret: holdsSecret(form),
    ...(choices && { choices }),
  }
  let value: unknown
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await prompt(question)
    if (answer === undefined) return undefined
    const [read, problem] = readAnswer(parameter, chosen(answer, choices))
    value = read
    if (problem === undefined) return value
    io.writeError(`${problem}\n`)
  }
  return value
}

/** Accepts the number of a choice, unless the number is a choice itself. */
function chosen(answer: string, choices: readonly string[] | undefined): string {
  if (choices === undefined || choices.includes(answer) || !/^\d+$/.test(answer)) return answer
  return choices[Number(answer) - 1] ?? answer
}

function readAnswer(parameter: ParameterModel, answer: string): [value: unknown, problem?: string] {
  const { key, form } = parameter
  try {
    const value = answer === '' ? undefined : fromText(parameter, answer, key)
    if (value === undefined) return [value, `${key} is needed`]
    const [issue] = check(form, value).issues
    return issue === undefined ? [value] : [value, describeIssue(key, issue)]
  } catch (error) {
    if (error instanceof ToolError) return [answer, error.message]
    throw error
  }
}
