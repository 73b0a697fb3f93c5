import type { RunResult, Sandbox } from '../../sandbox/index.js'

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

/** Asks a program about itself, in the sandbox. Undefined if it has nothing to say. */
export async function askHelp(
  sandbox: Sandbox,
  program: string,
  path: readonly string[],
  signal?: AbortSignal,
): Promise<Help | undefined> {
  for (const question of QUESTIONS) {
    const argv = question([program, ...path])
    const result = await sandbox.run(argv, { env: { COLUMNS: '120' }, ...(signal && { signal }) })
    const text = answerIn(result)
    if (text !== undefined && !isRefusal(text, result)) return { text, argv }
  }
  return undefined
}

/** `See 'git help -a'`, `use "--help all"`: where help says that there is more, and how to get it. */
const MORE = /(?:^|[\s'"`])(?:([\w.-]+) )?((?:--)?help)[ =](-a|--all|all)(?=['"`\s.,]|$)/m

/** The longer help that a help text points to, if it does. */
export async function askMore(
  sandbox: Sandbox,
  program: string,
  help: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [, , question, which] = MORE.exec(help) ?? []
  if (question === undefined || which === undefined) return undefined
  const env = { COLUMNS: '120' }
  const result = await sandbox.run([program, question, which], { env, ...(signal && { signal }) })
  return result.code === 0 ? answerIn(result) : undefined
}

/** The manual page as `man` shows it, if there is one. */
export async function askManual(sandbox: Sandbox, page: string, signal?: AbortSignal): Promise<string | undefined> {
  const env = { MANWIDTH: '120', MANPAGER: 'cat', PAGER: 'cat', MANROFFOPT: '-c' }
  const result = await sandbox.run(['man', page], { env, ...(signal && { signal }) })
  const text = result.stdout.toString()
  return result.status === 'exited' && result.code === 0 && text.length > SHORTEST ? text : undefined
}

/** Help goes to stdout, or to stderr where a program thinks that it was called wrongly. */
function answerIn({ status, stdout, stderr }: RunResult): string | undefined {
  if (status === 'not-started') return undefined
  const text = [stdout, stderr].map(String).find((one) => one.trim().length > SHORTEST)
  return text
}

const REFUSALS =
  /^(?:[^\n]*:\s*)?(?:error:?\s*)?(?:unknown|unrecogni[sz]ed|invalid|illegal|no such|bad|unexpected)\s+(?:sub-?command|command|option|argument|flag)|is not a [^\n]* command|command not found|cannot execute/i

/** A program that does not know the question says so in a line or two; usage behind the complaint is still help. */
function isRefusal(text: string, { code }: RunResult): boolean {
  return code !== 0 && REFUSALS.test(text.trimStart()) && text.trim().split('\n').length < 6
}
