import {
  decideCall,
  decideLine,
  type LineDecision,
  type LoadedPolicy,
  type Mode,
  type ProgramEvidence,
} from '@atip/guard'
import type { Decision, ToolLookup } from '@atip/protocol'
import { factsOfLine } from '../facts/of-line.js'
import { declaredFacts, settle, type SettledFacts } from '../facts/settle.js'
import { describeCall } from '../facts/to-atip.js'
import type { CallPlaces, DeclaredFacts, RuntimeTool } from '../tool/tool.js'
import { frozenCopy } from '../values/frozen.js'

/** The rules under which calls are judged. */
export interface PolicyState {
  policies: readonly LoadedPolicy[]
  /** Additional policies for tools that run commands. */
  linePolicies: readonly LoadedPolicy[]
  /** In addition to the modes in policies. */
  mode: Mode | undefined
  lookup: ToolLookup
  evidence?: (() => ProgramEvidence) | undefined
  places: CallPlaces
  /** Increased by every change of the rules or the mode. */
  epoch: number
}

/** The facts of a call and the guard's decision, both from the same findings. */
export interface JudgedInput {
  facts: SettledFacts
  ruling: LineDecision
  epoch: number
  line?: string
}

/** The maximum of paths in one call that the guard checks. */
const MOST_FILES = 200

export async function judgeCall(tool: RuntimeTool, input: unknown, state: PolicyState): Promise<JudgedInput> {
  const { policies, linePolicies, mode, lookup, evidence, places, epoch } = state
  const options = { policies, mode, ...places, suggests: false }
  if (tool.line !== undefined) {
    const line = tool.line(input as never, places)
    const known = (program: string) => lookup(program) ?? (program === tool.metadata?.name ? tool.metadata : undefined)
    const all = [...policies, ...linePolicies]
    const ruling = await decideLine(line, {
      ...options,
      policies: all,
      lookup: known,
      looksAtDisk: true,
      evidence: evidence?.(),
    })
    // Rules may also name the tool itself. It is not a program, and whether programs are approved was checked for the
    // line.
    const { tool: itself, words } = describeCall(tool, HARMLESS, places)
    const own = await decideCall({ ...itself, trust: { source: 'org', verified: true } }, words, options)
    const decided = own.decision === 'allow' ? ruling : joined(ruling, own)
    return { facts: frozen(factsOfLine(ruling, places)), ruling: decided, epoch, line }
  }
  const declared = declaredFacts(tool, input, places)
  if ((declared.footprint?.length ?? 0) > MOST_FILES) throw new RangeError(`it names more than ${MOST_FILES} resources`)
  const { tool: description, words } = describeCall(tool, declared, places)
  const ruling = await decideCall(description, words, options)
  return { facts: frozen(settle(declared, places, tool.trust !== 'untrusted')), ruling, epoch }
}

/** Hooks get the facts by which the call is decided about. */
function frozen(facts: SettledFacts): SettledFacts {
  return frozenCopy(facts) as SettledFacts
}

const HARMLESS: DeclaredFacts = {
  readOnly: true,
  destructive: false,
  openWorld: false,
  reversible: true,
  idempotent: true,
  billable: false,
}

function joined(one: LineDecision, other: LineDecision): LineDecision {
  const { decision } = isStricter(other.decision, one.decision) ? other : one
  return { ...one, decision, commands: [...other.commands, ...one.commands] }
}

function isStricter(one: Decision, other: Decision): boolean {
  return ORDER.indexOf(one) > ORDER.indexOf(other)
}

const ORDER: readonly Decision[] = ['allow', 'ask', 'deny']
