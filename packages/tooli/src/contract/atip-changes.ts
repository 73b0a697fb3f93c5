import { isRequired, type AtipTool, type Option } from '@atip/protocol'
import type { Change } from '@atip/protocol/diff'
import { nameOf, labelOf, titleOf, values, type SurfaceChange } from './change.js'
import { commandAt, countBelow, parameterIn } from './find.js'
import { betterSentence, worseSentence } from './effect-words.js'

/** Turns a change between two descriptions into changes of a contract. Its severity is preserved. */
export function* fromAtip(change: Change, before: AtipTool, after: AtipTool): Generator<SurfaceChange> {
  const { kind, path, subject, field } = change
  const title = titleOf(after.name, path)
  const row = (name: string, message: string): SurfaceChange => ({
    kind: name,
    path,
    ...(isParameter(change) && subject.name !== undefined && { parameter: subject.name }),
    ...values(change.before, change.after),
    breaking: kind === 'danger' || kind === 'breaking',
    message,
  })
  switch (subject.type) {
    case 'effects':
      return yield row(`effects-${field}`, effectSentence(change, title))
    case 'command':
      return yield* commandRows(change, title, row, before)
    case 'option':
    case 'globalOption':
    case 'argument':
      return yield* parameterRows(change, title, row, [before, after])
    case 'tool':
      if (field === 'name') {
        return yield row(
          'tool-renamed',
          `the tool is called ${JSON.stringify(after.name)} now, not ${JSON.stringify(before.name)}; calls by the old name fail`,
        )
      }
      if (field === 'authentication.required' && change.after === true) {
        return yield row('authentication', 'a login is needed now; calls without one fail')
      }
  }
  yield row(`${subject.type}-${field ?? 'changed'}`, change.message)
}

type Row = (name: string, message: string) => SurfaceChange

function isParameter({ subject }: Change): boolean {
  return ['option', 'globalOption', 'argument'].includes(subject.type)
}

function effectSentence({ kind, field, before, after, count = 1, path }: Change, title: string): string {
  const below = path.length === 0 ? 'the tool' : title
  const whole = count === 1 ? title : `each of the ${count} commands of ${below}`
  return kind === 'danger' ? worseSentence(field!, after, whole) : betterSentence(field!, before, after, whole)
}

function* commandRows(change: Change, title: string, row: Row, old: AtipTool): Generator<SurfaceChange> {
  const { field, before, after, message, path } = change
  if (field === undefined) {
    const gone = commandAt(old, path)
    if (gone === undefined) yield row('command-added', `${title} is new`)
    else {
      const count = countBelow(gone)
      const below = count === 0 ? '' : `, with ${count} ${count === 1 ? 'command' : 'commands'} below it`
      yield row('command-removed', `${title} is gone${below}; calls of ${count === 0 ? 'it' : 'them'} fail`)
    }
  } else if (field === 'x-atip.aliases') {
    const [old, now] = [(before ?? []) as string[], (after ?? []) as string[]]
    for (const alias of old.filter((one) => !now.includes(one))) {
      yield row('alias-removed', `${title} is no longer called ${JSON.stringify(alias)}; calls by that name fail`)
    }
    for (const alias of now.filter((one) => !old.includes(one))) {
      yield { ...row('alias-added', `${title} is also called ${JSON.stringify(alias)} now`), breaking: false }
    }
  } else if (field === 'meaning') {
    const [old, now] = [before, after].map((name) => JSON.stringify(name))
    yield row('name-taken', `${title} meant ${old} and means ${now} now; calls by that name do something else`)
  } else if (field === 'invocable') {
    const isGone = before === true
    const said = isGone
      ? 'can no longer be called itself, only what is below it; calls of it fail'
      : 'can be called itself now'
    yield row(isGone ? 'command-removed' : 'command-added', `${title} ${said}`)
  } else yield row(`command-${field}`, message)
}

function* parameterRows(
  change: Change,
  title: string,
  row: Row,
  [before, after]: readonly [AtipTool, AtipTool],
): Generator<SurfaceChange> {
  const { subject, field, message } = change
  const [old, now] = [parameterIn(before, change), parameterIn(after, change)]
  const owner = subject.type === 'globalOption' ? 'every command' : title
  const either = old ?? now
  if (either === undefined && field === 'order') {
    const [was, is] = [change.before, change.after].map((names) => (names as string[]).join(', '))
    return yield row('argument-order', `the arguments of ${title} come as ${is} now, not as ${was}; calls mix them up`)
  }
  if (either === undefined) return yield row(`${subject.type}-${field ?? 'changed'}`, message)
  if (field === undefined) return yield* wholeRows(change, owner, row, old, now)
  const label = labelOf(either, owner)
  if (field === 'flags') return yield* flagRows(change, either, owner, row)
  if (field === 'global') {
    const [is, was] = change.after === true ? ['the built-in one', 'its own'] : ['its own', 'the built-in one']
    // Both have the same flag, so calls do not fail, but they mean something else.
    const moved = `${label} is ${is} now, not ${was}; calls that give it mean something else`
    return yield { ...row('option-moved', moved), breaking: true }
  }
  const effect = /^x-atip\.effects\.(.*)$/.exec(field)?.[1]
  if (effect !== undefined && change.kind === 'danger') {
    const now = JSON.stringify(change.after ?? 'unknown')
    const sentence = `${label} makes a call worse now (${effect}: ${now}); agents that were allowed to give it must ask`
    return yield row(`effects-${effect}`, sentence)
  }
  const sentence = FIELD_SENTENCES[field]?.(label, change)
  yield row(`${wordFor(change)}-${kindOfField(field)}`, sentence ?? message)
}

function wordFor({ subject }: Change): string {
  return subject.type === 'globalOption' ? 'option' : subject.type
}

function kindOfField(field: string): string {
  return field === 'envVar' ? 'env' : field
}

/** The changes for a parameter that was added or removed. */
function* wholeRows(
  { kind, subject }: Change,
  owner: string,
  row: Row,
  old: Named | undefined,
  now: Named | undefined,
): Generator<SurfaceChange> {
  const word = subject.type === 'argument' ? 'argument' : 'option'
  const name = nameOf((old ?? now)!)
  const isDryRun = subject.name === 'dryRun'
  if (old !== undefined) {
    if (isDryRun) yield row('dry-run-removed', `${owner} no longer supports --dry-run; calls that give it fail`)
    else yield row(`${word}-removed`, `${owner} no longer takes ${name}; calls that give it fail`)
  } else if (isDryRun) yield row('dry-run-added', `${owner} supports --dry-run now`)
  else if (kind !== 'breaking') yield row(`${word}-added`, `${owner} also takes ${name} now`)
  else if (isRequired(now as Option)) yield row(`${word}-added`, `${owner} now needs ${name}; calls without it fail`)
  else yield row(`${word}-added`, `${owner} now takes ${name} before others; calls give their values to the wrong ones`)
}

function* flagRows(change: Change, parameter: Named, owner: string, row: Row): Generator<SurfaceChange> {
  const [old, now] = [(change.before ?? []) as string[], (change.after ?? []) as string[]]
  const kept = old.filter((flag) => now.includes(flag))
  const label = labelOf({ ...parameter, flags: kept.length > 0 ? kept : old }, owner)
  for (const flag of old.filter((one) => !now.includes(one))) {
    yield row('flag-removed', `${label} can no longer be written ${flag}; calls that write it so fail`)
  }
  for (const flag of now.filter((one) => !old.includes(one))) {
    yield { ...row('flag-added', `${label} can also be written ${flag} now`), breaking: false }
  }
}

const FIELD_SENTENCES: Readonly<Record<string, (label: string, change: Change) => string>> = {
  name: (label, { after }) =>
    `${label} is called ${JSON.stringify(after)} in JSON now; callers that name it there (--input, MCP, call) fail`,
  required: (label, { after }) =>
    after === true ? `${label} is required now; calls without it fail` : `${label} is no longer required`,
  variadic: (label, { after }) =>
    after === true
      ? `${label} takes several values now`
      : `${label} takes only one value now; calls that give several fail`,
  envVar: (label, { before, after }) => {
    if (before === undefined) return `${label} is also read from ${String(after)} now`
    const other = after === undefined ? '' : ` but from ${String(after)}`
    return `${label} is no longer read from ${String(before)}${other}; callers that set it run without it`
  },
  type: (label, { before, after }) =>
    `${label} was of the type ${String(before)} and is of the type ${String(after)} now; calls that give the old one fail`,
}

interface Named {
  name: string
  flags?: readonly string[] | undefined
}
