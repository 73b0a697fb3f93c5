import { locate } from '@atip/protocol'

/** The text of a policy with one rule more, everything else as it stands. */
export function withRule(text: string, rule: object): string {
  const policy = JSON.parse(text) as { rules?: unknown[] }
  const written = JSON.stringify(rule)
  if (policy.rules === undefined) return `${JSON.stringify({ ...policy, rules: [rule] }, null, 2)}\n`
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
