import type { LineFinding } from '../line/finding.js'
import { isAboutDescription } from '../facts/unusable-description.js'
import { suspicionIn } from '../rules/sentences.js'
import { decode } from '../shell/encoded.js'
import { readable } from '../shell/word.js'

/** Something about a call that was not understood. */
export interface Doubt {
  word: string
  reason: string
  message: string
}

/** Why the effects of a call are not fully known. `likely` returns the known program that an unknown word may mean. */
export function doubtsOf(findings: readonly LineFinding[], likely: (word: string) => string | undefined): Doubt[] {
  const doubts = findings.flatMap((finding) => [
    ...wordsDoubted(finding),
    ...inputDoubted(finding),
    ...said(finding, likely),
  ])
  return doubts.filter(({ message }, index) => doubts.findIndex((other) => other.message === message) === index)
}

const WORDS: Readonly<Record<string, string>> = {
  'unknown-option': 'no such option is described',
  'ambiguous-option': 'matches more than one option',
  'unknown-command': 'no such command is described',
  'unexpected-operand': 'one argument more than is described',
  'unexpected-value': 'the option takes no value',
  'missing-value': 'the option lacks its value',
  'missing-terminator': 'the list of words never ends',
  'invalid-value': 'not a value that is described',
}

function wordsDoubted({ about, facts, argv }: LineFinding): Doubt[] {
  if (about !== 'call') return []
  return (facts?.found.doubts ?? []).map((doubt) => {
    if (isAboutDescription(doubt)) return { word: argv[0] ?? '', reason: doubt.reason, message: doubt.word }
    const word = readable(decode(doubt.word))
    const message = suspicionIn([doubt]) ?? `${JSON.stringify(word)}: ${WORDS[doubt.reason] ?? doubt.reason}`
    return { word, reason: doubt.reason, message }
  })
}

function inputDoubted({ about, facts }: LineFinding): Doubt[] {
  const kind = about === 'call' ? facts?.found.stdin?.kind : undefined
  if (kind !== 'code' && kind !== 'arguments') return []
  return [{ word: '-', reason: 'stdin', message: 'what it reads from stdin is run, and not known here' }]
}

/** Other findings with unknown effects: unknown programs, code, variables, commands on other machines. */
function said(
  { about, decision, rule, reason, argv, effects }: LineFinding,
  likely: (word: string) => string | undefined,
): Doubt[] {
  const [program = ''] = argv
  if (effects !== undefined && (rule !== 'unknown-program' || about !== 'call')) return []
  if (decision !== 'ask') return []
  if (rule !== 'unknown-program') return [{ word: argv.join(' '), reason: rule, message: reason }]
  const name = effects === undefined ? likely(program) : undefined
  const advice = name === undefined ? '' : `; did you mean ${JSON.stringify(name)}?`
  const message = effects === undefined ? `nothing describes ${JSON.stringify(program)}${advice}` : reason
  return [{ word: program, reason: rule, message }]
}
