import { startersOf } from '../facts/free-words.js'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { literalOf } from '../shell/word.js'
import type { KnownCommand, LineWalk } from './line-walk.js'

/**
 * A call that stays in the project by its description may still start any program: `hatch run git push`. If words
 * without a stated meaning begin with the name of a described program, they are also judged as a call of it.
 */
export function followFreePrograms(walk: LineWalk, seen: KnownCommand): void {
  const { facts, scope, stdin, span, isPlain } = seen
  if (facts.found.reach === undefined) return
  for (const start of startersOf(facts)) {
    const words = facts.words.slice(start)
    const program = literalOf(words[0]!)
    if (
      program === undefined ||
      program.includes('/') ||
      isBuiltin(program) ||
      walk.options.lookup(program) === undefined
    )
      continue
    const command = { argv: words, assignments: [], redirects: [], stdin, scope, span, isPlain, isOutside: true }
    walk.deeper(() => walk.inside(() => walk.words(words, command, false)))
  }
}
