import {
  type AtipTool,
  effectsOf,
  isReadOnly,
  parseArgv,
  type CallEffects,
  type Effects,
  type Run,
  type ToolLookup,
} from '@atip/protocol'
import { hasMarks, MARKS, opacityOf, readable } from '../shell/opaque.js'
import { newScope, subshellOf, type Scope } from '../shell/scope.js'
import { NOTHING, unknownStream, UNKNOWN, type Stream } from '../shell/stream.js'
import { TooMuch, Walker, type OutputRedirect, type SimpleCommand } from '../shell/walk.js'
import { actInShell } from './builtins.js'
import { judgeCode } from './code.js'
import { meaningOfVariable } from './environment.js'
import { classOfPath } from './path-class.js'
import { printedBy } from './printed.js'
import type { Decision, Verdict } from './verdict.js'

export interface LineOptions {
  lookup: ToolLookup
  cwd?: string | undefined
  home: string
}

/** A judgement of everything that a shell line could run. */
export function judgeLine(line: string, { lookup, cwd, home }: LineOptions): Verdict[] {
  const judge = new Judge(lookup)
  try {
    judge.text(line, newScope(cwd, home), UNKNOWN)
  } catch (error) {
    // What was found so far still counts.
    if (!(error instanceof TooMuch)) throw error
    const span = { start: 0, end: line.length }
    judge.verdicts.push({ decision: 'ask', rule: 'too-much', reason: error.message, argv: [], span })
  }
  return judge.verdicts
}

/** How deep commands that run commands are followed. */
const DEEPEST = 40

class Judge {
  readonly verdicts: Verdict[] = []
  readonly #lookup: ToolLookup
  readonly #walker: Walker
  #depth = 0
  /** Positions speak of the line itself, not of lines inside it. */
  #inner = 0

  constructor(lookup: ToolLookup) {
    this.#lookup = lookup
    this.#walker = new Walker({
      command: (command) => this.#simple(command),
      unreadable: (message) =>
        this.#say('ask', 'unreadable', `this could not be read as a shell line: ${message}`, [], undefined),
    })
  }

  text(line: string, scope: Scope, stdin: Stream): Stream {
    return this.#walker.runText(line, scope, stdin)
  }

  #innerText(line: string, scope: Scope, stdin: Stream): Stream {
    this.#inner++
    const printed = this.text(line, scope, stdin)
    this.#inner--
    return printed
  }

  #say(
    decision: Decision,
    rule: string,
    reason: string,
    argv: readonly string[],
    span: Verdict['span'],
    effects?: Effects,
  ) {
    this.verdicts.push({
      decision,
      rule,
      reason,
      argv: argv.map(readable),
      span: this.#inner > 0 ? undefined : span,
      ...(effects && { effects }),
    })
  }

  #simple(command: SimpleCommand): Stream {
    const { argv, assignments, redirects, span, scope } = command
    for (const redirect of redirects) this.#redirect(redirect, command)
    for (const { name, value } of assignments) this.#variable(name, value, argv, span, scope)
    return argv.length === 0 ? NOTHING : this.#argv(argv, command)
  }

  #redirect({ path }: OutputRedirect, { argv, span, scope }: SimpleCommand): void {
    const kind = classOfPath(path, scope)
    const shown = readable(path)
    if (kind === 'sink') return
    if (kind === 'device') this.#say('deny', 'writes-device', `writes to the device ${shown}`, argv, span)
    else if (kind === 'system' || kind === 'dotfile' || kind === 'secret')
      this.#say(
        'deny',
        'writes-protected',
        `overwrites ${shown}, which the system or your account depends on`,
        argv,
        span,
      )
    else this.#say('ask', 'writes-file', `writes ${shown}`, argv, span)
  }

  #variable(name: string, value: string, argv: readonly string[], span: Verdict['span'], scope: Scope): void {
    const meaning = meaningOfVariable(name)
    if (meaning === 'code')
      this.#say('ask', 'environment', `${name} changes what the program runs or finds`, argv, span)
    if (meaning === 'shell-line') this.#innerText(value, subshellOf(scope), UNKNOWN)
  }

  /** A program with its words, wherever it was found. */
  #argv(argv: readonly string[], command: SimpleCommand): Stream {
    const [program, ...words] = argv as [string, ...string[]]
    const { scope, span, stdin } = command
    if (program.includes(MARKS.foreign)) {
      this.#say('deny', 'runs-foreign-code', 'runs what another machine sends, or what was encoded', argv, span)
      return unknownStream(...stdin.taints)
    }
    if (hasMarks(program) || /[*?[]/.test(program.replace(/^\[\[?$/, ''))) {
      this.#say('ask', 'unknown-program', 'which program this runs is known only when it runs', argv, span)
      return unknownStream(...stdin.taints)
    }
    const body = scope.functions.get(program)
    if (body !== undefined) return this.#walker.runFunction(body, words, scope, stdin)
    const alias = scope.aliases.get(program)
    if (alias !== undefined && this.#depth < DEEPEST) {
      return this.#deeper(() => this.#innerText([alias, ...words.map(quoted)].join(' '), scope, stdin))
    }
    actInShell(argv, scope)
    const tool = this.#lookup(program)
    if (tool === undefined) {
      this.#say('ask', 'unknown-program', `nothing is known about ${readable(program)}`, argv, span)
      return unknownStream(...stdin.taints)
    }
    const call = effectsOf(tool, parseArgv(tool, [tool.name, ...words]), { isOpaque: opacityOf })
    this.#own(argv, call, command)
    const inner = call.runs.map((run) => this.#deeper(() => this.#run(run, call, command)))
    for (const { path, access } of call.paths) {
      if (access?.includes('execute') === true) this.#foreign(argv, languageOf(tool), contentOf(path, command), command)
    }
    if (call.stdin?.kind === 'code') this.#foreign(argv, call.stdin.language ?? 'code', stdin, command)
    return printedBy(argv, call, stdin, inner)
  }

  /** What the program does itself, without what it runs in turn. */
  #own(argv: readonly string[], call: CallEffects, { span, scope, stdin }: SimpleCommand): void {
    const { own: effects, paths } = call
    const say = (decision: Decision, rule: string, reason: string) =>
      this.#say(decision, rule, reason, argv, span, effects)
    const touched = paths.filter(({ access }) => access?.some((one) => one === 'write' || one === 'delete'))
    const classes = touched.map(({ path }) => ({ path: readable(path), kind: classOfPath(path, scope) }))
    const worstPath = classes.find(({ kind }) => kind === 'device' || kind === 'system' || kind === 'home')
    if (effects.destructive === true) {
      const isSoft = classes.length > 0 && classes.every(({ kind }) => kind === 'temporary' || kind === 'regenerable')
      if (isSoft) return say('ask', 'deletes-regenerable', 'deletes only what is temporary or made again')
      return say(
        'deny',
        'destructive',
        sentenceOf(
          effects,
          classes.map(({ path }) => path),
        ),
      )
    }
    const writes = effects.filesystem?.write !== false
    if (writes && worstPath?.kind === 'device') return say('deny', 'writes-device', `overwrites ${worstPath.path}`)
    const reads = paths.filter(({ path }) => classOfPath(path, scope) === 'secret')
    const sends = effects.network !== false
    if (sends && (stdin.taints.has('secret') || reads.length > 0)) {
      return say('deny', 'secrets-leave', 'sends what looks like a secret to another machine')
    }
    if (!isReadOnly(effects)) return say('ask', ruleOf(effects), sentenceOf(effects, []))
    if (reads.length > 0) return say('ask', 'reads-secret', `reads ${readable(reads[0]!.path)}, which may hold secrets`)
    say('allow', 'read-only', 'only reads')
  }

  #run(run: Run, call: CallEffects, command: SimpleCommand): Stream {
    const { scope, stdin, span } = command
    if (run.kind === 'code') {
      this.#code(run.language, run.text, [], command)
      return UNKNOWN
    }
    const isElsewhere = run.where !== 'here'
    if (isElsewhere)
      this.#say(
        'ask',
        'runs-elsewhere',
        `runs a command ${run.where === 'remote' ? 'on another machine' : 'in a container'}`,
        [],
        span,
      )
    if (run.kind === 'shell') return this.#innerText(run.text, subshellOf(scope), stdin)
    const words = call.stdin?.kind === 'arguments' ? [...run.words, ...appended(stdin)] : run.words
    if (words.length === 0) return NOTHING
    this.#inner++
    const printed = this.#argv(words, { ...command, argv: words, assignments: [], redirects: [] })
    this.#inner--
    return printed
  }

  /** Code that comes from somewhere else: a file, a pipe. */
  #foreign(argv: readonly string[], language: string, { text, taints }: Stream, command: SimpleCommand): void {
    if (taints.has('network') || taints.has('decoded') || text?.includes(MARKS.foreign) === true) {
      const origin = taints.has('network') ? 'another machine' : 'encoded text'
      return this.#say('deny', 'runs-foreign-code', `runs what comes from ${origin} as ${language}`, argv, command.span)
    }
    if (language === 'shell' && text !== undefined) {
      this.#deeper(() => this.#innerText(text, subshellOf(command.scope), UNKNOWN))
      return
    }
    this.#code(language, text, argv, command)
  }

  #code(language: string, text: string | undefined, argv: readonly string[], { span, scope }: SimpleCommand): void {
    if (text?.includes(MARKS.foreign) === true) {
      return this.#say('deny', 'runs-foreign-code', `runs ${language} code from elsewhere`, argv, span)
    }
    const isKnown = text !== undefined && (!hasMarks(text) || isFilter(language))
    const { decision, reason, shellLines } = judgeCode(
      language,
      isKnown ? text.replace(/[\uf8f0-\uf8f3]/g, '0') : undefined,
    )
    const partly = isKnown ? undefined : judgeCode(language, text === undefined ? undefined : readable(text))
    this.#say(
      partly?.decision === 'deny' ? 'deny' : decision,
      `code-${language}`,
      partly?.decision === 'deny' ? partly.reason : reason,
      argv,
      span,
    )
    for (const line of shellLines) this.#deeper(() => this.#innerText(line, subshellOf(scope), UNKNOWN))
  }

  #deeper(work: () => Stream): Stream {
    if (this.#depth >= DEEPEST) {
      this.#say('ask', 'too-deep', 'commands run commands more often than is looked at', [], undefined)
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

/** What is in a file, if this very line put it there. */
function contentOf(path: string, { scope, stdin }: SimpleCommand): Stream {
  if (path === '-' || path === '/dev/stdin' || path === '/dev/fd/0') return stdin
  return scope.descriptors.get(path) ?? scope.files.get(path) ?? UNKNOWN
}

/** What an interpreter takes its files for: the language it reads from standard input. */
function languageOf(tool: AtipTool): string {
  const stdin = tool.commands?.['']?.['x-atip']?.stdin
  return [stdin ?? []].flat().find(({ kind }) => kind === 'code')?.language ?? 'shell'
}

/** Languages in which people fill in a number or a pattern, as in `sed "${line}p"`. */
function isFilter(language: string): boolean {
  return language === 'sed' || language === 'awk'
}

/** What xargs adds to its command: the words it reads, or something that is a file's name unless it was hidden. */
function appended({ text, taints }: Stream): string[] {
  if (text !== undefined && !hasMarks(text)) return text.split(/\s+/).filter((word) => word !== '')
  return [taints.size > 0 ? MARKS.words : MARKS.operand]
}

function ruleOf(effects: Effects): string {
  if (effects.network === true) return 'network'
  if (effects.filesystem?.write === true) return 'writes'
  return effects.destructive === undefined ? 'unknown-effects' : 'changes'
}

function sentenceOf(effects: Effects, paths: readonly string[]): string {
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (effects.destructive === true) {
    return `${effects.filesystem?.delete === true ? 'deletes for good' : 'destroys or discards something for good'}${what}`
  }
  const does = [
    ...(effects.network === true ? ['uses the network'] : []),
    ...(effects.filesystem?.write === true ? ['writes files'] : []),
    ...(effects.subprocess === true && effects.destructive === undefined ? ['runs code that is not known'] : []),
    ...((effects.modifies?.length ?? 0) > 0 ? ['changes the state of the system'] : []),
  ]
  return does.length > 0 ? does.join(', ') : 'what this does is not fully known'
}

/** Words are put into an alias's line as they are. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
