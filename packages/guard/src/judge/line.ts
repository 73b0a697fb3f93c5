import { late } from '../late.js'
import {
  effectsOf,
  NO_EFFECTS,
  parseArgv,
  quoteLine,
  worsenedByClaims,
  type CallEffects,
  type Effects,
  type Run,
  type ToolLookup,
} from '@atip/protocol'
import { hasMarks, MARKS, opacityOf, readable, withMarksAsZeros } from '../shell/opaque.js'
import { isSubscriptWithCode } from '../shell/fold-word.js'
import { adopt, changedVariables, mergeInto } from '../shell/merge.js'
import { fileKey, type OutputRedirect } from '../shell/redirects.js'
import {
  assign,
  childShellOf,
  forkOf,
  makeVolatile,
  newScope,
  subshellOf,
  TooMuch,
  type ShellScope,
} from '../shell/scope.js'
import { joined, NOTHING, unknownStream, UNKNOWN, type Stream } from '../shell/stream.js'
import { anyOf } from '../shell/variable.js'
import { Walker, type SimpleCommand } from '../shell/walk.js'
import { withAppended, withFound } from './appended.js'
import { actInShell } from './builtins.js'
import {
  assignmentIn,
  capitals,
  contentOf,
  environmentIn,
  filesFetched,
  languageOf,
  operandsIn,
  type Seen,
} from './calls.js'
import { meaningOfVariable } from './environment.js'
import { judgeOwn } from './own.js'
import { classOfPath, isAddedHere } from './path-class.js'
import { printedBy } from './printed.js'
import {
  asProgram,
  changesNames,
  findsSecrets,
  isDeclaration,
  isFromElsewhere,
  isOrdinaryPath,
  isSpecial,
  takesNames,
} from './programs.js'
import { isStricter, type Decision, type FindingKind, type FindingSummary, type LineFinding } from './finding.js'

export interface LineOptions {
  lookup: ToolLookup
  cwd?: string | undefined
  home: string
}

/** A judgement of everything that a shell line could run. */
export function judgeLine(line: string, { lookup, cwd, home }: LineOptions): LineFinding[] {
  const judge = new Judge(lookup)
  try {
    judge.text(line, newScope(cwd, home), UNKNOWN)
  } catch (error) {
    // What was found so far still counts.
    if (!(error instanceof TooMuch)) throw error
    judge.say('ask', 'too-much', error.message, 'line', undefined)
    judge.findings.at(-1)!.span = { start: 0, end: line.length }
  }
  return judge.findings
}

/** Readers of Python, JavaScript, Perl and the like: few lines run code of other languages. */
export const codeReaders = late(() => import('./code.js'))

/** Limit of words per command; no person could review more. */
const MOST_WORDS = 500
/** How deep commands that run commands are followed. */
const DEEPEST = 20

class Judge {
  readonly findings: LineFinding[] = []
  readonly #lookup: ToolLookup
  readonly #walker: Walker
  #depth = 0
  /** Positions speak of the line itself, not of lines inside it. */
  #inner = 0
  #outermost: FindingSummary['span']
  /** Variables that are set for the command that is looked at, and for what it runs. */
  #environment: string[] = []

  constructor(lookup: ToolLookup) {
    this.#lookup = lookup
    this.#walker = new Walker({
      command: (command) => this.#simple(command),
      reading: (path, content, scope, span) => this.#reading(path, content, scope, span),
      unreadable: (message) => this.#unreadable(message),
      multiplies: () =>
        this.say(
          'deny',
          'destructive',
          'starts itself again and again until the machine stops responding',
          'line',
          undefined,
        ),
    })
  }

  text(line: string, scope: ShellScope, stdin: Stream): Stream {
    return this.#walker.runText(line, scope, stdin)
  }

  #innerText(line: string, scope: ShellScope, stdin: Stream): Stream {
    this.#inner++
    const printed = this.text(line, scope, stdin)
    this.#inner--
    return printed
  }

  /** Said once: what calls itself meets the same limit thousands of times. */
  #unreadable(message: string): void {
    const reason = `this is not a valid shell line: ${message}`
    const isSaid = this.findings.some((finding) => finding.rule === 'unreadable' && finding.reason === reason)
    if (!isSaid) this.say('ask', 'unreadable', reason, 'line', undefined)
  }

  say(
    decision: Decision,
    rule: string,
    reason: string,
    about: FindingKind,
    seen: Seen | undefined,
    more: { effects?: Effects; paths?: LineFinding['paths']; isFinal?: boolean } = {},
  ): void {
    const { argv = [], span, scope, isPlain = true, tool, call, found } = seen ?? ({} as Partial<Seen>)
    const { effects, paths = about === 'call' ? (found?.paths ?? []) : [], isFinal = about === 'line' } = more
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
      tool,
      call,
      found,
      paths,
      cwd: scope?.cwd,
      assigned: decision === 'allow' ? [] : [...this.#environment, ...capitals(scope)],
      isPlain,
      isFinal,
    })
  }

  #simple(command: SimpleCommand): Stream {
    const { argv, assignments, redirects, span } = command
    if (this.#inner === 0) this.#outermost = span
    for (const redirect of redirects) this.#redirect(redirect, command)
    const [program = ''] = argv
    const declared = isDeclaration(program) ? this.#declared(argv.slice(1), command) : []
    for (const { name, value } of [...assignments, ...declared]) this.#variable(name, value, command)
    if (argv.length === 0) return NOTHING
    return this.#with(
      assignments.map(({ name }) => name),
      () => this.#assigned(command),
    )
  }

  /** What is set in front of a command is there while it runs, and with commands of the shell perhaps afterwards. */
  #assigned(command: SimpleCommand): Stream {
    const { argv, assignments, scope } = command
    if (assignments.length === 0) return this.#argv(argv, command, true)
    const inside = forkOf(scope)
    inside.exported = new Set(scope.exported)
    for (const { name, variable } of assignments) {
      assign(inside, name, variable)
      inside.exported.add(name)
    }
    const printed = this.#argv(argv, { ...command, scope: inside }, true)
    const stays = isSpecial(argv[0]!) || scope.functions.has(argv[0]!)
    for (const { name } of assignments) {
      const before = scope.variables.get(name)
      const after = stays ? anyOf([before, inside.variables.get(name)]) : before
      if (after === undefined) inside.variables.delete(name)
      else assign(inside, name, after)
    }
    adopt(scope, inside)
    scope.isGone = inside.isGone
    return printed
  }

  /** What a declaration sets, or lets programs see that was set before. */
  #declared(words: readonly string[], command: SimpleCommand): { name: string; value: string }[] {
    return words.flatMap((word) => {
      const assignment = assignmentIn(word)
      if (assignment !== undefined) return [assignment]
      if (hasMarks(word)) this.say('ask', 'environment', 'sets a variable that is not known', 'variable', command)
      const variable = command.scope.variables.get(word)
      return variable?.kind === 'text' && word !== 'HOME' ? [{ name: word, value: variable.text }] : []
    })
  }

  #with(names: readonly string[], work: () => Stream): Stream {
    if (names.length === 0) return work()
    const before = this.#environment
    this.#environment = [...before, ...names]
    try {
      return work()
    } finally {
      this.#environment = before
    }
  }

  #redirect({ path, appends }: OutputRedirect, command: SimpleCommand): void {
    const kind = isAddedHere(path, appends, command.scope) ? 'other' : classOfPath(path, command.scope)
    const shown = readable(path)
    if (kind === 'sink') return
    const isProtected = kind === 'device' || kind === 'system' || kind === 'dotfile' || kind === 'secret'
    const more = { effects: isProtected ? OVERWRITES : WRITES, paths: [{ path, access: ['write' as const] }] }
    if (kind === 'device') this.say('deny', 'writes-device', `writes to the device ${shown}`, 'write', command, more)
    else if (isProtected) {
      const reason = `overwrites ${shown}, which the system or your account depends on`
      this.say('deny', 'writes-protected', reason, 'write', command, more)
    } else this.say('ask', 'writes-file', `writes ${shown}`, 'write', command, more)
  }

  #variable(name: string, value: string, command: SimpleCommand): void {
    const meaning = meaningOfVariable(name, value)
    if (meaning === 'expanded' && /[$`]/.test(value)) this.#expanded(value, command.scope)
    if (meaning === 'shell-line') this.#innerText(value, subshellOf(command.scope), UNKNOWN)
    if (meaning !== 'code' || (name === 'PATH' && isOrdinaryPath(value, command.scope.home))) return
    this.say('ask', 'environment', `${name} changes what the program runs or finds`, 'variable', command)
  }

  /** A file that a redirection opens for reading. */
  #reading(path: string, content: Stream, scope: ShellScope, span: SimpleCommand['span']): Stream {
    if (this.#inner === 0) this.#outermost = span
    const seen = { argv: [], assignments: [], redirects: [], stdin: UNKNOWN, scope, isPlain: true, span }
    const paths = [{ path, access: ['read' as const] }]
    if (/^\/dev\/(?:tcp|udp)\//.test(path)) {
      const effects = { ...READS, network: true }
      this.say('ask', 'network', `talks to ${readable(path)}`, 'read', seen, { effects, paths })
      return unknownStream('network')
    }
    if (classOfPath(path, scope) !== 'secret') return content
    const reason = `reads ${readable(path)}, which may hold secrets`
    this.say('ask', 'reads-secret', reason, 'read', seen, { effects: READS, paths })
    return { ...content, taints: new Set([...content.taints, 'secret']) }
  }

  /** A program with its words, wherever it was found; only `isDirect` it may be a function or an alias. */
  #argv(argv: readonly string[], command: SimpleCommand, isDirect: boolean): Stream {
    const [program, ...words] = argv as [string, ...string[]]
    const { scope, stdin } = command
    if (program.includes(MARKS.foreign)) {
      const reason = 'runs what another machine sends, or what was encoded'
      this.say('deny', 'runs-foreign-code', reason, 'call', command, { isFinal: true })
      return unknownStream(...stdin.taints)
    }
    if (hasMarks(program) || isPattern(program)) {
      const reason = 'which program this runs is known only when it runs'
      this.say('ask', 'unknown-program', reason, 'call', command, { isFinal: true })
      return unknownStream(...stdin.taints)
    }
    if (!isDirect) return this.#program(argv, command)
    const body = scope.functions.get(program)
    const aliases = this.#depth < DEEPEST ? (scope.aliases.get(program) ?? []) : []
    if (body === undefined && aliases.length === 0) return this.#program(argv, command)
    const ways = aliases.map((alias) => (fork: ShellScope) => {
      fork.aliases = new Map([...fork.aliases].filter(([name]) => name !== program))
      return this.#deeper(() => this.#innerText([alias, ...words.map(quoteAnywhere)].join(' '), fork, stdin))
    })
    if (body !== undefined) ways.push((fork) => this.#walker.runFunction(body, words, fork, stdin))
    if (body?.isCertain !== true) ways.push((fork) => this.#program(argv, { ...command, scope: fork }))
    const forks = ways.map(() => forkOf(scope))
    const streams = ways.map((way, index) => way(forks[index]!))
    for (const fork of forks) fork.aliases = scope.aliases
    mergeInto(scope, forks)
    return streams.length === 1 ? streams[0]! : { taints: joined(streams).taints }
  }

  #program(argv: readonly string[], command: SimpleCommand): Stream {
    const [program, ...words] = argv as [string, ...string[]]
    const { scope, stdin } = command
    if (takesNames(program)) for (const word of words) this.#subscript(word, scope)
    actInShell(argv, scope, stdin)
    if (changesNames(argv))
      this.say('ask', 'environment', 'changes which program a name refers to', 'variable', command)
    if (!this.#hasOrdinaryPath(scope)) {
      this.say('ask', 'environment', 'PATH changes which programs are found', 'variable', command)
    }
    const [name = '', ...own] = asProgram(argv)
    const tool = this.#lookup(name)
    if (tool === undefined) {
      this.say('ask', 'unknown-program', `nothing is known about ${readable(program)}`, 'call', command)
      this.#unknown(program, words, command)
      return unknownStream(...stdin.taints)
    }
    if (words.length > MOST_WORDS) this.say('ask', 'too-much', 'it has more words than are looked at', 'line', command)
    const read = [tool.name, ...own.slice(0, MOST_WORDS)]
    const call = parseArgv(tool, read)
    const found = effectsOf(tool, call, { isOpaque: opacityOf })
    const claimed = worsenedByClaims(found, tool, read, { isOpaque: opacityOf })
    return this.#known({ ...command, tool, call, found }, claimed)
  }

  /** By whatever way it was set; `path` is the same in zsh. */
  #hasOrdinaryPath({ variables, home }: ShellScope): boolean {
    const path = variables.get('PATH')
    const list = variables.get('path')
    if (list?.kind === 'array' && !list.words.every((word) => isOrdinaryPath(word, home))) return false
    return path === undefined || (path.kind === 'text' && isOrdinaryPath(path.text, home))
  }

  /** A script that this very line wrote, or what the shell calls for what it does not find. */
  #unknown(program: string, words: readonly string[], command: SimpleCommand): void {
    const { scope, stdin } = command
    const content = program.includes('/') ? scope.files.get(fileKey(program, scope)) : undefined
    if (content?.taints.has('network') === true) {
      const reason = 'runs code that comes from another machine'
      this.say('deny', 'runs-foreign-code', reason, 'call', command, { isFinal: true })
    }
    const { text } = content ?? UNKNOWN
    if (text !== undefined) this.#deeper(() => this.#innerText(text, childShellOf(scope, [program, ...words]), stdin))
    const handler = scope.functions.get('command_not_found_handle') ?? scope.functions.get('command_not_found_handler')
    if (handler !== undefined) this.#walker.runFunction(handler, [program, ...words], subshellOf(scope), stdin)
  }

  /** Where the shell takes a word for the name of a variable, it runs substitutions in its subscript. */
  #subscript(word: string, scope: ShellScope): void {
    if (isSubscriptWithCode(word)) this.#expanded(word, scope)
  }

  /** Text that is expanded once more. */
  #expanded(text: string, scope: ShellScope): void {
    const end = 'END_OF_TEXT_THAT_IS_EXPANDED'
    this.#deeper(() => this.#innerText(`: <<${end}\n${text}\n${end}\n`, subshellOf(scope), UNKNOWN))
  }

  /** A program with a description. */
  #known(seen: Required<Seen>, claimed: CallEffects): Stream {
    const { argv, tool, call, found, stdin } = seen
    this.#own(seen, claimed)
    for (const path of filesFetched(seen)) seen.scope.files.set(fileKey(path, seen.scope), unknownStream('network'))
    if (isFromElsewhere(argv[0]!)) {
      const reason = `${readable(argv[0]!)} is called ${tool.name}, and may be anything`
      this.say('ask', 'unknown-program', reason, 'call', seen, { effects: {} })
    }
    const isFed = found.stdin?.kind === 'arguments' && stdin.taints.has('secret')
    if (isFed || (found.runs.length > 0 && findsSecrets(tool.name, argv))) {
      this.say('ask', 'reads-secret', 'gives files that may hold secrets to another program', 'call', seen)
    }
    const assigned = environmentIn(call)
    for (const { name, value } of assigned) this.#variable(name, value, seen)
    // Several pieces of code are the lines of one program: what begins one may end what another began.
    const pieces = found.runs.filter((run) => run.kind === 'code' && run.language === 'perl')
    const [piece] = pieces
    if (piece?.kind === 'code' && pieces.length > 1) {
      const lines = pieces.map((one) => (one.kind === 'code' ? one.text : undefined))
      this.#code(piece.language, lines.includes(undefined) ? undefined : lines.join('\n'), seen, false)
    }
    const inner = found.runs.map((run) =>
      this.#with(
        assigned.map(({ name }) => name),
        () => this.#deeper(() => this.#run(run, seen)),
      ),
    )
    for (const { path, access } of found.paths) {
      if (access?.includes('execute') !== true) continue
      const content = contentOf(path, seen)
      this.#foreign(languageOf(tool), content, seen, content !== UNKNOWN)
    }
    if (found.stdin?.kind === 'code')
      this.#foreign(found.stdin.language ?? 'code', stdin, seen, stdin.text === undefined)
    return printedBy(argv, found, stdin, inner)
  }

  /** What untrusted descriptions claim is a finding of its own, so that it can only add to what is known. */
  #own(seen: Required<Seen>, claimed: CallEffects): void {
    const { decision, rule, reason, isFinal = false, effects = seen.found.own } = judgeOwn(seen)
    this.say(decision, rule, reason, 'call', seen, { effects, isFinal })
    if (claimed === seen.found) return
    const worse = judgeOwn({ ...seen, found: claimed })
    if ((worse.rule === rule && worse.decision === decision) || isStricter(decision, worse.decision)) return
    const why = `${worse.reason}, by a description that is not trusted`
    const more = { effects: worse.effects ?? claimed.own, isFinal: worse.isFinal ?? false }
    this.say(worse.decision, worse.rule, why, 'call', { ...seen, found: claimed }, more)
  }

  #run(run: Run, seen: Required<Seen>): Stream {
    const { stdin, found } = seen
    if (run.kind === 'code') {
      this.#code(run.language, run.text, seen, false)
      return UNKNOWN
    }
    if (run.where !== 'here') {
      const where = run.where === 'remote' ? 'on another machine' : 'in a container'
      this.say('ask', 'runs-elsewhere', `runs a command ${where}`, 'elsewhere', seen)
    }
    if (run.kind === 'shell') return this.#shell(run.text, seen)
    const all =
      found.stdin?.kind === 'arguments' ? withAppended(run.words, seen.call, stdin) : [withFound(run.words, seen.tool)]
    return joined(all.map((words) => this.#wrapped(words, seen)))
  }

  #wrapped(words: readonly string[], { stdin, scope, span, isPlain }: Required<Seen>): Stream {
    if (words.length === 0) return NOTHING
    this.#inner++
    const inner = { argv: [...words], assignments: [], redirects: [], stdin, scope, span, isPlain }
    const printed = this.#argv(words, inner, false)
    this.#inner--
    return printed
  }

  /** A line of shell that a command runs: in this shell, later, or in another one. */
  #shell(line: string, seen: Required<Seen>): Stream {
    const { scope, stdin, tool, call } = seen
    if (tool.name === 'eval') return this.#innerText(line, scope, stdin)
    if (!isSpecial(tool.name)) return this.#innerText(line, childShellOf(scope, operandsIn(call)), stdin)
    const later = forkOf(scope)
    const printed = this.#innerText(line, later, stdin)
    makeVolatile(scope, changedVariables(scope, later))
    for (const [name, { bodies }] of later.functions) {
      if (scope.functions.get(name)?.bodies !== bodies) scope.functions.set(name, { bodies, isCertain: false })
    }
    return printed
  }

  /** Code that comes from somewhere else: a file, a pipe. `isHidden`: it could not be reviewed before. */
  #foreign(language: string, { text, taints }: Stream, seen: Required<Seen>, isHidden: boolean): void {
    if (taints.has('network') || taints.has('decoded') || text?.includes(MARKS.foreign) === true) {
      const origin = taints.has('network') ? 'another machine' : 'encoded text'
      const reason = `runs ${language} code that comes from ${origin}`
      return this.say('deny', 'runs-foreign-code', reason, 'code', seen, { isFinal: true })
    }
    if (language === 'shell' && text !== undefined) {
      const { scope, tool, call } = seen
      const isHere = tool.name === 'source'
      this.#deeper(() => {
        if (!isHere) return this.#innerText(text, childShellOf(scope, operandsIn(call)), UNKNOWN)
        this.#inner++
        const printed = this.#walker.runSourced(text, scope)
        this.#inner--
        return printed
      })
      return
    }
    this.#code(language, text, seen, isHidden)
  }

  #code(language: string, text: string | undefined, seen: Required<Seen>, isHidden: boolean): void {
    if (text?.includes(MARKS.foreign) === true) {
      const reason = `runs ${language} code from elsewhere`
      return this.say('deny', 'runs-foreign-code', reason, 'code', seen, { isFinal: true })
    }
    const isKnown = text !== undefined && (!hasMarks(text) || (isFilter(language) && readable(text).trim() !== '…'))
    const { decision, reason, shellLines } = codeReaders().judgeCode(
      language,
      isKnown ? withMarksAsZeros(text) : undefined,
    )
    const partly = isKnown
      ? undefined
      : codeReaders().judgeCode(language, text === undefined ? undefined : readable(text))
    const isDenied = partly?.decision === 'deny'
    const isFinal = isHidden || (text !== undefined && hasMarks(text))
    this.say(isDenied ? 'deny' : decision, `code-${language}`, isDenied ? partly.reason : reason, 'code', seen, {
      isFinal,
    })
    for (const line of shellLines) this.#deeper(() => this.#innerText(line, subshellOf(seen.scope), UNKNOWN))
  }

  #deeper(work: () => Stream): Stream {
    if (this.#depth >= DEEPEST) {
      this.say('ask', 'too-deep', 'commands run commands more often than is looked at', 'line', undefined)
      return UNKNOWN
    }
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
    }
  }
}

/** Languages in which people fill in a number or a pattern, as in `sed "${line}p"`. */
function isFilter(language: string): boolean {
  return language === 'sed' || language === 'awk'
}

/** `[` and `[[` are names. */
function isPattern(program: string): boolean {
  return program !== '[' && program !== '[[' && /[*?[]/.test(program)
}

/** Behind the text of an alias a word may be where a program is expected. */
function quoteAnywhere(word: string): string {
  return quoteLine([word])
}

/** What a redirection does. */
const READS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } }
const WRITES: Effects = { ...NO_EFFECTS, filesystem: { read: false, write: true, delete: false } }
const OVERWRITES: Effects = { ...WRITES, destructive: true, reversible: false }
