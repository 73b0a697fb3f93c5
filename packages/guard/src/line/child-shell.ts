import type { CallFacts } from '../facts/facts.js'
import { readsLikeBash } from '../shell/beyond-posix.js'
import { isTracing, operandsIn } from '../shell/child-parameters.js'
import { childShellOf, type ShellScope } from '../shell/scope.js'

/** The shell that a call starts. */
export function childOf(scope: ShellScope, { tool, call }: Pick<CallFacts, 'tool' | 'call'>): ShellScope {
  const child = childShellOf(scope, operandsIn(call))
  return { ...child, isTraced: isTracing(call), isPosix: !readsLikeBash(tool.name) }
}
