import type { CallFacts } from '../facts/facts.js'
import { readsLikeBash } from '../shell/beyond-posix.js'
import { isTracing, operandsIn, optionsSet } from '../shell/child-parameters.js'
import { isOrdinaryOption, setOptions } from '../shell/options.js'
import { childShellOf, TooMuch, type ShellScope } from '../shell/scope.js'

/** The state of the shell that a call starts. */
export function childOf(scope: ShellScope, { tool, call }: Pick<CallFacts, 'tool' | 'call'>): ShellScope {
  const child = {
    ...childShellOf(scope, operandsIn(call)),
    isTraced: isTracing(call),
    isPosix: !readsLikeBash(tool.name),
  }
  const options = optionsSet(call)
  if (options === undefined) throw new TooMuch('it sets an option of a shell that is not known')
  setOptions(options, child)
  if (!options.every(isOrdinaryOption)) child.oddities.add('it sets options of a shell that change how a line is read')
  return child
}
