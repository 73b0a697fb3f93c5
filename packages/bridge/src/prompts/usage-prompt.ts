import { walkCommands, type AtipTool, type Pattern } from '@atip/protocol'
import { QUOTE_NOTE, quoted, writePrompt, type PromptLine, type PromptOptions } from './prompt.js'

/** The maximum number of examples for each command. */
const MAX_EXAMPLES = 3

const ADVICE = `Patterns are advice: suggest them, and run only those that may be run, each step after its own check, with values for \
{variables} that the user gave.`

/**
 * Examples and patterns of the tools, for the system prompt (decision 35); empty if there are none. Authentication is
 * the host's task and never shown to a model (RFC 8.3).
 */
export function generateUsagePrompt(tools: readonly AtipTool[], options: PromptOptions = {}): string {
  const lines = tools.flatMap((tool) => [...linesOf(tool)])
  if (lines.length === 0) return ''
  return writePrompt([{ say: `How the tools are used. ${QUOTE_NOTE}` }, ...lines], ADVICE, options)
}

function* linesOf(tool: AtipTool): Generator<PromptLine> {
  for (const { command } of walkCommands(tool)) {
    const { examples = [] } = command
    if (examples.length > 0) yield { quote: `${quoted(command.description)}:` }
    for (const example of examples.slice(0, MAX_EXAMPLES)) yield { quote: `  ${quoted(example)}` }
    if (examples.length > MAX_EXAMPLES) yield { quote: `  (${examples.length - MAX_EXAMPLES} more)` }
  }
  for (const pattern of tool.patterns ?? []) yield* patternLines(pattern)
}

function* patternLines({ name, description, steps, variables = {}, executable }: Pattern): Generator<PromptLine> {
  const use = executable === true ? 'may be run' : 'advice only'
  yield { quote: `Pattern ${quoted(name)} (${use}): ${quoted(description)}` }
  for (const [index, step] of steps.entries()) {
    const what = step.description === undefined ? '' : ` – ${quoted(step.description)}`
    yield { quote: `  ${index + 1}. ${quoted(step.command)}${what}` }
  }
  for (const variable of Object.keys(variables)) {
    const { type = 'string', description: what, enum: choices, default: preset } = variables[variable]!
    const facts = [
      type,
      what === undefined ? undefined : quoted(what),
      choices === undefined ? undefined : `one of ${choices.map((choice) => quoted(String(choice))).join(', ')}`,
      preset === undefined ? undefined : `default ${quoted(JSON.stringify(preset))}`,
    ]
    yield { quote: `  {${quoted(variable)}}: ${facts.filter((fact) => fact !== undefined).join(', ')}` }
  }
}
