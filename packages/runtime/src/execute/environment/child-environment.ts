import { isSecretVariable } from '@atip/guard'
import { walkCommands, type AtipTool, type Option } from '@atip/protocol'

export type HostVariables = Readonly<Record<string, string | undefined>>

export interface EnvironmentSource {
  /** The environment of the host. */
  env: HostVariables
  /** Variables that hold the secrets of other tools. */
  foreign: ReadonlySet<string>
  /** W3C trace context of the call. */
  traceparent?: string | undefined
}

/** There is no terminal, so a prompt or a pager would wait for ever. */
const UNATTENDED: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  SSH_ASKPASS_REQUIRE: 'never',
}

/** The environment of a tool outside the sandbox: the host's, without the secrets of other tools. */
export function childEnvironment(tool: AtipTool, source: EnvironmentSource): Record<string, string> {
  const own = variablesOf(tool)
  const kept = Object.entries(source.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !isTracing(entry[0]) && (own.has(entry[0]) || !isForeign(entry[0], source.foreign)),
  )
  return { ...Object.fromEntries(kept), ...UNATTENDED, ...trace(source) }
}

/**
 * The environment of a tool in the sandbox, besides the common variables: the locale and the tool's own variables. A
 * tool could claim a variable of another tool, so those are excluded.
 */
export function confinedEnvironment(tool: AtipTool, source: EnvironmentSource): Record<string, string> {
  const own = variablesOf(tool)
  const kept = Object.entries(source.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      ((own.has(entry[0]) && !source.foreign.has(entry[0])) || /^(?:LANG|LC_\w+|TZ)$/.test(entry[0])),
  )
  return { ...Object.fromEntries(kept), ...trace(source) }
}

/** The variables that a description names, for authentication and for options. */
export function variablesOf(tool: AtipTool): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { envVar } of tool.authentication?.methods ?? []) if (envVar !== undefined) names.add(envVar)
  const add = (options: readonly Option[] = []) => {
    for (const { envVar } of options) if (envVar !== undefined) names.add(envVar)
  }
  add(tool.globalOptions)
  for (const { command } of walkCommands(tool)) add(command.options)
  return names
}

/** Variables that look like secrets are excluded: a tool that needs one names it in its description. */
function isForeign(name: string, foreign: ReadonlySet<string>): boolean {
  return foreign.has(name) || isSecretVariable(name.toUpperCase())
}

/** Variables of the host's own telemetry, which tools must not report to. */
function isTracing(name: string): boolean {
  return name.startsWith('OTEL_') || name === 'TRACEPARENT' || name === 'TRACESTATE'
}

function trace({ traceparent }: EnvironmentSource): Record<string, string> {
  return traceparent === undefined ? {} : { TRACEPARENT: traceparent }
}
