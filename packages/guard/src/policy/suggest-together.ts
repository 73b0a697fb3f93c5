import type { LineFinding } from '../line/finding.js'
import { literalOf } from '../shell/word.js'
import { covers, type RuleSuggestion } from './suggest.js'

/** What a line does that is not allowed, and the rule that was found for that alone. */
export interface OpenFinding {
  finding: LineFinding
  own: RuleSuggestion | undefined
}

/**
 * The rule to suggest for each. One for exactly these words may be enough for everything that the command does. If no
 * rule allows a part of a command, rules for its other parts are useless: `ssh host 'systemctl restart nginx'`.
 */
export function suggestTogether(open: readonly OpenFinding[], home: string): (RuleSuggestion | undefined)[] {
  const byWords = new Map<string, OpenFinding[]>()
  for (const one of open) byWords.set(wordsOf(one.finding), [...(byWords.get(wordsOf(one.finding)) ?? []), one])
  const exact = new Map([...byWords].map(([words, same]) => [words, exactRules(same, home)]))
  const found = open.map(
    ({ finding, own }) => exact.get(wordsOf(finding))!.find(({ rule }) => covers(rule, finding, home)) ?? own,
  )
  const stuck = new Set(open.filter((_, index) => found[index] === undefined).map(({ finding }) => placeOf(finding)))
  return found.map((one, index) => (stuck.has(placeOf(open[index]!.finding)) ? undefined : one))
}

/** Those that cover most first. */
function exactRules(same: readonly OpenFinding[], home: string): RuleSuggestion[] {
  const rules = same.flatMap(({ own }) => (own?.rule.exact === true ? [own] : []))
  const reach = ({ rule }: RuleSuggestion) => same.filter(({ finding }) => covers(rule, finding, home)).length
  return rules
    .map((one) => ({ one, count: reach(one) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ one }) => one)
}

function wordsOf({ words }: LineFinding): string {
  return JSON.stringify(words.map((word) => literalOf(word) ?? null))
}

/** The outermost command around it. */
function placeOf({ within }: LineFinding): string {
  return `${within?.start}-${within?.end}`
}
