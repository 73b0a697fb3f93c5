import { locate } from '@atip/protocol/calls'

/** Appends a rule to the text of a policy and preserves the layout of the rest. */
export function withRule(text: string, rule: object): string {
  const policy = JSON.parse(text) as { rules?: unknown[] }
  const written = JSON.stringify(rule)
  if (policy.rules === undefined) return withRules(text, Object.keys(policy).length === 0, written)
  const last = policy.rules.length - 1
  if (last >= 0) {
    const [place] = locate(text, [`/rules/${last}`])
    const { end } = place!
    return `${text.slice(0, end)},\n    ${written}${text.slice(end)}`
  }
  const [place] = locate(text, ['/rules'])
  const { start, end } = place!
  return `${text.slice(0, start)}[\n    ${written}\n  ]${text.slice(end)}`
}

/** Adds `rules` as the last member of a policy without rules. */
function withRules(text: string, isEmpty: boolean, written: string): string {
  const end = text.lastIndexOf('}')
  const before = text.slice(0, end).trimEnd()
  return `${before}${isEmpty ? '' : ','}\n  "rules": [\n    ${written}\n  ]\n${text.slice(end)}`
}
