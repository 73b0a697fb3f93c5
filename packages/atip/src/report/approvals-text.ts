import { printable, styleFor, type Screen } from 'tooli/terminal'

interface Question {
  id: string
  tool: string
  line?: string | undefined
  input?: unknown
  reason: string
  digest: string
  askedAt: string
  expiresAt: string
}

export function approvalsText(questions: readonly Question[], { color }: Screen): string {
  const style = styleFor(color)
  if (questions.length === 0) return 'No call waits for an answer.'
  return questions
    .map((one) => `${style.bold(one.id)}  ${whatOf(one)}\n  ${printable(one.reason)}; until ${one.expiresAt}`)
    .join('\n')
}

export function approvalText(question: Question, { color }: Screen): string {
  const style = styleFor(color)
  const { id, reason, digest, askedAt, expiresAt } = question
  return [
    style.bold(whatOf(question)),
    `Asked because it ${printable(reason)}.`,
    `Asked at ${askedAt}, until ${expiresAt}.`,
    `Digest: ${digest}`,
    '',
    `atip approvals allow ${id}`,
    `atip approvals deny ${id} --feedback 'TEXT FOR THE AGENT'`,
  ].join('\n')
}

/** Arguments may contain control characters, which must not reach a terminal. */
function whatOf({ tool, line, input }: Question): string {
  return printable(line ?? `${tool} ${JSON.stringify(input)}`)
}
