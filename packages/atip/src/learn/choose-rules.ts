import type { CommandDecision, SuggestedRule } from '@atip/guard'
import { holdsSecret } from './hide-secrets.js'
import { replay, type AskedLine, type ReplayOptions } from './replay.js'

/** A rule that would have answered questions. */
export interface UsefulRule {
  rule: SuggestedRule
  covers: string
  /** For each question, the open commands that the rule allows. */
  allows: Map<AskedLine, number[]>
}

/** Every rule suggested for an open command, with everything that it would allow according to the guard. */
export async function candidatesFor(questions: readonly AskedLine[], options: ReplayOptions): Promise<UsefulRule[]> {
  const byProgram = new Map<string, Set<AskedLine>>()
  const found = new Map<string, UsefulRule>()
  for (const question of questions) {
    for (const index of question.open) {
      const { argv, suggestion } = question.commands[index]!
      put(byProgram, argv[0] ?? '', question)
      if (suggestion === undefined) continue
      const key = JSON.stringify(suggestion.rule)
      // Policies must not contain secrets.
      if (!found.has(key) && holdsSecret(key)) continue
      const one = found.get(key) ?? { ...suggestion, allows: new Map() }
      found.set(key, one)
      one.allows.set(question, [...(one.allows.get(question) ?? []), index])
    }
  }
  for (const one of found.values()) {
    const [program = ''] = one.rule.command ?? []
    for (const question of byProgram.get(program) ?? []) await widen(one, question, options)
  }
  return [...found.values()]
}

/** Adds what the rule allows besides the command it was suggested for. */
async function widen({ rule, allows }: UsefulRule, question: AskedLine, options: ReplayOptions): Promise<void> {
  const known = allows.get(question) ?? []
  const may = question.open.filter((index) => !known.includes(index) && mayAllow(rule, question.commands[index]!))
  if (may.length === 0) return
  const { commands } = await replay(question, options, [rule])
  const more = may.filter((index) => commands[index]?.decision === 'allow')
  if (more.length > 0) allows.set(question, [...known, ...more])
}

/** Whether trying the rule may succeed. Trying takes most of the time. */
function mayAllow({ command = [], exact, in: folders }: SuggestedRule, { argv, suggestion }: CommandDecision): boolean {
  if (exact === true && argv.length !== command.length) return false
  // A command's suggestion shows the folder that it runs in.
  const own = suggestion?.rule.in
  if (folders !== undefined && own !== undefined && own.join() !== folders.join()) return false
  return command.every((word, index) => argv[index] === word)
}

function put<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, new Set([value]))
  else values.add(value)
}

/** A rule for a question that came up once is not worth it. */
const FEWEST_QUESTIONS = 2

/**
 * Greedy set cover: repeatedly picks the rule that answers most of the remaining questions. A question with several
 * open commands needs a rule for each, so a rule counts for its share.
 */
export function chooseRules(
  questions: readonly AskedLine[],
  candidates: readonly UsefulRule[],
  most: number,
): UsefulRule[] {
  const left = new Map(questions.map((question) => [question, new Set(question.open)]))
  withoutHopeless(left, candidates)
  const chosen: UsefulRule[] = []
  const rest = new Set(candidates)
  while (chosen.length < most) {
    let best: UsefulRule | undefined
    let bestGain = FEWEST_QUESTIONS - 1
    for (const one of rest) {
      const gain = gainOf(one, left)
      if (gain > bestGain) [best, bestGain] = [one, gain]
    }
    if (best === undefined) break
    chosen.push(best)
    rest.delete(best)
    for (const [question, indexes] of best.allows) for (const index of indexes) left.get(question)?.delete(index)
  }
  // A rule is useless if a question needs other rules that were not chosen.
  return chosen.filter(({ allows }) => [...allows.keys()].some((question) => left.get(question)?.size === 0))
}

/** Removes questions with a command that no rule allows, because they are asked anyway. */
function withoutHopeless(left: Map<AskedLine, Set<number>>, candidates: readonly UsefulRule[]): void {
  const possible = new Map<AskedLine, Set<number>>()
  for (const { allows } of candidates) {
    for (const [question, indexes] of allows) for (const index of indexes) put(possible, question, index)
  }
  for (const [question, open] of left) {
    if ([...open].some((index) => possible.get(question)?.has(index) !== true)) left.delete(question)
  }
}

function gainOf({ allows }: UsefulRule, left: ReadonlyMap<AskedLine, ReadonlySet<number>>): number {
  let gain = 0
  for (const [question, indexes] of allows) {
    const open = left.get(question)
    if (open === undefined || open.size === 0) continue
    gain += (question.count * indexes.filter((index) => open.has(index)).length) / open.size
  }
  return gain
}
