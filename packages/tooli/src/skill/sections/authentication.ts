import type { CliDefinition, CommandMap } from '../../define/types.js'
import { code, inline, listed } from '../markdown/markdown.js'

/** How to authenticate, if the tool says so. */
export function authentication({ authentication: stated }: CliDefinition<CommandMap>): string[] {
  if (stated === undefined) return []
  const { required, methods = [], checkCommand } = stated
  const ways = methods.map(({ type, envVar, setupCommand, description }) => {
    const how = [
      ...(envVar ? [`in ${code(`$${envVar}`)}`] : []),
      ...(setupCommand ? [`set up by the user with ${code(setupCommand)}`] : []),
      ...(description ? [inline(description)] : []),
    ]
    return how.length === 0 ? inline(type) : `${inline(type)} (${how.join('; ')})`
  })
  const needs = required === true ? 'Needs a login' : 'May need a login'
  return [
    `${needs}${ways.length > 0 ? `: ${listed(ways, 'or')}` : ''}.${checkCommand ? ` ${code(checkCommand)} checks it.` : ''}`,
  ]
}
