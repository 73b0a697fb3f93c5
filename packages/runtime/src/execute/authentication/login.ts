import { tokenise, type AtipTool } from '@atip/protocol'
import type { HostVariables } from '../environment/child-environment.js'

/** Whether a tool is logged in: assumed, to be checked with this command, or not, with advice. */
export type LoginState = { kind: 'ready' } | { kind: 'check'; argv: string[] } | { kind: 'missing'; message: string }

export function loginOf(tool: AtipTool, env: HostVariables): LoginState {
  const { authentication } = tool
  if (authentication?.required !== true) return { kind: 'ready' }
  const { methods = [], checkCommand } = authentication
  if (methods.some(({ envVar }) => envVar !== undefined && (env[envVar] ?? '') !== '')) return { kind: 'ready' }
  if (checkCommand !== undefined) {
    const tokens = tokenise(checkCommand)
    // Only the tool itself may be run: a description must not name another program.
    if (tokens.ok && tokens.words[0] === tool.name) return { kind: 'check', argv: tokens.words }
  }
  const needsVariable = methods.length > 0 && methods.every(({ envVar }) => envVar !== undefined)
  return needsVariable ? { kind: 'missing', message: howToLogIn(tool) } : { kind: 'ready' }
}

/** Advice on logging in: the command for it, or the variables to set. */
export function howToLogIn({ name, authentication }: AtipTool): string {
  const methods = authentication?.methods ?? []
  const commands = methods.flatMap(({ setupCommand }) => setupCommand ?? [])
  const variables = methods.flatMap(({ envVar }) => envVar ?? [])
  const ways = [
    ...(commands.length > 0 ? [`run \`${commands[0]}\``] : []),
    ...(variables.length > 0 ? [`set ${variables.join(' or ')}`] : []),
  ]
  return `${name} is not logged in. To set it up, ${ways.length > 0 ? ways.join(', or ') : 'see its documentation'}.`
}
