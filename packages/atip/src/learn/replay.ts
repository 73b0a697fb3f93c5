import {
  decideLine,
  readPolicy,
  type CommandDecision,
  type LineDecision,
  type LoadedPolicy,
  type Mode,
  type SuggestedRule,
} from '@atip/guard'
import type { ToolLookup } from '@atip/protocol'
import type { RecordedLine } from '../transcripts/collect-lines.js'

export interface ReplayOptions {
  lookup: ToolLookup
  home: string
  mode?: Mode | undefined
  policiesAt: (cwd: string, home: string) => Promise<LoadedPolicy[]>
}

/** A recorded line that the user would have been asked about. */
export interface AskedLine extends RecordedLine {
  commands: CommandDecision[]
  /** The indexes of the commands that cause the question. */
  open: number[]
}

/** Decides about a recorded line under today's rules, plus those in `more`. Nothing is run. */
export async function replay(
  { line, cwd }: RecordedLine,
  { lookup, home, mode, policiesAt }: ReplayOptions,
  more: readonly SuggestedRule[] = [],
): Promise<LineDecision> {
  const policies = [...(await policiesAt(cwd ?? '', home))]
  if (more.length > 0) policies.push(policyOf(more))
  return decideLine(line, {
    lookup,
    home,
    mode,
    policies,
    suggests: more.length === 0,
    ...(cwd !== undefined && { cwd }),
  })
}

function policyOf(rules: readonly SuggestedRule[]): LoadedPolicy {
  return readPolicy(JSON.stringify({ rules }), { source: 'user', file: 'learned' })
}

/** Whether the user decides: headless mode only denies because no user can answer. */
export function isOpen({ decision, rule }: CommandDecision): boolean {
  return decision === 'ask' || rule === 'mode-headless'
}

export function asQuestion(line: RecordedLine, { commands }: LineDecision): AskedLine | undefined {
  const open = commands.flatMap((one, index) => (isOpen(one) ? [index] : []))
  const isDenied = commands.some((one) => one.decision === 'deny' && !isOpen(one))
  return open.length === 0 || isDenied ? undefined : { ...line, commands, open }
}
