import { isSecretVariable } from '@atip/guard'
import { walkCommands, type AtipTool, type Option } from '@atip/protocol'

export type HostVariables = Readonly<Record<string, string | undefined>>

export interface EnvironmentSource {
  /** What the host has. */
  env: HostVariables
  /** HostVariables in which other tools take their secrets. */
  foreign: ReadonlySet<string>
  /** W3C trace context of the call. */
  traceparent?: string | undefined
}

/** No terminal: a prompt would wait for ever, and so would a pager. */
const UNATTENDED: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  SSH_ASKPASS_REQUIRE: 'never',
}

/** The environment of a tool that runs as it is: the host's, without secrets that are not its own. */
export function childEnvironment(tool: AtipTool, source: EnvironmentSource): Record<string, string> {
  const own = variablesOf(tool)
  const kept = Object.entries(source.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !isTracing(entry[0]) && (own.has(entry[0]) || !isForeign(entry[0], source.foreign)),
  )
  return { ...Object.fromEntries(kept), ...UNATTENDED, ...trace(source) }
}

/**
 * The environment of a tool in the sandbox, beside what all get there: how people write, and what is the tool's own. It could
 * call a secret its own that is another tool's: that it does not get.
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

/** The variables that a description names: for authentication, and in place of options. */
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

/** In doubt a variable holds a secret: a tool that needs it says so in its description. */
function isForeign(name: string, foreign: ReadonlySet<string>): boolean {
  return foreign.has(name) || isSecretVariable(name.toUpperCase())
}

/** Of the host's own telemetry, which a tool must not report to. */
function isTracing(name: string): boolean {
  return name.startsWith('OTEL_') || name === 'TRACEPARENT' || name === 'TRACESTATE'
}

function trace({ traceparent }: EnvironmentSource): Record<string, string> {
  return traceparent === undefined ? {} : { TRACEPARENT: traceparent }
}
