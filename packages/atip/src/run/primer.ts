import type { AtipTool } from '@atip/protocol'
import { Scheduler, type CommandRunner, type RuntimeHook, type RuntimeTool } from '@atip/runtime'
import { argvTool, type Processes } from './argv-tool.js'
import { refusal } from './call-report.js'
import type { StartApart, Started } from './session.js'

/** Asks a program how it wants to be used. */
export interface Primer extends Pick<Started, 'setPolicies'> {
  /** The output of `prime`. Throws if a policy denies it, consent is missing, or the program fails. */
  ask(argv: string[], signal?: AbortSignal): Promise<string>
}

/**
 * By the Prime RFC (4.2), `prime` changes nothing. That answers only the guard's own questions, not a rule, mode or
 * denial.
 */
const CHANGES_NOTHING: RuntimeHook = {
  id: 'prime',
  event: 'pre_tool_use',
  run: () => ({ permission: 'allow', reason: 'a tool that is asked how to use it changes nothing' }),
}

/** The call of `prime` is like any other: under the policies, with limits, redaction and a record. */
export function openPrimer(
  tool: AtipTool,
  runner: CommandRunner,
  open: (tools: readonly RuntimeTool[], apart: StartApart) => Started,
): Primer {
  const processes: Processes = new Map()
  // The call that waits for `prime` occupies its place in the shared scheduler, so `prime` needs its own.
  const apart = { hooks: [CHANGES_NOTHING], scheduler: new Scheduler() }
  const { runtime, surface, setPolicies } = open([argvTool(tool, runner, processes)], apart)
  return {
    setPolicies,
    async ask(argv, signal) {
      const batch = runtime.run(surface, [{ id: 'prime', name: tool.name, input: { argv } }], signal && { signal })
      const [result] = await batch.results
      const process = processes.get(result!.invocation_id)
      const refused = refusal(result!, processes.has(result!.invocation_id))
      processes.clear()
      if (refused !== undefined) throw refused
      if (result!.error !== undefined) throw new Error(result!.error.message)
      return process!.stdout
    },
  }
}
