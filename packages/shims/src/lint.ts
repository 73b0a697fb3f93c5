import { validate, walkCommands, type AtipTool, type ToolLookup } from '@atip/protocol'
import type { ShimNotation } from './compile.js'
import { failedClaims } from './expectation.js'
import { undecidedOptions } from './undecided.js'

/** What a reviewer would object to: a missing source, a danger without a review, a false example. */
export function problemsOfShim(notation: ShimNotation, tool: AtipTool, lookup: ToolLookup): string[] {
  const { examples = {}, review, source, tool: name } = notation
  const problems: string[] = []
  if ((source ?? '') === '') problems.push('say where the facts come from (source)')
  if (isDangerous(tool) && (review ?? '') === '') {
    problems.push('it can destroy something: say what was looked at (review)')
  }
  if (Object.keys(examples).length === 0) problems.push('give examples: a line that is harmless, one that is not')
  for (const [fact, claim] of Object.entries(CLAIMED)) {
    const isShown = Object.values(examples).some((claims) => [claims].flat().includes(claim))
    if (!isShown && JSON.stringify(tool).includes(fact))
      problems.push(`it states ${fact}: give an example of "${claim}"`)
  }
  problems.push(...undecidedOptions(tool))
  for (const [line, claims] of Object.entries(examples)) {
    problems.push(...failedClaims(line, [claims].flat(), lookup))
  }
  for (const { severity, message, pointer } of validate(tool).problems) {
    if (severity === 'error') problems.push(`${pointer}: ${message}`)
  }
  return problems.map((problem) => `${name}: ${problem}`)
}

/** Facts that loosen a decision, or restrict such a fact, each with the claim that an example must test. */
const CLAIMED = {
  '"reach":"routine"': 'reach routine',
  '"reach":"project"': 'reach project',
  '"reach":"beyond"': 'reach beyond',
  '"loss":"narrow"': 'loss narrow',
}

function isDangerous(tool: AtipTool): boolean {
  return [...walkCommands(tool)].some(({ command }) => JSON.stringify(command).includes('"destructive":true'))
}
