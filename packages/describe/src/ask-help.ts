import type { SandboxResult, Sandbox } from '@atip/sandbox'

/** What a program says about one of its commands, and how it was asked. */
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

/** Shorter answers are complaints. */
const SHORTEST = 20

/** `reason` says what kept it from answering, if not that it has nothing to say. */
export type HelpAnswer = ({ ok: true } & Help) | { ok: false; reason?: string; wasStarted: boolean }

export interface HelpOptions {
  /** Ask with `-h` first: where there is a manual page, `--help` may show just that (`git push --help`). */
  shortFirst?: boolean
  signal?: AbortSignal
}

/** Asks a program about itself, in the sandbox. */
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
    if (text !== undefined && !isRefusal(text, result)) return { ok: true, text, argv }
    // What could not be started, or waits for something else, does so again.
    if (result.status === 'not-started') {
      return { ok: false, reason: `it could not be started: ${result.reason}`, wasStarted: false }
    }
    if (result.status === 'timed-out') return { ok: false, reason: 'it did not answer in time', wasStarted: true }
    if (signal?.aborted === true) return { ok: false, wasStarted: true }
  }
  return { ok: false, wasStarted: true }
}

/** `See 'git help -a'`, `use "--help all"`: where help says that there is more, and how to get it. */
const MORE = /(?:^|[\s'"`])(?:([\w.-]+) )?((?:--)?help)[ =](-a|--all|all)(?=['"`\s.,]|$)/m

/** The longer help that a help text points to, if it does. */
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

/** Help goes to stdout, or to stderr where a program thinks that it was called wrongly. */
function answerIn({ status, stdout, stderr }: SandboxResult): string | undefined {
  if (status === 'not-started') return undefined
  const text = [stdout, stderr].map(String).find((one) => one.trim().length > SHORTEST)
  return text
}

const REFUSALS =
  /^(?:[^\n]*:\s*)?(?:error:?\s*)?(?:unknown|unrecogni[sz]ed|invalid|illegal|no such|bad|unexpected)\s+(?:sub-?command|command|option|argument|flag)|is not a [^\n]* command|command not found|cannot execute/i

/** `fatal: not a git repository`. */
const COMPLAINTS = /^(?:[\w.-]{1,40}: )?(?:fatal|error)\b/i

/** A program that does not know the question says so in a line or two; usage behind the complaint is still help. */
function isRefusal(text: string, { code }: SandboxResult): boolean {
  const said = text.trim()
  const isComplaint = REFUSALS.test(said) || (COMPLAINTS.test(said) && !/\busage\b/i.test(said))
  return code !== 0 && isComplaint && said.split('\n').length < 6
}
