import { basename } from 'node:path'
import { resolvePath } from '../judge/path-class.js'
import type { Finding } from '../judge/verdict.js'
import { isCovered } from './match.js'
import type { Rule } from './types.js'

/** A rule that would allow this and its like from now on. */
export interface Suggestion {
  /** As it would stand in a policy. */
  rule: { decision: 'allow'; command?: string[]; exact?: true; paths?: string[]; access?: ['write']; in?: string[] }
  /** What it covers, for people. */
  covers: string
}

/** Programs whose words are other programs, hosts or code: no rule about them would be about one thing. */
const WRAPPERS = new Set(
  `sudo doas su env xargs parallel find watch nohup nice ionice setsid timeout time stdbuf script chroot unshare nsenter
  strace ltrace gdb ssh scp sftp nc ncat socat telnet eval exec source . trap bash sh zsh dash ksh fish busybox screen tmux
  at batch crontab systemd-run docker podman kubectl`.split(/\s+/),
)
/** Of these, the subcommands are of the right width all the same. */
const HAS_COMMANDS = new Set(['docker', 'podman', 'kubectl'])

/** The right width: the command and no more of its words than make it what it is. None where no rule would be right. */
export function suggestionFor(finding: Finding, home: string): Suggestion | undefined {
  const draft = finding.about === 'write' ? forWrite(finding, home) : forCall(finding, home)
  // What would not help is not said.
  return draft !== undefined && isCovered(asRule(draft.rule), finding, { base: undefined, home }) ? draft : undefined
}

function asRule({ exact, in: folders, ...rest }: Suggestion['rule']): Rule {
  return { ...rest, ...(exact && { isExact: true }), ...(folders && { folders }), pointer: '' }
}

function forWrite({ paths, cwd }: Finding, home: string): Suggestion | undefined {
  const [only] = paths
  if (only === undefined || /[*?[]/.test(only.path)) return undefined
  const path = resolvePath(only.path, { cwd, home })
  return { rule: { decision: 'allow', paths: [path], access: ['write'] }, covers: `writing ${path}` }
}

function forCall(finding: Finding, home: string): Suggestion | undefined {
  const { words, call, tool, cwd, about } = finding
  const [program] = words
  if (program === undefined || about === 'elsewhere' || finding.decision !== 'ask') return undefined
  const name = basename(program)
  const path = call?.path ?? []
  if (WRAPPERS.has(name) && !(HAS_COMMANDS.has(name) && path.length > 0)) return scriptOf(finding, home)
  if (about === 'code') return scriptOf(finding, home)
  // A program by its path is that file; by its name alone nobody knows which.
  if (tool === undefined)
    return program.includes('/') ? command([resolvePath(program, { cwd, home })], {}) : exactly(finding)
  const isThere = path.every((word, index) => words[index + 1] === word)
  if (!isThere) return undefined
  const { effects, rule } = finding
  const prefix = [program, ...path]
  if (rule === 'deletes-regenerable') return exactly(finding)
  if (effects?.destructive === undefined) return forUnknown(finding, prefix)
  // Without a subcommand, everything that goes over the network would be meant.
  return path.length === 0 && effects.network !== false ? exactly(finding) : command(prefix, {})
}

/** Commands whose next word says what is run or installed; without it, it is what the project says. */
const NAMES_CODE = /^(?:run|run-script|exec|dlx|x|install|i|ci|add|create|init|update|upgrade|start|test)$/

/** It runs code of the project or of somebody else, which is another in another folder: `npm run build`, `make test`. */
function forUnknown(finding: Finding, prefix: string[]): Suggestion | undefined {
  const { words, cwd } = finding
  const next = words[prefix.length]
  const isNamed = next !== undefined && !next.startsWith('-')
  if (isNamed) return command([...prefix, next], { cwd })
  return prefix.length === 1 || NAMES_CODE.test(prefix.at(-1)!) ? exactly(finding) : command(prefix, { cwd })
}

/** The script, if it is the first word: `python3 tool.py`. */
function scriptOf({ words, found, cwd }: Finding, home: string): Suggestion | undefined {
  const [program, script] = words
  const isScript = found?.paths.some(({ path, access }) => path === script && access?.includes('execute') === true)
  if (program === undefined || script === undefined || script.startsWith('-') || isScript !== true) return undefined
  return resolvePath(script, { cwd, home }) === script
    ? command([program, script], {})
    : command([program, script], { cwd })
}

function exactly({ words, cwd }: Finding): Suggestion {
  return command([...words], { cwd, exact: true })
}

function command(words: string[], { cwd, exact }: { cwd?: string | undefined; exact?: true }): Suggestion {
  const covers = `${words.join(' ')}${exact === true ? ', exactly so' : ' …'}${cwd === undefined ? '' : `, in ${cwd}`}`
  const rule = {
    decision: 'allow' as const,
    command: words,
    ...(exact && { exact }),
    ...(cwd !== undefined && { in: [cwd] }),
  }
  return { rule, covers }
}
