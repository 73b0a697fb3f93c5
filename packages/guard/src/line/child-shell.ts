import type { CallFacts } from '../facts/facts.js'
import { isTracing, operandsIn } from '../shell/child-parameters.js'
import { childShellOf, type ShellScope } from '../shell/scope.js'

/** The shell that a call starts. */
export function childOf(scope: ShellScope, call: CallFacts['call']): ShellScope {
  return { ...childShellOf(scope, operandsIn(call)), isTraced: isTracing(call) }
}
