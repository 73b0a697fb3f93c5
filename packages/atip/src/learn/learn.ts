import type { SuggestedRule } from '@atip/guard'
import { policyCommand } from '../report/policy-command.js'
import type { RecordedLine } from '../transcripts/collect-lines.js'
import { candidatesFor, chooseRules, type UsefulRule } from './choose-rules.js'
import { exampleOf } from './hide-secrets.js'
import { asQuestion, replay, type AskedLine, type ReplayOptions } from './replay.js'

export interface LearnedRule {
  rule: SuggestedRule
  covers: string
  command: string
  /** How many of the questions it helps to answer. */
  questions: number
  examples: string[]
  /** Lines that it also allows, which were asked about for another reason. */
  others: { line: string; reason: string }[]
}

export interface Lesson {
  allowed: number
  asked: number
  denied: number
  /** Questions that remain with all of the rules. */
  left: number
  rules: LearnedRule[]
}

const EXAMPLES = 2
const OTHERS = 3

/** Replays recorded lines, and finds the rules that would have saved most questions. */
export async function learnFrom(lines: readonly RecordedLine[], options: ReplayOptions, most: number): Promise<Lesson> {
  const counts = { allowed: 0, asked: 0, denied: 0 }
  const questions: AskedLine[] = []
  for (const line of lines) {
    const decided = await replay(line, options)
    const question = decided.decision === 'allow' ? undefined : asQuestion(line, decided)
    counts[decided.decision === 'allow' ? 'allowed' : question === undefined ? 'denied' : 'asked'] += line.count
    if (question !== undefined) questions.push(question)
  }
  const chosen = chooseRules(questions, await candidatesFor(questions, options), most)
  const rules = chosen.map(({ rule }) => rule)
  const answered = new Set<AskedLine>()
  for (const question of rules.length === 0 ? [] : questions) {
    if ((await replay(question, options, rules)).decision === 'allow') answered.add(question)
  }
  const learned = chosen.map((one) => learnedRule(one, answered)).filter((one) => one.questions > 0)
  return { ...counts, left: counts.asked - total(answered), rules: learned }
}

function learnedRule({ rule, covers, allows }: UsefulRule, answered: ReadonlySet<AskedLine>): LearnedRule {
  const helped = [...allows.keys()].filter((question) => answered.has(question)).sort((a, b) => b.count - a.count)
  const uses = helped.flatMap((question) =>
    allows.get(question)!.map((index) => ({ question, decided: question.commands[index]! })),
  )
  const reasons = new Map<string, number>()
  for (const { question, decided } of uses) {
    reasons.set(decided.builtIn.rule, (reasons.get(decided.builtIn.rule) ?? 0) + question.count)
  }
  const [usual] = [...reasons].sort(([, a], [, b]) => b - a)[0] ?? []
  const others = uses.filter(({ decided }) => decided.builtIn.rule !== usual)
  const mine = [...new Set(uses.filter((one) => !others.includes(one)).map(({ question }) => exampleOf(question.line)))]
  return {
    rule,
    covers,
    command: policyCommand(rule),
    questions: total(helped),
    examples: mine.slice(0, EXAMPLES),
    others: others.slice(0, OTHERS).map(({ question, decided }) => ({
      line: exampleOf(question.line),
      reason: decided.reason,
    })),
  }
}

function total(questions: Iterable<AskedLine>): number {
  let sum = 0
  for (const { count } of questions) sum += count
  return sum
}
