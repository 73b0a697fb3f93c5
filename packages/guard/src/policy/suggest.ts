import { basename } from 'node:path'
import { resolvePath } from '../judge/path-class.js'
import type { LineFinding } from '../judge/finding.js'
import { isCovered } from './match.js'
import type { PolicyRule } from './types.js'

/** A rule that would allow this and its like from now on. */
export interface RuleSuggestion {
  /** As it would be written in a policy file. */
  rule: { decision: 'allow'; command?: string[]; exact?: true; paths?: string[]; access?: ['write']; in?: string[] }
  /** What it covers, for people. */
  covers: string
}

/** Programs whose words are other programs, hosts or code: no rule about them would be about one thing. */
const WRAPPERS = new Set(
  [
    'sudo doas su env xargs parallel find watch nohup nice ionice setsid timeout time stdbuf script chroot unshare nsenter',
    'strace ltrace gdb ssh scp sftp nc ncat socat telnet eval exec source . trap bash sh zsh dash ksh fish busybox screen',
    'tmux at batch crontab systemd-run docker podman kubectl',
  ].flatMap((names) => names.split(' ')),
)
/** Of these, the subcommands are of the right width all the same. */
const HAS_COMMANDS = new Set(['docker', 'podman', 'kubectl'])

/** The right width: the command and no more of its words than make it what it is. None where no rule would be right. */
export function suggestionFor(finding: LineFinding, home: string): RuleSuggestion | undefined {
  const draft = draftFor(finding, home)
  // What would not help is not said.
  return draft !== undefined && isCovered(asRule(draft.rule), finding, { base: undefined, home }) ? draft : undefined
}

function draftFor(finding: LineFinding, home: string): RuleSuggestion | undefined {
  if (finding.about === 'write') return forWrite(finding, home)
  if (finding.about === 'read') return undefined
  const { cwd } = finding
  return forCall(finding, cwd === undefined ? undefined : fromHome(cwd, home), home)
}

/** `~/src` works for every user. */
function fromHome(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

function asRule({ exact, in: folders, ...rest }: RuleSuggestion['rule']): PolicyRule {
  return { ...rest, ...(exact && { isExact: true }), ...(folders && { folders }), pointer: '' }
}

function forWrite({ paths, cwd }: LineFinding, home: string): RuleSuggestion | undefined {
  const [only] = paths
  if (only === undefined || /[*?[]/.test(only.path)) return undefined
  const path = fromHome(resolvePath(only.path, { cwd, home }), home)
  return { rule: { decision: 'allow', paths: [path], access: ['write'] }, covers: `writing ${path}` }
}

/** `folder` is where it runs. */
function forCall(finding: LineFinding, folder: string | undefined, home: string): RuleSuggestion | undefined {
  const { words, call, tool, cwd, about, effects, rule } = finding
  const [program] = words
  if (program === undefined || about === 'elsewhere' || finding.decision !== 'ask') return undefined
  const name = basename(program)
  const path = call?.path ?? []
  const isWrapper = WRAPPERS.has(name) && !(HAS_COMMANDS.has(name) && path.length > 0)
  if (isWrapper || about === 'code') return forScript(finding, folder)
  // A path names one file; a bare name depends on PATH.
  if (tool === undefined && program.includes('/')) return rules([resolvePath(program, { cwd, home })])
  if (tool === undefined) return exactly(words, folder)
  const isThere = path.every((word, index) => words[index + 1] === word)
  if (!isThere) return undefined
  const prefix = [program, ...path]
  if (rule === 'deletes-regenerable') return exactly(words, folder)
  if (effects?.destructive === undefined) return forUnknown(words, prefix, folder)
  // Without a subcommand, everything that goes over the network would be meant.
  return path.length === 0 && effects.network !== false ? exactly(words, folder) : rules(prefix)
}

/** Commands that take names of packages: each further word is another one. */
const INSTALLS = /^(?:install|i|ci|add|create|init|update|upgrade)$/
/** Commands whose next word says what is run; without it, they run something else. */
const RUNS = /^(?:run|run-script|exec|dlx|x|start|test)$/

/** It runs project code, which differs from folder to folder: `npm run build`, `make test`. */
function forUnknown(
  words: readonly string[],
  prefix: string[],
  folder: string | undefined,
): RuleSuggestion | undefined {
  const verb = prefix.length === 1 ? '' : prefix.at(-1)!
  const next = words[prefix.length]
  if (INSTALLS.test(verb)) return exactly(words, folder)
  if (next !== undefined && !next.startsWith('-')) return inFolder([...prefix, next], folder)
  return verb === '' || RUNS.test(verb) ? exactly(words, folder) : inFolder(prefix, folder)
}

/** The script, if it is the first word: `python3 tool.py`. */
function forScript({ words, found }: LineFinding, folder: string | undefined): RuleSuggestion | undefined {
  const [program, script] = words
  const isScript = found?.paths.some(({ path, access }) => path === script && access?.includes('execute') === true)
  if (program === undefined || script === undefined || script.startsWith('-') || isScript !== true) return undefined
  return script.startsWith('/') ? rules([program, script]) : inFolder([program, script], folder)
}

function rules(command: string[]): RuleSuggestion {
  return { rule: { decision: 'allow', command }, covers: `${command.join(' ')} …` }
}

function inFolder(command: string[], folder: string | undefined): RuleSuggestion | undefined {
  if (folder === undefined) return undefined
  return { rule: { decision: 'allow', command, in: [folder] }, covers: `${command.join(' ')} … in ${folder}` }
}

function exactly(words: readonly string[], folder: string | undefined): RuleSuggestion | undefined {
  if (folder === undefined) return undefined
  const covers = `exactly ${words.join(' ')} in ${folder}`
  return { rule: { decision: 'allow', command: [...words], exact: true, in: [folder] }, covers }
}
