import type { HookDecision } from './judge-call.js'

/** So many reasons are told; a line can have thousands. */
const MOST_REASONS = 5
const LONGEST_COMMAND = 120
const LONGEST_REASON = 1_500

/** What decided, for the model and the person in front of it. Words of the line are data and are quoted. */
export function reasonFor({ decision, verdicts }: HookDecision): string {
  const told = [...new Set(verdicts.filter((verdict) => verdict.decision === decision).map(sentence))]
  const rest = told.length - MOST_REASONS
  const reasons = [...told.slice(0, MOST_REASONS), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  return cut(visible(`${OPENINGS[decision]}${reasons === '' ? '' : `: ${reasons}`}`), LONGEST_REASON)
}

const OPENINGS = { allow: 'atip allows this', ask: 'atip wants a person to decide', deny: 'atip refuses this' }

function sentence({ argv, reason }: HookDecision['verdicts'][number]): string {
  return argv.length === 0 ? reason : `\`${cut(argv.join(' '), LONGEST_COMMAND)}\` ${reason}`
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text
}

/** A terminal must not be steered by a command that is only talked about. */
function visible(text: string): string {
  return /^[ -~\u2026]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
