/** Judges tools by the providers' published rules, independently of the code that made them. */
import type { Provider } from '../../src/types.js'
import { checkAnthropicRequest, checkAnthropicTool } from './anthropic.js'
import { checkPlace, checkTool, type Tell } from './common.js'
import { checkGeminiNames, checkGeminiTool } from './gemini.js'
import { checkMcpTool } from './mcp.js'
import { checkOpenAIRequest, checkOpenAITool } from './openai.js'
import type { Problem, Report } from './problem.js'
import { viewsOf, type View } from './view.js'

export type { Problem } from './problem.js'
export { viewsOf } from './view.js'

/** Problems of single tools, whatever else is sent with them. */
export function problemsOf(provider: Provider, tools: unknown): Problem[] {
  const problems: Problem[] = []
  const report: Report = (tool, rule, at, found) => problems.push({ tool, rule, at, found })
  const names = new Set<string>()
  for (const view of viewsOf(provider, tools, report)) {
    const tell: Tell = (rule, at, found) => report(view.name, rule, at, found)
    if (names.has(view.name)) tell('repeated-name', '', view.name)
    names.add(view.name)
    checkTool(view, tell)
    for (const place of view.places) checkPlace(place, tell)
    checkOf(provider, view, tell)
  }
  return problems
}

/** Problems of sending all of these tools in one request. */
export function requestProblemsOf(provider: Provider, tools: unknown): Problem[] {
  const problems: Problem[] = []
  const report: Report = (tool, rule, at, found) => problems.push({ tool, rule, at, found })
  const views = viewsOf(provider, tools, () => {})
  const tell: Tell = (rule, at, found) => report('', rule, at, found)
  if (provider === 'anthropic') checkAnthropicRequest(views, tell)
  else checkOpenAIRequest(provider, views, tell)
  return problems
}

function checkOf(provider: Provider, view: View, tell: Tell): void {
  switch (provider) {
    case 'openai':
    case 'openai-responses':
      return checkOpenAITool(provider, view, tell)
    case 'anthropic':
      return checkAnthropicTool(view, tell)
    case 'gemini':
      return checkGeminiTool(view, tell)
    case 'mcp':
      return checkMcpTool(view, tell)
    case 'ai-sdk':
      return checkAnyProvider(view, tell)
  }
}

/** The AI SDK passes a tool to whichever provider is configured, so it must suit each of them. */
function checkAnyProvider(view: View, tell: Tell): void {
  checkOpenAITool('openai', view, tell)
  checkAnthropicTool(view, tell)
  checkGeminiNames(view, tell)
}
