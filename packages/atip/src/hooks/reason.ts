import type { Decision } from '@atip/guard'
import type { HookDecision } from './judge-call.js'

/** The number of reasons reported; a line can have thousands. */
const MOST_REASONS = 5
const LONGEST_COMMAND = 120
const LONGEST_REASON = 1_300

/** What was stopped, why, and what would be acceptable, for the model and the user. Words of the line are quoted. */
export function reasonFor(
  { decision, verdicts }: Pick<HookDecision, 'decision' | 'verdicts'>,
  isRefused = decision === 'deny',
): string {
  const decisive = verdicts.filter((verdict) => verdict.decision === decision)
  const told = [...new Set(decisive.map(sentence))]
  const rest = told.length - MOST_REASONS
  const reasons = [...told.slice(0, MOST_REASONS), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  const said = `${OPENINGS[decision]}${reasons === '' ? '' : `: ${reasons}`}`
  if (!isRefused) return cut(visible(said), LONGEST_REASON)
  const instead = insteadOf(decision, decisive[0]?.rule ?? '')
  return `${cut(visible(said), LONGEST_REASON)}. ${instead}`
}

const OPENINGS = { allow: 'atip allows this', ask: 'atip wants a person to decide', deny: 'atip refuses this' }

/** What the agent can do instead. Never explains how to bypass the check. */
function insteadOf(decision: Decision, rule: string): string {
  if (decision !== 'deny') {
    return 'It needs approval, and this session cannot ask for it. Find another way, or ask the user to run it or to allow it in their atip policy'
  }
  return (Object.hasOwn(INSTEAD, rule) ? INSTEAD[rule] : undefined) ?? OTHERWISE
}

const OTHERWISE = 'Do not try to get around this: do it in another way, or tell the user what you need and why'

const INSTEAD: Readonly<Record<string, string | undefined>> = {
  destructive:
    'Keep what is there: move it aside or make a copy, or name exactly what to remove and ask the user to do it',
  'writes-protected': 'Leave that file alone. Tell the user what you would change in it, and why',
  'writes-device': 'Write to a file in the project',
  'takes-commands':
    'Use a program that prints and ends: cat or head for a pager, an edit for an editor, a script or a query on the command line for a shell',
  'secrets-leave': 'Do not send it. Ask the user to do what needs the secret',
  'runs-foreign-code': 'Save the code to a file, show it to the user, and let them decide whether it runs',
  unreadable: 'Write it as a plain command',
  'mode-plan': 'Only look around while planning, and put this into the plan',
}

function sentence({ argv, reason }: HookDecision['verdicts'][number]): string {
  return argv.length === 0 ? reason : `\`${cut(argv.join(' '), LONGEST_COMMAND)}\` ${reason}`
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text
}

/** Removes control characters, so that a quoted command cannot control the terminal. */
function visible(text: string): string {
  return /^[ -~\u2026]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
