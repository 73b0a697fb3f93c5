import type { CommandExtension, CommandRule, StdinMeaning } from '@atip/protocol'
import { listOf, type Holder, type Place } from './place.js'
import { newPart, renamed, worseningPart } from './rules.js'
import { attribute, type Draft } from './sources.js'

/** Merges what a layer says under x-atip of a command, a group or the tool that is there already. */
export function mergeExtension(draft: Draft<Holder>, added: CommandExtension | undefined, place: Place): void {
  const before = draft.value['x-atip']
  if (added === undefined || added === before) return
  const result: CommandExtension = { ...before }
  const { cases, stdin, syntax, unlisted, aliases: _, ...rest } = added
  for (const [key, value] of Object.entries(rest)) {
    if (Object.hasOwn(result, key) || key === '__proto__') continue
    ;(result as Record<string, unknown>)[key] = value
  }
  const rules = newRules(before?.cases ?? [], cases ?? [], place)
  if (rules.length > 0) result.cases = [...(before?.cases ?? []), ...rules]
  const input = mergeStdin(before?.stdin, stdin, place)
  if (input !== undefined) result.stdin = input
  // How words are read, and whether unlisted ones matter, is for those to say who are believed first.
  if (place.known === undefined || place.guard === undefined) {
    if (syntax !== undefined) result.syntax = { ...syntax, ...before?.syntax }
    if (unlisted !== undefined) result.unlisted ??= unlisted
  }
  if (JSON.stringify(result) === JSON.stringify(before ?? {})) return
  draft.set('x-atip', result, attribute(before, result, draft.sourceOf('x-atip'), place.layer))
}

function newRules(before: readonly CommandRule[], added: readonly CommandRule[], place: Place): CommandRule[] {
  const { voice, guard, renames } = place
  if (voice === 'inferred' && guard !== undefined) return []
  return added
    .map((rule) => (voice === 'trusted' || guard === undefined ? rule : worseningPart(rule)))
    .map((rule) => rule && (before.includes(rule) ? undefined : newRule(rule, before)))
    .filter((rule) => rule !== undefined)
    .map((rule) => renamed(rule, renames))
}

function newRule(rule: CommandRule, before: readonly CommandRule[]): CommandRule | undefined {
  if (rule.harmless === undefined) return newPart(rule, before)
  const text = JSON.stringify(rule)
  return before.some((one) => JSON.stringify(one) === text) ? undefined : rule
}

/** The nearest statement counts, so one that is added repeats what held before. The worst meaning wins. */
function mergeStdin(
  before: CommandExtension['stdin'],
  added: CommandExtension['stdin'],
  { voice, guard, stdin: known }: Place,
): CommandExtension['stdin'] {
  if (added === undefined) return before
  if (guard === undefined) return before ?? added
  const held = before ?? known
  if (held !== undefined && voice === 'inferred') return before
  const list: StdinMeaning[] = [...listOf(held)]
  for (const meaning of listOf(added)) {
    const text = JSON.stringify(meaning)
    if (!list.some((one) => JSON.stringify(one) === text)) list.push(meaning)
  }
  if (list.length === listOf(held).length) return before
  return list.length === 1 ? list[0] : list
}
