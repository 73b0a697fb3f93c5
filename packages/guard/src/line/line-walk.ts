import type { ToolLookup } from '@atip/protocol/calls'
import type { SecretSearch, VisibleFiles } from '../disk/index.js'
import type { CallFacts } from '../facts/facts.js'
import { late } from '../late.js'
import type { RuleId } from '../rules/rules.js'
import { encode } from '../shell/encoded.js'
import { builtIn, copiedIn } from '../shell/redirects.js'
import type { ShellScope } from '../shell/scope.js'
import { UNKNOWN, type Stream } from '../shell/stream.js'
import { Walker, type SimpleCommand, type Visitor } from '../shell/walk.js'
import { readable, type Word } from '../shell/word.js'
import type { Decision, FindingKind, FindingSummary, LineFinding } from './finding.js'

export interface LineOptions {
  lookup: ToolLookup
  cwd?: string | undefined
  home: string
  /** Read the scripts that the line runs, from the folder in which it would run. Otherwise no file is read. */
  looksAtDisk?: boolean
  /** Whether the agent that runs the line can type into the terminal of a program later, without a check. */
  drivesTerminals?: boolean
  /** Use one ordinary name in place of all that a program lists, if the names of project files are trusted. */
  samplesNames?: boolean
}

/** A simple command, with what is known about it. */
export interface SeenCommand extends SimpleCommand {
  facts?: CallFacts
  /** A program runs it, so its changes to its shell end with it. */
  isOutside?: boolean
  /** The program that runs it searches the environment of the project first. */
  isOfProject?: boolean
}

export type KnownCommand = SeenCommand & { facts: CallFacts }

/** Follows the words of a command. The first may name a function or an alias only if `isDirect`. */
export type FollowWords = (walk: LineWalk, argv: readonly Word[], command: SeenCommand, isDirect: boolean) => Stream

/** Loaded late: few lines need files. */
export const disk = late(() => import('../disk/index.js'))

/** Rules about known effects. */
const HARMFUL: ReadonlySet<string> = new Set<RuleId>([
  'network',
  'writes',
  'writes-file',
  'changes',
  'narrow-loss',
  'deletes-regenerable',
  'reads-secret',
  'unknown-program',
  'unknown-effects',
  'unusual-code',
])

/** Limit for the nesting of commands that run commands. */
const DEEPEST = 20

/** One walk through a line: the findings so far, and the current position. */
export class LineWalk {
  readonly findings: LineFinding[] = []
  /** Files that redirections open for reading, and the folders in which these may be. */
  readonly opened: { path: Word; folders: readonly string[] }[] = []
  /** The search for secrets, with its results so far. */
  secrets: SecretSearch | undefined
  readonly shell: Walker
  readonly options: LineOptions
  readonly #follow: FollowWords
  #files: VisibleFiles | undefined
  #depth = 0
  /** The nesting of lines inside of the line. Only at 0 do positions refer to the line itself. */
  #inner = 0
  #outermost: FindingSummary['span']
  readonly #expanding = new Set<string>()
  /** Variables that are set for the current command, and for what it runs. */
  #environment: readonly string[] = []

  constructor(options: LineOptions, visitor: (walk: LineWalk) => Visitor, follow: FollowWords) {
    this.options = options
    this.#follow = follow
    this.shell = new Walker(visitor(this))
  }

  /** Records a finding. */
  say(
    decision: Decision,
    rule: RuleId,
    reason: string,
    about: FindingKind,
    seen: SeenCommand | undefined,
    more: Partial<Pick<LineFinding, 'effects' | 'paths' | 'isFinal' | 'code' | 'variable'>> = {},
  ): void {
    const { argv = [], span, scope, isPlain = true, facts, isOfProject = false } = seen ?? ({} as Partial<SeenCommand>)
    const {
      effects,
      code,
      variable,
      paths = about === 'call' ? (facts?.paths ?? []) : [],
      isFinal = about === 'line',
    } = more
    this.findings.push({
      decision,
      rule,
      reason,
      argv: argv.map(readable),
      span: this.#inner > 0 ? undefined : span,
      ...(effects && { effects }),
      about,
      words: argv,
      within: this.#inner > 0 ? this.#outermost : span,
      facts,
      ...(code && { code }),
      ...(variable && { variable }),
      paths,
      cwd: scope?.cwd,
      others: scope?.others ?? [],
      assigned: decision === 'allow' ? [] : [...this.#environment, ...capitals(scope)],
      built: decision === 'allow' || scope === undefined ? [] : builtIn(scope),
      copied: decision === 'allow' || scope === undefined ? [] : copiedIn(scope),
      isPlain,
      isOfProject,
      isFinal,
    })
  }

  /** Records a finding once: recursion meets the same limit thousands of times. */
  sayOnce(...[decision, rule, reason, about, seen]: Parameters<LineWalk['say']>): void {
    const isSaid = this.findings.some((finding) => finding.rule === rule && finding.reason === reason)
    if (!isSaid) this.say(decision, rule, reason, about, seen)
  }

  /** Records that the walk reached a command of the line itself, unless it is inside of one. */
  at(span: FindingSummary['span']): void {
    if (this.#inner === 0) this.#outermost = span
  }

  /** Follows a shell line inside of the line. */
  text(line: Word, scope: ShellScope, stdin: Stream): Stream {
    return this.inside(() => this.shell.runText(line, scope, stdin))
  }

  /** Follows words: a command of the line, or of something it runs. */
  words(argv: readonly Word[], command: SeenCommand, isDirect: boolean): Stream {
    return this.#follow(this, argv, command, isDirect)
  }

  inside<T>(work: () => T): T {
    this.#inner++
    const done = work()
    this.#inner--
    return done
  }

  get isDeepest(): boolean {
    return this.#depth >= DEEPEST
  }

  /** Commands that commands run, up to a limit. */
  deeper(work: () => Stream): Stream {
    if (this.isDeepest) {
      this.say(
        'ask',
        'too-deep',
        'commands run commands that run commands, deeper than the guard examines',
        'line',
        undefined,
      )
      return UNKNOWN
    }
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
    }
  }

  /** Does this with the variables in the environment. */
  withVariables(names: readonly string[], work: () => Stream): Stream {
    if (names.length === 0) return work()
    const before = this.#environment
    this.#environment = [...before, ...names]
    try {
      return work()
    } finally {
      this.#environment = before
    }
  }

  /** Skips a text that is being expanded already: the commands in it do not expand it again. */
  once(text: Word, work: () => void): void {
    const key = encode(text)
    if (this.#expanding.has(key)) return
    this.#expanding.add(key)
    work()
    this.#expanding.delete(key)
  }

  /** Of a script on the disk, which can change before the line runs, preserves denials and what acts on a service. */
  ofScript(work: () => Stream): void {
    const before = this.findings.length
    work()
    for (const finding of this.findings.splice(before)) {
      if (finding.decision === 'deny') this.findings.push(finding)
      else if (finding.decision === 'ask' && actsOnService(finding))
        this.findings.push({ ...finding, isOfScript: true })
    }
  }

  /** Preserves only known harm, in something that may happen instead. */
  onlyHarm(work: () => Stream): void {
    const before = this.findings.length
    work()
    const isHarm = ({ decision, rule, about }: LineFinding) =>
      decision === 'deny' || HARMFUL.has(rule) || (decision === 'ask' && about === 'code')
    this.findings.push(...this.findings.splice(before).filter(isHarm))
  }

  /** The files that may be read, if any. */
  files(): VisibleFiles | undefined {
    return this.options.looksAtDisk === true ? (this.#files ??= disk().filesOnDisk()) : undefined
  }
}

/** Whether it changes something outside of this machine and the project: it pushes, publishes, deploys, logs in by ssh. */
function actsOnService({ about, facts, effects = {} }: LineFinding): boolean {
  if (about !== 'call' || facts === undefined || facts.found.reach !== undefined) return false
  const { network, modifies } = effects
  const isElsewhere = facts.found.runs.some((run) => run.kind !== 'code' && run.where === 'remote')
  // Unknown counts as a change.
  return isElsewhere || (network === true && modifies?.every((one) => one === 'files') !== true)
}

/** Variables that may be in the environment of programs, by their names: only a shell knows which are exported. */
function capitals(scope: ShellScope | undefined): string[] {
  return scope === undefined
    ? []
    : [...scope.variables.keys()].filter((name) => /^[A-Z_]+[A-Z0-9_]*$/.test(name) && name !== 'HOME')
}
