import {
  decideFilesNow,
  decideForeignNow,
  decideLineNow,
  demandsRecord,
  type DecideOptions,
  type Decision,
  type LineDecision,
} from '@atip/guard'
import { thisMachine } from '@atip/discover/machine'
import { evidenceFor } from '../evidence.js'
import { knownTools } from '../known-tools.js'
import { policiesNow } from '../published-policies.js'
import type { HostEvent } from './types.js'

/** A call that a host wants to run, and where. */
export interface HookCall {
  event: Extract<HostEvent, { cwd: unknown }>
  home: string
  /** Whether the model can type into programs that it has started. */
  drivesTerminals: boolean
  env?: Readonly<Record<string, string | undefined>>
}

export interface HookDecision {
  decision: Decision
  /** The deciding verdicts, and all others. */
  verdicts: readonly { decision: Decision; rule: string; reason: string; argv: readonly string[] }[]
  /** A policy demands a record of every call. */
  mustBeRecorded: boolean
}

/**
 * The only place where a hook asks the guard, with the policies of the folder that the call would run in. The returned
 * function throws `NotLoaded` if something must be loaded first, and is then called again.
 */
export function judgeOf({ event, home, drivesTerminals, env = process.env }: HookCall): () => HookDecision {
  const { cwd } = event
  const machine = thisMachine({ ...env, HOME: home })
  const lookup = knownTools(machine)
  const evidence = evidenceFor({ cwd, home, machine, lookup })
  return () => {
    // Without a folder there is no project; the policies of the organisation and the user apply everywhere.
    const policies = policiesNow({ cwd: cwd ?? '', home, env })
    const options = {
      home,
      policies,
      // No agent can display suggestions.
      suggests: false,
      looksAtDisk: true,
      drivesTerminals,
      evidence,
      ...(cwd !== undefined && { cwd }),
    }
    const { decision, commands } = decisionOn(event, { ...options, lookup })
    return { decision, verdicts: commands, mustBeRecorded: demandsRecord(policies) }
  }
}

function decisionOn(event: HookCall['event'], options: DecideOptions): LineDecision {
  switch (event.kind) {
    case 'shell':
      return decideLineNow(event.line, { ...options, ...(event.mode && { mode: event.mode }) })
    case 'files':
      return decideFilesNow(event, options)
    case 'foreign':
      return decideForeignNow(event, options)
  }
}
