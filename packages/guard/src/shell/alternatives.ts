import { adopt, mergeInto } from './merge.js'
import { forkOf, type ShellScope } from './scope.js'
import { branches, type Stream } from './stream.js'
import { mixed, type Variable } from './variable.js'

/** Limit for the combinations of alternatives of several variables. */
const MOST_COMBINATIONS = 24

/** Evaluates a command once for each value that its variables may have. */
export function forEachAlternative(scope: ShellScope, work: (fork: ShellScope) => Stream): Stream {
  if (!scope.hasAlternatives) return work(scope)
  const attempt = (chosen: ReadonlyMap<string, Variable>) => {
    const fork = forkOf(scope)
    const asked = new Map<string, readonly Variable[]>()
    fork.asked = asked
    for (const [name, variable] of chosen) fork.variables.set(name, variable)
    const printed = work(fork)
    fork.asked = undefined
    return { fork, printed, asked }
  }
  const first = attempt(new Map())
  if (first.asked.size === 0) {
    adopt(scope, first.fork)
    scope.isGone = first.fork.isGone
    return first.printed
  }
  const others = combinationsOf(first.asked, scope).slice(1).map(attempt)
  const late = new Set(others.flatMap(({ asked }) => [...asked.keys()]))
  if (late.size > 0) others.push(attempt(unknown([...first.asked.keys(), ...late], scope)))
  const all = [first, ...others]
  mergeInto(
    scope,
    all.map(({ fork }) => fork),
  )
  return branches(all.map(({ printed }) => printed))
}

/** Every way to choose one alternative of each variable. If there are too many, the variables become unknown. */
function combinationsOf(
  asked: ReadonlyMap<string, readonly Variable[]>,
  scope: ShellScope,
): ReadonlyMap<string, Variable>[] {
  let combinations: Map<string, Variable>[] = [new Map()]
  for (const [name, alternatives] of asked) {
    combinations = combinations.flatMap((chosen) =>
      alternatives.map((variable) => new Map([...chosen, [name, variable]])),
    )
    if (combinations.length > MOST_COMBINATIONS) {
      return [new Map(), unknown([...asked.keys()], scope)]
    }
  }
  return combinations
}

function unknown(names: readonly string[], { variables }: ShellScope): Map<string, Variable> {
  return new Map(names.map((name) => [name, mixed([variables.get(name)])]))
}
