import type { Command as AtipCommand } from '@atip/protocol'
import { values, type SurfaceChange } from './change.js'
import { limitOf, surfaceOfCommand, type CommandSurface } from './command-surface.js'
import { outputChanges } from './schema/changes.js'

/** Changes of a command for which ATIP has no field. */
export function* commandChanges(
  before: AtipCommand,
  after: AtipCommand,
  path: string[],
  title: string,
): Generator<SurfaceChange> {
  const [old, now] = [surfaceOfCommand(before), surfaceOfCommand(after)]
  yield* resultChanges(old, now, path, title)
  yield* errorChanges(old.errors ?? {}, now.errors ?? {}, path, title)
  if (old.timeout !== now.timeout) yield limitChange(old, now, path, title)
  if (old.mcp !== now.mcp) {
    const isGone = old.mcp !== undefined
    const message =
      now.mcp === undefined
        ? `MCP clients no longer find ${title}; those that call ${JSON.stringify(old.mcp)} fail`
        : `MCP clients find ${title} as ${JSON.stringify(now.mcp)}${isGone ? `, not ${JSON.stringify(old.mcp)}; calls by the old name fail` : ''}`
    yield { kind: 'mcp-name', path, ...values(old.mcp, now.mcp), breaking: isGone, message }
  }
  for (const word of ['hidden', 'deprecated'] as const) {
    if (old[word] === now[word]) continue
    const still = now[word] === true ? '; calls of it still work' : ''
    const message = `${title} is ${now[word] === true ? 'now' : 'no longer'} ${word}${still}`
    yield { kind: word, path, ...values(old[word], now[word]), breaking: false, message }
  }
}

function* resultChanges(
  before: CommandSurface,
  after: CommandSurface,
  path: string[],
  title: string,
): Generator<SurfaceChange> {
  const subject = `the result of ${title}`
  if (before.output !== undefined && after.output === undefined) {
    const message = `${subject} is no longer described; programs that read it cannot rely on anything`
    yield { kind: 'result-removed', path, before: before.output, breaking: true, message }
  } else if (before.output === undefined && after.output !== undefined) {
    yield { kind: 'result-added', path, after: after.output, breaking: false, message: `${subject} is described now` }
  } else if (before.output !== undefined) {
    for (const change of outputChanges(before.output, after.output, subject)) yield { ...change, path }
  }
  if (before.streaming === after.streaming) return
  const message =
    after.streaming === true
      ? `${title} now gives its entries as they come; programs that wait for the whole list read it otherwise`
      : `${title} no longer gives its entries as they come; programs that read them one by one wait for the end`
  yield { kind: 'streaming', path, ...values(before.streaming, after.streaming), breaking: true, message }
}

/** Never breaking: handling a code that no longer occurs does no harm. */
function* errorChanges(
  before: Record<string, string>,
  after: Record<string, string>,
  path: string[],
  title: string,
): Generator<SurfaceChange> {
  for (const code of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[code], after[code]]
    if (old === now) continue
    const said =
      now === undefined ? 'no longer fails with' : old === undefined ? 'may now fail with' : 'says otherwise what'
    const message = `${title} ${said} ${code}${old !== undefined && now !== undefined ? ' means' : ''}`
    yield { kind: 'error-code', path, ...values(old, now), breaking: false, message }
  }
}

function limitChange(before: CommandSurface, after: CommandSurface, path: string[], title: string): SurfaceChange {
  const isShorter = limitOf(after) < limitOf(before)
  const [old, now] = [before.timeout ?? 'never', after.timeout ?? 'never']
  const message = isShorter
    ? `${title} now gives up after ${now}${before.timeout === undefined ? '' : `, not ${old}`}; calls that take longer fail`
    : `${title} may now take longer: it gave up after ${old}${after.timeout === undefined ? '' : `, now after ${now}`}`
  return { kind: 'timeout', path, ...values(before.timeout, after.timeout), breaking: isShorter, message }
}
