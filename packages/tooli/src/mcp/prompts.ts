import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from '@modelcontextprotocol/server'
import { validate } from '../call/input.js'
import type { Client } from '../define/client.js'
import type { PromptDefinition } from '../define/mcp.js'
import { ToolError, CODES } from '../errors/error.js'
import { formOf } from '../model/parameters.js'
import { choicesOf } from '../model/to-atip.js'

export type Prompts = Readonly<Record<string, PromptDefinition>>

export function listPrompts(prompts: Prompts): Prompt[] {
  return Object.entries(prompts).map(([name, { description, args }]) => {
    const { properties = {}, required = [] } = formOf(args)
    const list = Object.entries(properties).map(([key, form]) => ({
      name: key,
      ...(form.description !== undefined && { description: form.description }),
      required: required.includes(key),
    }))
    return { name, description, ...(list.length > 0 && { arguments: list }) }
  })
}

export async function getPrompt(
  prompts: Prompts,
  name: string,
  given: Readonly<Record<string, string>>,
  client: Client,
): Promise<GetPromptResult> {
  const prompt = findPrompt(prompts, name)
  const args = await checked(prompt, given)
  const text = await prompt.get(args, client)
  const messages =
    typeof text === 'string' ? [{ role: 'user' as const, content: { type: 'text' as const, text } }] : [...text]
  return { description: prompt.description, messages } as GetPromptResult
}

/** The completions of an argument: its choices, or the values of its `complete` hint. */
export async function completePrompt(
  prompts: Prompts,
  name: string,
  argument: string,
  typed: string,
): Promise<string[]> {
  const { properties = {} } = formOf(findPrompt(prompts, name).args)
  if (!Object.hasOwn(properties, argument)) return []
  const form = properties[argument]!
  const offered = form['x-cli']?.complete?.(typed, { args: {}, options: {} }) ?? choicesOf(form)?.map(String) ?? []
  return [...(await offered)].filter((value) => value.startsWith(typed))
}

function findPrompt(prompts: Prompts, name: string): PromptDefinition {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (prompt !== undefined) return prompt
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt "${name}"`)
}

async function checked(
  { args }: PromptDefinition,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  try {
    const value = await validate(args, given, ({ message, path = [] }) => {
      const at = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
      return new ToolError(CODES.invalidValue, `${at === '' ? 'the arguments' : at} ${message}`)
    })
    return value as Record<string, string>
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, (error as Error).message)
  }
}
