import type { Command } from '../types/tool.js'
import type { CommandExtension, Syntax } from '../types/x-atip.js'
import { diffArguments } from './arguments.js'
import { changed, type Change, type ChangePlace } from './change.js'
import { equal } from '../equal.js'
import { diffOptions, type OptionOwner } from './options.js'
import { addsPrints, addsStdinPower, isWorseFact } from './value-meaning.js'
import { diffRules, type Bases } from './x-atip-rules.js'

/** What one command or group says of itself; its effects and its subcommands are compared elsewhere. */
export function* diffCommand(before: Command, after: Command, owner: OptionOwner, ruleBases: Bases): Generator<Change> {
  const { place } = owner
  for (const field of ['description', 'examples'] as const) {
    if (!equal(before[field], after[field])) yield changed('compatible', place, field, before[field], after[field])
  }
  yield* diffArguments(before.arguments, after.arguments, owner)
  yield* diffOptions('option', before.options, after.options, owner)
  yield* diffExtension(before['x-atip'], after['x-atip'], place, ruleBases)
}

/** What x-atip says of a command, a group or the tool. */
export function* diffExtension(
  before: CommandExtension = {},
  after: CommandExtension = {},
  place: ChangePlace,
  bases: Bases,
): Generator<Change> {
  if (before === after) return
  yield* diffRules(before.cases ?? [], after.cases ?? [], place, bases)
  if (!equal(before.stdin, after.stdin)) {
    const kind = addsStdinPower(before.stdin, after.stdin) ? 'danger' : 'effect'
    yield changed(kind, place, 'x-atip.stdin', before.stdin, after.stdin)
  }
  yield* diffFacts(before, after, place)
  if (before.unlisted !== after.unlisted) {
    // Without the promise, an unlisted option may do anything; "unknown" also withdraws a group's promise.
    const isKept = after.unlisted === 'no-effect' || (before.unlisted === 'unknown' && after.unlisted === undefined)
    const kind = isKept ? 'effect' : 'danger'
    yield changed(kind, place, 'x-atip.unlisted', before.unlisted, after.unlisted)
  }
  yield* diffSyntax(before.syntax, after.syntax, place)
  const old = before.aliases ?? []
  const now = after.aliases ?? []
  const isLost = old.some((alias) => !now.includes(alias))
  if (isLost || now.some((alias) => !old.includes(alias))) {
    yield changed(isLost ? 'breaking' : 'compatible', place, 'x-atip.aliases', before.aliases, after.aliases)
  }
}

/** Facts about every call. Losing `account`, or newly following a repository's configuration, makes calls less safe. */
function* diffFacts(before: CommandExtension, after: CommandExtension, place: ChangePlace): Generator<Change> {
  const worse: Partial<Record<keyof CommandExtension, boolean>> = {
    account: after.account === undefined,
    prints: addsPrints(before.prints, after.prints),
    incidental: false,
    endless: false,
    repository: after.repository === true,
    reach: isWorseFact({ reach: before.reach }, { reach: after.reach }),
    loss: isWorseFact({ loss: before.loss }, { loss: after.loss }),
  }
  for (const [field, isWorse] of Object.entries(worse) as [keyof CommandExtension, boolean][]) {
    if (equal(before[field], after[field])) continue
    yield changed(isWorse ? 'danger' : 'effect', place, `x-atip.${field}`, before[field], after[field])
  }
}

/** With another syntax, the same words are read differently. */
function* diffSyntax(before: Syntax = {}, after: Syntax = {}, place: ChangePlace): Generator<Change> {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Syntax>
  for (const field of fields) {
    if (before[field] !== after[field]) {
      yield changed('breaking', place, `x-atip.syntax.${field}`, before[field], after[field])
    }
  }
}
