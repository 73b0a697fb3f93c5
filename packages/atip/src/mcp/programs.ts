import type { LoadedPolicy } from '@atip/guard'
import type { AtipTool } from '@atip/protocol'
import {
  toolsFromAtip,
  type CommandRun,
  type ExecutionContext,
  type ResultStore,
  type RuntimeEvent,
} from '@atip/runtime'
import { policiesIn } from '../published-policies.js'
import { homeFolder, machineHere } from '../home.js'
import { argvTool, noted, type Processes } from '../run/argv-tool.js'
import { programNamed } from '../run/describe.js'
import { openSession, openState, type Session, type SessionState, type Started } from '../run/session.js'
import { keepDirectives } from './keep-directives.js'
import type { ServerSettings } from './settings.js'

/** A program that calls may run, with the state that its calls share: directives, secrets, and the order of calls. */
export interface ServedProgram extends Started {
  tool: AtipTool
  session: Session
  processes: Processes
  /** Listeners for the events of a call, by its id in the log. */
  listeners: Map<string, (event: RuntimeEvent) => void>
}

/** The form of calls: as the words of a command line, or as one tool per command. */
export type CallForm = 'words' | 'commands'

/** The part of each output that a model sees. */
const INLINE_BYTES = 12_000

/** The timeout for `prime`, in milliseconds. */
const PRIME_MS = 60_000

/**
 * The programs that a server has run so far. Everything is opened by the first call, so that a server that only lists
 * its tools writes nothing.
 */
export class Programs {
  #state: SessionState | undefined
  readonly #open = new Map<string, Promise<ServedProgram>>()
  #policies: LoadedPolicy[] = []

  constructor(readonly settings: ServerSettings) {}

  results(): ResultStore {
    return this.#shared().results
  }

  /** The program for a word, under the current policies. */
  async named(word: string, form: CallForm): Promise<ServedProgram> {
    await this.#readPolicies()
    const key = `${form} ${word}`
    let opened = this.#open.get(key)
    if (opened === undefined) {
      opened = this.#start(word, form)
      this.#open.set(key, opened)
      opened.catch(() => this.#open.delete(key))
    }
    return opened
  }

  /** Users edit policies while a server runs. */
  async #readPolicies(): Promise<void> {
    const extra = this.settings.policy ?? []
    const policies = await policiesIn({ cwd: process.cwd(), home: homeFolder(), extra })
    if (JSON.stringify(policies) === JSON.stringify(this.#policies)) return
    this.#policies = policies
    const opened = await Promise.allSettled(this.#open.values())
    for (const one of opened) {
      if (one.status !== 'fulfilled') continue
      one.value.setPolicies(policies)
    }
  }

  async #start(word: string, form: CallForm): Promise<ServedProgram> {
    const { tool, path } = await programNamed(machineHere(), word)
    const { mode, asking, minutes } = this.settings
    const listeners: ServedProgram['listeners'] = new Map()
    const session = openSession(
      {
        policies: this.#policies,
        mode,
        asking,
        described: [tool],
        programOf: () => path,
        minutes,
        inlineBytes: INLINE_BYTES,
        primeSignal: () => AbortSignal.timeout(PRIME_MS),
        onPrimed: keepDirectives,
        onEvent: (event) => listeners.get(event.invocationid ?? '')?.(event),
      },
      this.#shared(),
    )
    const processes: Processes = new Map()
    const run = (call: CommandRun, context: ExecutionContext) =>
      noted(processes, context.invocationId, () => session.runner.run(call, context))
    const started = session.start(
      form === 'words'
        ? [argvTool(tool, session.runner, processes)]
        : toolsFromAtip(tool, { run, toModel: session.runner.toModel }),
    )
    return { tool, session, processes, listeners, ...started }
  }

  #shared(): SessionState {
    return (this.#state ??= openState())
  }
}
