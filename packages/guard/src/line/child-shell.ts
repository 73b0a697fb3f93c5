import type { CallFacts } from '../facts/facts.js'
import { isTracing, operandsIn, optionsSet } from '../shell/child-parameters.js'
import { setOptions } from '../shell/options.js'
import { childShellOf, TooMuch, type ShellScope } from '../shell/scope.js'

/** The shell that a call starts. */
export function childOf(scope: ShellScope, call: CallFacts['call']): ShellScope {
  const child = { ...childShellOf(scope, operandsIn(call)), isTraced: isTracing(call) }
  const options = optionsSet(call)
  if (options === undefined) throw new TooMuch('it sets an option of a shell that is not known')
  setOptions(options, child)
  return child
}
