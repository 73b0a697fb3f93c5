import type { SandboxResult, Sandbox } from '@atip/sandbox'

/** The help text of a command, and the argv that printed it. */
export interface Help {
  text: string
  argv: string[]
}

/** Ways to ask for help, the most common first. */
const QUESTIONS: readonly ((command: string[]) => string[])[] = [
  (command) => [...command, '--help'],
  (command) => [...command, '-h'],
  (command) => [command[0]!, 'help', ...command.slice(1)],
]

/** Shorter answers are error messages. */
const SHORTEST = 20

/** `reason` is absent if the program ran and had nothing to say. */
export type HelpAnswer = ({ ok: true } & Help) | { ok: false; reason?: string; wasStarted: boolean }

export interface HelpOptions {
  /** Ask with `-h` first: if a manual page exists, `--help` may only show that page (`git push --help`). */
  shortFirst?: boolean
  signal?: AbortSignal
}

/** Asks a program for help, in the sandbox. */
export async function askHelp(
  sandbox: Sandbox,
  program: string,
  path: readonly string[],
  { shortFirst = false, signal }: HelpOptions = {},
): Promise<HelpAnswer> {
  const questions = shortFirst ? [QUESTIONS[1]!, QUESTIONS[0]!, ...QUESTIONS.slice(2)] : QUESTIONS
  for (const question of questions) {
    const argv = question([program, ...path])
    const result = await sandbox.run(argv, { env: { COLUMNS: '120' }, ...(signal && { signal }) })
    const text = answerIn(result)
    if (text !== undefined && !isRefusal(text, result) && !deniesCommand(text, path, result))
      return { ok: true, text, argv }
    // Another question would fail in the same way.
    if (result.status === 'not-started') {
      return { ok: false, reason: `it could not be started: ${result.reason}`, wasStarted: false }
    }
    if (result.status === 'timed-out') return { ok: false, reason: 'it did not answer in time', wasStarted: true }
    if (signal?.aborted === true) return { ok: false, wasStarted: true }
  }
  return { ok: false, wasStarted: true }
}

/** `See 'git help -a'`, `use "--help all"`: a hint in help text at longer help. */
const MORE = /(?:^|[\s'"`])(?:([\w.-]+) )?((?:--)?help)[ =](-a|--all|all)(?=['"`\s.,]|$)/m

/** Fetches the longer help that a help text mentions, if any. */
export async function askMore(
  sandbox: Sandbox,
  program: string,
  help: string,
  signal?: AbortSignal,
): Promise<Help | undefined> {
  const [, , question, which] = MORE.exec(help) ?? []
  if (question === undefined || which === undefined) return undefined
  const argv = [program, question, which]
  const result = await sandbox.run(argv, { env: { COLUMNS: '120' }, ...(signal && { signal }) })
  const text = result.code === 0 ? answerIn(result) : undefined
  return text === undefined ? undefined : { text, argv }
}

/** Help goes to stdout, or to stderr if the program treats the call as an error. */
function answerIn({ status, stdout, stderr }: SandboxResult): string | undefined {
  if (status === 'not-started') return undefined
  const text = [stdout, stderr].map(String).find((one) => one.trim().length > SHORTEST)
  return text
}

const REFUSALS =
  /^(?:[^\n]*:\s*)?(?:error:?\s*)?(?:unknown|unrecogni[sz]ed|invalid|illegal|no such|bad|unexpected)\s+(?:sub-?command|command|option|argument|flag)|is not a [^\n]* command|command not found|cannot execute/i

/** `fatal: not a git repository`. */
const COMPLAINTS = /^(?:[\w.-]{1,40}: )?(?:fatal|error)\b/i

const NO_COMMAND =
  /\bnot an? [^\n]*command\b|\b(?:unknown|unrecogni[sz]ed|invalid|has no|no such)\s+(?:sub-?)?(?:command|operation|action|choice)\b|\bcommand not found\b/i

/** Whether the first or last line says that there is no such command. The rest is about others: "did you mean". */
function deniesCommand(text: string, path: readonly string[], { code }: SandboxResult): boolean {
  const word = path.at(-1)
  if (word === undefined || code === 0) return false
  const lines = text.trim().split('\n')
  return [lines[0]!, lines.at(-1)!].some((line) => NO_COMMAND.test(line) && line.split(/[^\w.+-]+/).includes(word))
}

/** A program that rejects the question prints a line or two; usage text after an error is still help. */
function isRefusal(text: string, { code }: SandboxResult): boolean {
  const said = text.trim()
  const isComplaint = REFUSALS.test(said) || (COMPLAINTS.test(said) && !/\busage\b/i.test(said))
  return code !== 0 && isComplaint && said.split('\n').length < 6
}
