import type { AndOr, Assignment, Case, Command, CompoundList, Elif, Pipeline } from 'unbash'
import type { Statement, SyntaxNode, Word } from 'unbash'
import { forEachAlternative } from './alternatives.js'
import { textOfVariable, valueAssigned } from './assignments.js'
import {
  calculated,
  foldOne,
  foldWord,
  isSubscriptWithCode,
  visitSubstitutions,
  visitTest,
  type RunScript,
} from './fold-word.js'
import { changedVariables, mergeInto, widen } from './merge.js'
import { multipliesItself } from './multiplies.js'
import { hasSecretText, MARKS, SECRET_TEXT } from './opaque.js'
import { parseLine } from './parse.js'
import { keepOutput, readRedirects, type OutputRedirect, type Redirects } from './redirects.js'
import { assign, forkOf, subshellOf, TooMuch, type Scope, type ShellFunction } from './scope.js'
import { branches, joined, NOTHING, textStream, UNKNOWN, type Stream } from './stream.js'
import { anyOf, type Variable } from './variable.js'

/** One simple command, reached by whatever way. */
export interface SimpleCommand {
  argv: string[]
  /** `NAME=value` in front of it. */
  assignments: { name: string; value: string; variable: Variable }[]
  redirects: OutputRedirect[]
  stdin: Stream
  scope: Scope
  /** Its name is written as it is: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** Where it stands in the line that was parsed. */
  span: { start: number; end: number }
}

export interface Visitor {
  /** Looks at a command, and tells what it prints. */
  command(command: SimpleCommand): Stream
  /** A file that is opened for reading, and what is said of it elsewhere. */
  reading(path: string, content: Stream, scope: Scope, span: SimpleCommand['span']): Stream
  /** Something that could not be read. */
  unreadable(message: string): void
  /** A function that starts itself several times over, all at once. */
  multiplies(): void
}

/** How many steps are taken, and how deep calls may nest, before we say that we do not know. */
const MOST_STEPS = 10_000
const DEEPEST = 60
/** A loop that still changes variables after so many rounds is looked at once more with nothing known of them. */
const MOST_ROUNDS = 3
/** A loop over more words than this is looked at with an unknown one. */
const MOST_TURNS = 64

/** `((rm -rf /srv))` divides in bash, and in shells that know no such arithmetic it is a command. */
const IN_TWO_SUBSHELLS = /^[\s(]*[A-Za-z_][\w.]*\s+(?:[\w"'$.~{]|[-+*/!][^\s=])/
/** Functions that a shell calls by itself. */
const HOOKS = /^(?:command_not_found_handler?|TRAP[A-Z0-9]+|precmd|preexec|chpwd|periodic|zshexit|zshaddhistory)$/
/** Arrays by which a shell finds what a name stands for. */
const NAMES_OF_COMMANDS = /^(?:BASH_ALIASES|BASH_CMDS|(?:dis_)?[gs]?aliases|dis_functions|functions|commands)$/

/** Walks everything a script could run, in order, following what flows from one command to the next. */
export class Walker {
  readonly #visitor: Visitor
  #steps = 0
  #depth = 0

  constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  /** A line of shell: the one that is judged, or one that it runs in turn. */
  runText(text: string, scope: Scope, stdin: Stream): Stream {
    if (this.#depth >= DEEPEST) return this.#giveUp('it is nested too deep')
    const { script, problem } = parseLine(text)
    if (problem !== undefined) this.#visitor.unreadable(problem)
    return this.#nested(() => this.#statements(script.commands, scope, stdin))
  }

  /** A function with its parameters; one of its bodies, if it may have several. */
  runFunction({ bodies }: ShellFunction, parameters: readonly string[], scope: Scope, stdin: Stream): Stream {
    if (this.#depth >= DEEPEST) return this.#giveUp('a function calls itself')
    const [only, ...others] = bodies
    if (others.length === 0) return this.#runBody(only!, parameters, scope, stdin)
    return this.#oneOf(
      bodies.map((body) => (fork: Scope) => this.#runBody(body, parameters, fork, stdin)),
      scope,
    )
  }

  /** A file that this very shell reads: a `return` ends it, as it does a function. */
  runSourced(text: string, scope: Scope): Stream {
    return this.#returning(scope, () => this.runText(text, scope, UNKNOWN))
  }

  #runBody(body: SyntaxNode, parameters: readonly string[], scope: Scope, stdin: Stream): Stream {
    const { parameters: outer, locals: outerLocals, isInLoop } = scope
    const locals = new Map<string, Variable | undefined>()
    Object.assign(scope, { parameters, locals, isInLoop: false })
    const printed = this.#returning(scope, () => this.#nested(() => this.#node(body, scope, stdin)))
    Object.assign(scope, { parameters: outer, locals: outerLocals, isInLoop })
    // Whether the declaration was reached is not known, so both values are possible.
    for (const [name, before] of locals) assign(scope, name, anyOf([before, scope.variables.get(name)]))
    return printed
  }

  #returning(scope: Scope, work: () => Stream): Stream {
    const { returns: outer } = scope
    const returns: Scope[] = []
    scope.returns = returns
    const printed = work()
    scope.returns = outer
    if (returns.length > 0) mergeInto(scope, [forkOf(scope), ...returns])
    return printed
  }

  readonly #runScript: RunScript = (script, scope) => {
    if (typeof script === 'string') return this.#expanded(script, scope)
    return this.#substituted(script, scope, UNKNOWN)
  }

  #substituted(script: SyntaxNode | undefined, scope: Scope, stdin: Stream): Stream {
    if (script === undefined) return this.#giveUp('a substitution or a pattern could not be read')
    const { errors } = script as { errors?: readonly { message: string }[] }
    if (errors !== undefined && errors.length > 0) this.#visitor.unreadable(errors[0]!.message)
    if (this.#depth >= DEEPEST) return this.#giveUp('it is nested too deep')
    return this.#nested(() => this.#node(script, subshellOf(scope), stdin))
  }

  /** Text that a shell expands once more: in a here-document quotes mean nothing, as they mean nothing there. */
  #expanded(text: string, scope: Scope): Stream {
    if (!/[$`]/.test(text)) return textStream(text)
    const end = 'END_OF_TEXT_THAT_IS_EXPANDED'
    return this.runText(`: <<${end}\n${text}\n${end}\n`, subshellOf(scope), UNKNOWN)
  }

  #nested(work: () => Stream): Stream {
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
    }
  }

  #giveUp(message: string): Stream {
    this.#visitor.unreadable(message)
    return UNKNOWN
  }

  #statements(statements: readonly Statement[], scope: Scope, stdin: Stream): Stream {
    return joined(
      statements.map(({ command, background }) => {
        if (background !== true) return this.#node(command, scope, stdin)
        const before = new Map(scope.files)
        const printed = this.#node(command, subshellOf(scope), stdin)
        // When it writes, nobody knows.
        for (const [path, content] of scope.files) {
          if (before.get(path) !== content) scope.files.set(path, { taints: content.taints })
        }
        return printed
      }),
    )
  }

  #list({ commands }: CompoundList, scope: Scope, stdin: Stream): Stream {
    return this.#statements(commands, scope, stdin)
  }

  #node(node: SyntaxNode, scope: Scope, stdin: Stream): Stream {
    if (++this.#steps > MOST_STEPS) throw new TooMuch('it does too much to be looked at')
    switch (node.type) {
      case 'Script':
      case 'CompoundList':
        return this.#statements(node.commands, scope, stdin)
      case 'Command':
        return forEachAlternative(scope, (fork) => this.#command(node, fork, stdin))
      case 'Pipeline':
        return this.#pipeline(node, scope, stdin)
      case 'AndOr':
        return this.#andOr(node, scope, stdin)
      case 'Redirected':
        return forEachAlternative(scope, (fork) => {
          const redirects = this.#redirects(node.redirects, fork, stdin, node)
          this.#opened(redirects.outputs, fork, node)
          return this.#kept(this.#node(node.command, fork, redirects.input), redirects, fork)
        })
      case 'If':
        return this.#choice([node, ...node.elif], node.else, scope, stdin)
      case 'For':
      case 'Select':
        return forEachAlternative(scope, (fork) => this.#loop(node.name, node.wordlist, node.body, fork, stdin))
      case 'While':
        return this.#repeat(
          scope,
          () => this.#list(node.clause, scope, stdin),
          () => this.#list(node.body, scope, stdin),
        )
      case 'ArithmeticFor':
        calculated(node.initialize, scope, this.#runScript)
        return this.#repeat(
          scope,
          () => {
            calculated(node.test, scope, this.#runScript)
            return NOTHING
          },
          () => {
            const printed = this.#list(node.body, scope, stdin)
            calculated(node.update, scope, this.#runScript)
            return printed
          },
        )
      case 'Case':
        return forEachAlternative(scope, (fork) => this.#case(node, fork, stdin))
      case 'Subshell':
        return this.#list(node.body, subshellOf(scope), stdin)
      case 'BraceGroup':
        return this.#list(node.body, scope, stdin)
      case 'Function': {
        const name = foldOne(node.name, scope, this.#runScript)
        if (multipliesItself(name, node.body)) this.#visitor.multiplies()
        scope.functions.set(name, { bodies: [node.body], isCertain: true })
        if (HOOKS.test(name)) this.#runBody(node.body, [], subshellOf(scope), UNKNOWN)
        return NOTHING
      }
      case 'Coproc':
        this.#node(node.body, subshellOf(scope), UNKNOWN)
        return this.#giveUp('a coprocess is not followed')
      case 'ArithmeticCommand':
        calculated(node.expression, scope, this.#runScript)
        if (node.expression === undefined || isSubscriptWithCode(node.body)) this.#runScript(node.body, scope)
        if (IN_TWO_SUBSHELLS.test(node.body)) return this.#giveUp('some shells take this for a command')
        return NOTHING
      case 'TestCommand':
        return forEachAlternative(scope, (fork) => {
          visitTest(node, fork, this.#runScript)
          return NOTHING
        })
      default:
        return forEachAlternative(scope, (fork) => {
          visitSubstitutions(node, fork, this.#runScript)
          return NOTHING
        })
    }
  }

  /** Exactly one of these happens, or none where that is among them. */
  #oneOf(ways: readonly ((fork: Scope) => Stream)[], scope: Scope): Stream {
    const forks = ways.map(() => forkOf(scope))
    const streams = ways.map((way, index) => way(forks[index]!))
    mergeInto(scope, forks)
    return branches(streams)
  }

  #choice(
    [first, ...others]: readonly Pick<Elif, 'clause' | 'then'>[],
    otherwise: CompoundList | undefined,
    scope: Scope,
    stdin: Stream,
  ): Stream {
    if (first === undefined) return otherwise === undefined ? NOTHING : this.#list(otherwise, scope, stdin)
    const tested = this.#list(first.clause, scope, stdin)
    const chosen = this.#oneOf(
      [(fork) => this.#list(first.then, fork, stdin), (fork) => this.#choice(others, otherwise, fork, stdin)],
      scope,
    )
    return joined([tested, chosen])
  }

  #andOr({ commands, operators }: AndOr, scope: Scope, stdin: Stream): Stream {
    const streams: Stream[] = []
    /** Where the line may go on without what follows. */
    let left: Scope | undefined
    let isAnyBefore = false
    for (const [index, command] of commands.entries()) {
      if (index > 0) {
        const here = forkOf(scope)
        if (left === undefined) left = here
        else mergeInto(left, [forkOf(left), here])
        // Behind an `||`, it may come from any of the commands before.
        isAnyBefore ||= operators[index - 1] === '||'
        if (isAnyBefore) mergeInto(scope, [left])
      }
      streams.push(this.#node(command, scope, stdin))
    }
    if (left !== undefined) mergeInto(scope, [left, forkOf(scope)])
    return branches(streams)
  }

  #case({ word, items }: Case, scope: Scope, stdin: Stream): Stream {
    foldOne(word, scope, this.#runScript)
    const states = [forkOf(scope)]
    let falling: Scope | undefined
    const streams = items.map((item) => {
      const state = forkOf(scope)
      if (falling !== undefined) mergeInto(state, [forkOf(scope), falling])
      for (const pattern of item.pattern) foldOne(pattern, state, this.#runScript)
      const printed = this.#list(item.body, state, stdin)
      states.push(state)
      falling = item.terminator === ';&' || item.terminator === ';;&' ? forkOf(state) : undefined
      return printed
    })
    mergeInto(scope, states)
    return branches([NOTHING, ...streams])
  }

  /** All but the last have a shell of their own; the last one has, too, in some shells. */
  #pipeline({ commands }: Pipeline, scope: Scope, stdin: Stream): Stream {
    const [only, ...others] = commands
    if (others.length === 0) return this.#node(only!, scope, stdin)
    const last = commands.at(-1)!
    const flowing = commands
      .slice(0, -1)
      .reduce((stream, command) => this.#node(command, subshellOf(scope), stream), stdin)
    const before = forkOf(scope)
    const inside = { ...subshellOf(scope), locals: scope.locals }
    const printed = this.#node(last, inside, flowing)
    if (changedVariables(before, inside).length > 0)
      mergeInto(scope, [before, Object.assign(inside, { isGone: false })])
    return printed
  }

  /** Rounds, until one more would find nothing new. */
  #repeat(scope: Scope, clause: () => Stream, body: () => Stream): Stream {
    const { breaks: outer, isInLoop } = scope
    const breaks: Scope[] = []
    const streams: Stream[] = []
    for (let round = 0; ; round++) {
      Object.assign(scope, { breaks, isInLoop: true })
      const before = forkOf(scope)
      streams.push(clause())
      const left = forkOf(scope)
      streams.push(body())
      mergeInto(scope, [left, forkOf(scope), ...breaks])
      const changed = changedVariables(before, scope)
      if (changed.length === 0 || round > MOST_ROUNDS) break
      if (round === MOST_ROUNDS) widen(scope, changed)
    }
    Object.assign(scope, { breaks: outer, isInLoop })
    return branches([NOTHING, ...streams])
  }

  /** Every value the variable takes, where they are known; rounds with an unknown one otherwise. */
  #loop(name: Word, wordlist: readonly Word[] | undefined, body: CompoundList, scope: Scope, stdin: Stream): Stream {
    const words = wordlist?.flatMap((word) => foldWord(word, scope, this.#runScript)) ?? scope.parameters
    const set = (text: string) => {
      assign(scope, name.value, { kind: 'text', text: text.includes(MARKS.words) ? MARKS.operand : text })
    }
    if (words === undefined || words.length > MOST_TURNS || words.some((word) => word.includes(MARKS.words))) {
      const isForeign = words?.some((word) => word.includes(MARKS.foreign)) === true
      const isSecret = words?.some(hasSecretText) === true
      const text = isForeign ? MARKS.foreign : isSecret ? SECRET_TEXT : MARKS.operand
      const start = () => (assign(scope, name.value, { kind: 'text', text }), NOTHING)
      return this.#repeat(scope, start, () => this.#list(body, scope, stdin))
    }
    const { breaks: outer, isInLoop } = scope
    const breaks: Scope[] = []
    const streams = words.map((text) => {
      const known = breaks.length
      Object.assign(scope, { breaks, isInLoop: true })
      set(text)
      const printed = this.#list(body, scope, stdin)
      if (breaks.length > known) mergeInto(scope, [forkOf(scope), ...breaks.slice(known)])
      return printed
    })
    Object.assign(scope, { breaks: outer, isInLoop })
    if (breaks.length > 0) mergeInto(scope, [forkOf(scope), ...breaks])
    return breaks.length > 0 ? branches(streams) : joined(streams)
  }

  #command(node: Command, scope: Scope, stdin: Stream): Stream {
    const prefix = node.prefix.filter((one): one is Assignment => one.type === 'Assignment')
    const assignments = prefix.map((one) => this.#assignment(one, scope))
    const redirects = this.#redirects(node.redirects, scope, stdin, node)
    const { input, outputs } = redirects
    // `declare A=1 B=$A`: every word is read before the first is assigned.
    const declared: { name: string; variable: Variable }[] = []
    const argv = [...(node.name ? [node.name] : []), ...node.args].flatMap((word) => {
      if (word.type === 'Word') return foldWord(word, scope, this.#runScript)
      const { name, variable, value } = this.#assignment(word, scope)
      declared.push({ name, variable })
      return [`${name}=${value}`]
    })
    for (const { name, variable } of declared) {
      if (scope.locals !== undefined && !scope.locals.has(name)) scope.locals.set(name, scope.variables.get(name))
      assign(scope, name, variable)
    }
    const span = { start: node.pos, end: node.end }
    if (argv.length === 0) {
      for (const { name, variable } of assignments) assign(scope, name, variable)
      if (assignments.length > 0 || outputs.length > 0)
        this.#visitor.command({ ...bare(scope, span), assignments, redirects: outputs })
      // `$(< file)` is what the file holds.
      return redirects.inputs.length > 0 ? input : NOTHING
    }
    const isPlain = node.name?.text === argv[0]
    const command = { argv, assignments, redirects: outputs, stdin: input, scope, isPlain, span }
    return this.#kept(this.#visitor.command(command), redirects, scope)
  }

  #assignment(node: Assignment, scope: Scope): SimpleCommand['assignments'][number] {
    const isArray = node.index !== undefined || node.name.startsWith('BASH_')
    if (isArray && NAMES_OF_COMMANDS.test(node.name)) this.#giveUp('it changes what names of commands stand for')
    const variable = valueAssigned(node, scope, this.#runScript)
    return { name: node.name, value: textOfVariable(variable), variable }
  }

  #redirects(
    redirections: Command['redirects'],
    scope: Scope,
    stdin: Stream,
    { pos, end }: { pos: number; end: number },
  ): Redirects {
    const read = readRedirects(redirections, scope, stdin, this.#runScript)
    if (read.problem !== undefined) this.#visitor.unreadable(read.problem)
    for (const path of read.inputs) {
      read.input = this.#visitor.reading(path, read.input, scope, { start: pos, end })
    }
    return read
  }

  /** A redirection without a command opens its file all the same: `> notes.txt` empties it. */
  #opened(redirects: OutputRedirect[], scope: Scope, { pos, end }: { pos: number; end: number }): void {
    if (redirects.length === 0) return
    this.#visitor.command({ ...bare(scope, { start: pos, end }), redirects })
  }

  #kept(printed: Stream, redirects: Redirects, scope: Scope): Stream {
    return keepOutput(printed, redirects, scope, (script, inside, stdin) => this.#substituted(script, inside, stdin))
  }
}

/** No program at all: what stands there only opens files or sets variables. */
function bare(scope: Scope, span: SimpleCommand['span']): SimpleCommand {
  return { argv: [], assignments: [], redirects: [], stdin: UNKNOWN, scope, isPlain: true, span }
}
