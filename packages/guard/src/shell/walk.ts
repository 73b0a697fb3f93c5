import type { AndOr, Assignment, Case, Command, CompoundList, Elif, Pipeline } from 'unbash'
import type { Statement, SyntaxNode, Word as SyntaxWord } from 'unbash'
import { mayHoldSecret } from '../places/index.js'
import { forEachAlternative } from './alternatives.js'
import { textOfVariable, valueAssigned } from './assignments.js'
import {
  calculated,
  foldOne,
  foldWord,
  isSubscriptWithCode,
  visitSubstitutions,
  visitTest,
  type ExpansionRunner,
} from './fold-word.js'
import { anyParameters, valueOf } from './fold-parameter.js'
import { withOpened } from './descriptors.js'
import { settleMove } from './folders.js'
import { changedVariables, isChanged, mergeInto, widen } from './merge.js'
import { mayBeNothing } from './vanishing.js'
import { multipliesItself } from './multiplies.js'
import { beyondPosix } from './beyond-posix.js'
import { noteOddForm } from './odd-forms.js'
import { unusualForm } from './ordinary.js'
import { decode, encode } from './encoded.js'
import { comesFirst, isBuiltin, printsOnly } from './builtin-kinds.js'
import { parseLine } from './parse.js'
import { keepOutput, leavesPipe, readRedirects, type OutputRedirect, type Redirects } from './redirects.js'
import { assign, bind, forkOf, subshellOf, TooMuch, type ShellScope, type ShellFunction } from './scope.js'
import {
  branches,
  INHERITED,
  joined,
  leftOf,
  NOTHING,
  someOf,
  unitedTaints,
  UNKNOWN,
  withComplaints,
  withoutText,
  type Stream,
} from './stream.js'
import { anyOf, wordsIn, type Variable } from './variable.js'
import {
  isOpen,
  isPattern,
  isUnknown,
  joinParts,
  knownText,
  literal,
  literalOf,
  textOf,
  unknown,
  type Word,
} from './word.js'

/** One simple command, however it is reached. */
export interface SimpleCommand {
  argv: Word[]
  /** `NAME=value` in front of it. */
  assignments: { name: string; value: Word; variable: Variable }[]
  redirects: OutputRedirect[]
  stdin: Stream
  scope: ShellScope
  /** Its name is written literally: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** Indexes of words that disappear if they expand to nothing: `$x` and `$(…)` without quotes. */
  mayVanish?: readonly number[]
  /** Its range in the parsed line. */
  span: { start: number; end: number }
}

export interface Visitor {
  /** Judges a command, and returns what it prints. */
  command(command: SimpleCommand): Stream
  /** A file that is opened for reading, with its content as far as the line wrote it. Returns what is read. */
  reading(path: Word, content: Stream, scope: ShellScope, span: SimpleCommand['span']): Stream
  /** Something that could not be parsed or followed. */
  unreadable(message: string): void
  /** Unknown text that a shell reads again. */
  hidden(text: Word, as: TextUse): void
  /** Text that the shell prints itself: in a menu or an error message. */
  shown(text: Word, where: 'menu' | 'error message'): void
  /** A function that starts several copies of itself at once. */
  multiplies(): void
}

/** How a shell reads a text: as a line, as a number or name whose subscripts run, or as text to expand. */
export type TextUse = 'line' | 'number' | 'expansion'

/** For loops and tests under `set -x`: only the words of commands are checked one by one. */
const TRACED = 'it has a trace that shows what variables hold'

/** Limits for the steps and for the nesting of calls. Beyond them, the guard gives up. */
const MOST_STEPS = 25_000
const DEEPEST = 60
/** After so many rounds, the variables that a loop still changes become unknown for one last round. */
const MOST_ROUNDS = 3
/** In a loop over more words than this, the variable is unknown. */
const MOST_TURNS = 64

/** A substitution in a word shares stdin with the command. */
const SUBSTITUTES = /\$\(|`|[<>]\(/

/** `((rm -rf /srv))` is arithmetic in bash, but a command in shells without such arithmetic. */
const IN_TWO_SUBSHELLS = /^[\s(]*[A-Za-z_][\w.]*\s+(?:[\w"'$.~{]|[-+*/!][^\s=])/
/** Functions that a shell calls by itself. */
const HOOKS = /^(?:command_not_found_handler?|TRAP[A-Z0-9]+|precmd|preexec|chpwd|periodic|zshexit|zshaddhistory)$/
/** Arrays that a shell uses to resolve command names. */
const NAMES_OF_COMMANDS = /^(?:BASH_ALIASES|BASH_CMDS|(?:dis_)?[gs]?aliases|dis_functions|functions|commands)$/

/** Walks everything that a script could run, in order, and tracks the data between commands. */
export class Walker {
  readonly #visitor: Visitor
  #steps = 0
  #depth = 0

  constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  /** Walks a shell line: the judged one, or one that it runs. */
  runText(text: Word, scope: ShellScope, stdin: Stream): Stream {
    if (this.#depth >= DEEPEST) return this.#giveUp('it is nested too deep')
    if (!isReadable(text)) this.#visitor.hidden(text, 'line')
    const { script, problem } = parseLine(encode(text))
    if (problem !== undefined) this.#visitor.unreadable(problem)
    const other = scope.isPosix ? beyondPosix(script) : undefined
    if (other !== undefined) scope.oddities.add(`it has ${other} in a line for another shell`)
    const unusual = unusualForm(script)
    if (unusual !== undefined) scope.oddities.add(unusual)
    return this.#nested(() => this.#statements(script.commands, scope, stdin))
  }

  /** Walks a function with its parameters. If it may have several bodies, one of them runs. */
  runFunction(
    { bodies }: ShellFunction,
    parameters: readonly Word[] | undefined,
    scope: ShellScope,
    stdin: Stream,
  ): Stream {
    if (this.#depth >= DEEPEST) return this.#giveUp('a function calls itself')
    const [only, ...others] = bodies
    if (others.length === 0) return this.#runBody(only!, parameters, scope, stdin)
    return this.#oneOf(
      bodies.map((body) => (fork: ShellScope) => this.#runBody(body, parameters, fork, stdin)),
      scope,
    )
  }

  /** Walks a file that this shell reads. A `return` ends it, as it ends a function. */
  runSourced(text: Word, scope: ShellScope): Stream {
    return this.#returning(scope, () => this.runText(text, scope, UNKNOWN))
  }

  #runBody(body: SyntaxNode, parameters: readonly Word[] | undefined, scope: ShellScope, stdin: Stream): Stream {
    const { parameters: outer, locals: outerLocals, isInLoop } = scope
    const locals = new Map<string, Variable | undefined>()
    Object.assign(scope, { parameters, locals, isInLoop: false })
    const printed = this.#returning(scope, () => this.#nested(() => this.#node(body, scope, stdin)))
    Object.assign(scope, { parameters: outer, locals: outerLocals, isInLoop })
    // Whether the declaration was reached is not known, so both values are possible.
    for (const [name, before] of locals) bind(scope, name, anyOf(name, [before, scope.variables.get(name)]))
    return printed
  }

  #returning(scope: ShellScope, work: () => Stream): Stream {
    const { returns: outer } = scope
    const returns: ShellScope[] = []
    scope.returns = returns
    const printed = work()
    scope.returns = outer
    if (returns.length > 0) mergeInto(scope, [forkOf(scope), ...returns])
    return printed
  }

  readonly #run: ExpansionRunner = {
    script: (script, scope) =>
      this.#substituted(script, scope, scope.input === INHERITED ? INHERITED : leftOf(scope.input)),
    expand: (text, scope) => this.expand(text, scope),
    evaluate: (text, scope) => this.evaluate(text, scope),
    complain: (text) => this.#visitor.shown(text, 'error message'),
  }

  /** A text that is evaluated as a number or a name. The variables in it are evaluated too, each once. */
  evaluate(text: Word, scope: ShellScope, followed: Set<string> = new Set()): void {
    // A name that matches a pattern may be anything.
    if (
      !text.every((part) => (isUnknown(part) ? part.shape === 'plain' || part.shape === 'operand' : !isPattern(part)))
    ) {
      this.#visitor.hidden(text, 'number')
    }
    this.#visitor.shown(text, 'error message')
    if (/=|\+\+|--/.test(knownText(text).replace(/[=!<>]=/g, '')))
      scope.oddities.add('it calculates with a text that may assign')
    if (isSubscriptWithCode(text)) this.expand(text, scope)
    for (const name of knownText(text).match(/[A-Za-z_]\w*/g) ?? []) {
      if (followed.has(name)) continue
      followed.add(name)
      const variable = scope.variables.get(name)
      if (variable === undefined && mayHoldSecret(name))
        this.#visitor.shown([unknown('word', 'variable', 'secret')], 'error message')
      for (const value of wordsIn(variable)) this.evaluate(value, scope, followed)
    }
  }

  #substituted(script: SyntaxNode | undefined, scope: ShellScope, stdin: Stream): Stream {
    if (script === undefined) return this.#giveUp('a substitution or a pattern could not be read')
    const { errors } = script as { errors?: readonly { message: string }[] }
    if (errors !== undefined && errors.length > 0) this.#visitor.unreadable(errors[0]!.message)
    if (this.#depth >= DEEPEST) return this.#giveUp('it is nested too deep')
    return this.#nested(() => this.#node(script, { ...subshellOf(scope), isPiped: false }, stdin))
  }

  /** A text that the shell expands again. Like a here-document, it has no quotes. */
  expand(text: Word, scope: ShellScope): void {
    if (!isReadable(text)) this.#visitor.hidden(text, 'expansion')
    if (!/[$`]/.test(knownText(text))) return
    const end = 'END_OF_TEXT_THAT_IS_EXPANDED'
    const document = joinParts(
      literal(`: <<${end}\n`),
      text.filter((part) => !isUnknown(part)),
      literal(`\n${end}\n`),
    )
    this.runText(document, subshellOf(scope), UNKNOWN)
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

  #statements(statements: readonly Statement[], scope: ShellScope, stdin: Stream): Stream {
    const streams = statements.map(({ command, background }, index) => {
      const input = index === 0 ? stdin : leftOf(stdin)
      scope.moved = undefined
      if (background !== true) return this.#node(command, scope, input)
      const before = new Map(scope.files)
      const printed = this.#node(command, subshellOf(scope), input)
      scope.variables.set('!', { kind: 'text', text: [unknown('plain', 'temporary', 'variable')] })
      // A background command may write at any time.
      for (const [path, content] of scope.files) {
        if (before.get(path) !== content)
          scope.files.set(path, { taints: unitedTaints([before.get(path) ?? UNKNOWN, content]) })
      }
      return printed
    })
    // A background command may print at any time.
    const isOrdered = statements.every(({ background }) => background !== true)
    return isOrdered ? joined(streams) : withoutText(joined(streams))
  }

  #list({ commands }: CompoundList, scope: ShellScope, stdin: Stream): Stream {
    return this.#statements(commands, scope, stdin)
  }

  #node(node: SyntaxNode, scope: ShellScope, stdin: Stream): Stream {
    if (++this.#steps > MOST_STEPS) throw new TooMuch('it does too much to be looked at')
    scope.moved = undefined
    scope.input = stdin
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
          const work = () => this.#node(node.command, fork, redirects.input)
          const run = () => this.#kept(seenIn(fork, redirects, work), redirects, fork)
          return mayFail(redirects) ? this.#perhaps(fork, run) : run()
        })
      case 'If':
        return this.#choice([node, ...node.elif], node.else, scope, stdin)
      case 'For':
        if (scope.isTraced && node.wordlist?.every(({ text }) => !text.includes('$')) !== true)
          scope.oddities.add(TRACED)
        return forEachAlternative(scope, (fork) => this.#loop(node.name, node.wordlist, node.body, fork, stdin))
      case 'Select':
        scope.oddities.add('it shows a menu, which is not followed')
        return forEachAlternative(scope, (fork) => {
          const shown = node.wordlist?.flatMap((word) => foldWord(word, fork, this.#run)) ?? fork.parameters ?? []
          for (const word of [...shown, ...(valueOf('PS3', fork) ?? [])]) this.#visitor.shown(word, 'menu')
          return this.#perhaps(fork, () => this.#loop(node.name, node.wordlist, node.body, fork, stdin))
        })
      case 'While':
        return this.#repeat(
          scope,
          () => this.#list(node.clause, scope, leftOf(stdin)),
          () => this.#list(node.body, scope, leftOf(stdin)),
        )
      case 'ArithmeticFor':
        calculated(node.initialize, scope, this.#run)
        return this.#repeat(
          scope,
          () => {
            calculated(node.test, scope, this.#run)
            return NOTHING
          },
          () => {
            const printed = this.#list(node.body, scope, leftOf(stdin))
            calculated(node.update, scope, this.#run)
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
        const name = knownText(foldOne(node.name, scope, this.#run))
        if (multipliesItself(name, node.body)) this.#visitor.multiplies()
        const before = scope.functions.get(name)
        const isAnother = before !== undefined && !before.bodies.includes(node.body)
        if (isBuiltin(name) || isAnother) scope.oddities.add(`it gives the name ${name} another meaning`)
        // In some modes of shells, the special builtins of POSIX take precedence over functions.
        scope.functions.set(name, { bodies: [node.body], isCertain: !comesFirst(name) })
        if (HOOKS.test(name)) this.#runBody(node.body, [], subshellOf(scope), UNKNOWN)
        return NOTHING
      }
      case 'Coproc':
        this.#node(node.body, subshellOf(scope), UNKNOWN)
        return this.#giveUp('a coprocess is not followed')
      case 'ArithmeticCommand':
        calculated(node.expression, scope, this.#run)
        if (node.expression === undefined || isSubscriptWithCode(decode(node.body)))
          this.expand(decode(node.body), scope)
        if (IN_TWO_SUBSHELLS.test(node.body)) return this.#giveUp('some shells take this for a command')
        return NOTHING
      case 'TestCommand':
        if (scope.isTraced) scope.oddities.add(TRACED)
        return forEachAlternative(scope, (fork) => {
          visitTest(node, fork, this.#run)
          return NOTHING
        })
      default:
        return forEachAlternative(scope, (fork) => {
          visitSubstitutions(node, fork, this.#run)
          return NOTHING
        })
    }
  }

  /** Exactly one of these ways is taken. */
  #oneOf(ways: readonly ((fork: ShellScope) => Stream)[], scope: ShellScope): Stream {
    const forks = ways.map(() => forkOf(scope))
    const streams = ways.map((way, index) => way(forks[index]!))
    mergeInto(scope, forks)
    return branches(streams)
  }

  /** Walks the branches in a loop and does not recurse: there may be thousands. */
  #choice(
    choices: readonly Pick<Elif, 'clause' | 'then'>[],
    otherwise: CompoundList | undefined,
    scope: ShellScope,
    stdin: Stream,
  ): Stream {
    const states: ShellScope[] = []
    const tested: Stream[] = []
    const chosen: Stream[] = []
    for (const [index, { clause, then }] of choices.entries()) {
      tested.push(this.#list(clause, scope, index === 0 ? stdin : leftOf(stdin)))
      const state = forkOf(scope)
      settleMove(state, 'arrived')
      chosen.push(this.#list(then, state, leftOf(stdin)))
      states.push(state)
    }
    chosen.push(otherwise === undefined ? NOTHING : this.#list(otherwise, scope, leftOf(stdin)))
    mergeInto(scope, [...states, forkOf(scope)])
    return joined([...tested, branches(chosen)])
  }

  #andOr({ commands, operators }: AndOr, scope: ShellScope, stdin: Stream): Stream {
    const streams: Stream[] = []
    /** The state in which the line may continue without the remaining commands. */
    let left: ShellScope | undefined
    let isAnyBefore = false
    for (const [index, command] of commands.entries()) {
      if (index > 0) {
        const isFailure = operators[index - 1] === '||'
        const [here, before] = [forkOf(scope), forkOf(scope)]
        settleMove(here, isFailure ? 'arrived' : 'stayed')
        if (left === undefined) left = here
        else mergeInto(left, [forkOf(left), here])
        // After `||`, the previous command may be any of the earlier ones.
        isAnyBefore ||= isFailure
        if (isAnyBefore) mergeInto(scope, [left, before])
        else settleMove(scope, 'arrived')
      }
      streams.push(this.#node(command, scope, index === 0 ? stdin : leftOf(stdin)))
    }
    if (left !== undefined) mergeInto(scope, [left, forkOf(scope)])
    return someOf(streams)
  }

  #case({ word, items }: Case, scope: ShellScope, stdin: Stream): Stream {
    foldOne(word, scope, this.#run)
    const states = [forkOf(scope)]
    let falling: ShellScope | undefined
    const streams = items.map((item) => {
      const state = forkOf(scope)
      if (falling !== undefined) mergeInto(state, [forkOf(scope), falling])
      for (const pattern of item.pattern) foldOne(pattern, state, this.#run)
      const printed = this.#list(item.body, state, stdin)
      states.push(state)
      falling = item.terminator === ';&' || item.terminator === ';;&' ? forkOf(state) : undefined
      return printed
    })
    mergeInto(scope, states)
    return branches([NOTHING, ...streams])
  }

  /** Every command but the last runs in a subshell; in some shells, so does the last. */
  #pipeline({ commands, operators, prefixes }: Pipeline, scope: ShellScope, stdin: Stream): Stream {
    const [only, ...others] = commands
    // `time` and `!` may have no command.
    if (only === undefined) return NOTHING
    if (others.length === 0) {
      const printed = this.#node(only, scope, stdin)
      if (prefixes.length > 0) scope.moved = undefined
      return printed
    }
    const last = commands.at(-1)!
    const flowing = commands.slice(0, -1).reduce((stream, command, index) => {
      const printed = this.#node(command, { ...subshellOf(scope), isPiped: true }, stream)
      return operators[index] === '|&' ? withComplaints(printed) : printed
    }, stdin)
    const before = forkOf(scope)
    const inside = { ...subshellOf(scope), locals: scope.locals }
    const printed = this.#node(last, inside, flowing)
    if (changedVariables(before, inside).length > 0 || isChanged(before, inside))
      mergeInto(scope, [before, Object.assign(inside, { isGone: false })])
    return printed
  }

  /** Repeats a loop until another round would change nothing. */
  #repeat(scope: ShellScope, clause: () => Stream, body: () => Stream): Stream {
    const { breaks: outer, isInLoop } = scope
    const breaks: ShellScope[] = []
    const streams: Stream[] = []
    for (let round = 0; ; round++) {
      Object.assign(scope, { breaks, isInLoop: true })
      const before = forkOf(scope)
      streams.push(clause())
      const left = forkOf(scope)
      streams.push(body())
      mergeInto(scope, [left, forkOf(scope), ...breaks])
      const changed = changedVariables(before, scope)
      const hasWritten = round === 0 && [...scope.files.keys()].some((path) => !before.files.has(path))
      if ((changed.length === 0 && !isChanged(before, scope) && !hasWritten) || round > MOST_ROUNDS) break
      if (round === MOST_ROUNDS) widen(scope, changed)
    }
    Object.assign(scope, { breaks: outer, isInLoop })
    return branches([NOTHING, ...streams])
  }

  /** Walks the body once for each known value of the variable. With unknown values, it repeats the loop. */
  #loop(
    name: SyntaxWord,
    wordlist: readonly SyntaxWord[] | undefined,
    body: CompoundList,
    scope: ShellScope,
    stdin: Stream,
  ): Stream {
    const words =
      wordlist?.flatMap((word) => foldWord(word, scope, this.#run)) ?? scope.parameters ?? anyParameters(scope)
    if (words === undefined || words.length > MOST_TURNS || words.some(isOpen)) {
      const text: Word = [unknown('word', ...originsOf(words ?? []))]
      const start = () => (assign(scope, name.value, { kind: 'text', text }), NOTHING)
      return this.#repeat(scope, start, () => this.#list(body, scope, leftOf(stdin)))
    }
    const turns = () => this.#turns(name, words, body, scope, leftOf(stdin))
    // Words that may expand to none or to many: the value of a variable, names of files.
    const isCertain = words.every((word) => word.every((part) => typeof part === 'string'))
    return isCertain ? turns() : this.#repeat(scope, () => NOTHING, turns)
  }

  /** Walks what may not run at all: a file may be missing, a menu unanswered, a loop without a turn. */
  #perhaps(scope: ShellScope, work: () => Stream): Stream {
    const before = forkOf(scope)
    const printed = work()
    mergeInto(scope, [before, forkOf(scope)])
    return branches([NOTHING, printed])
  }

  #turns(name: SyntaxWord, words: readonly Word[], body: CompoundList, scope: ShellScope, stdin: Stream): Stream {
    const { breaks: outer, isInLoop } = scope
    const breaks: ShellScope[] = []
    const streams = words.map((text) => {
      const known = breaks.length
      Object.assign(scope, { breaks, isInLoop: true })
      assign(scope, name.value, { kind: 'text', text })
      const printed = this.#list(body, scope, stdin)
      if (breaks.length > known) mergeInto(scope, [forkOf(scope), ...breaks.slice(known)])
      return printed
    })
    Object.assign(scope, { breaks: outer, isInLoop })
    if (breaks.length > 0) mergeInto(scope, [forkOf(scope), ...breaks])
    return breaks.length > 0 ? branches(streams) : joined(streams)
  }

  #command(node: Command, scope: ShellScope, stdin: Stream): Stream {
    scope.moved = undefined
    const prefix = node.prefix.filter((one): one is Assignment => one.type === 'Assignment')
    const assignments = prefix.map((one) => this.#assignment(one, scope))
    const redirects = this.#redirects(node.redirects, scope, stdin, node)
    const { outputs } = redirects
    const isShared =
      redirects.input === stdin && [node.name, ...node.args].some((word) => SUBSTITUTES.test(word?.text ?? ''))
    const input = isShared ? leftOf(stdin) : redirects.input
    // `declare A=1 B=$A`: the shell expands every word before it assigns the first.
    const declared: { name: string; variable: Variable }[] = []
    const argv: Word[] = []
    const mayVanish: number[] = []
    for (const word of [...(node.name ? [node.name] : []), ...node.args]) {
      if (word.type === 'Word') {
        const folded = foldWord(word, scope, this.#run).map((one) => withOpened(one, scope))
        if (mayBeNothing(word, folded)) mayVanish.push(argv.length)
        argv.push(...folded)
        continue
      }
      if (argv.some((option) => /^-\w*A/.test(knownText(option)))) scope.associative.add(word.name)
      const { name, variable, value } = this.#assignment(word, scope)
      declared.push({ name, variable })
      argv.push(joinParts(literal(`${name}=`), value))
    }
    for (const { name, variable } of declared) {
      if (scope.locals !== undefined && !scope.locals.has(name)) scope.locals.set(name, scope.variables.get(name))
      assign(scope, name, variable)
    }
    const span = { start: node.pos, end: node.end }
    noteOddForm(node, argv, scope)
    if (argv.length === 0) {
      for (const { name, variable } of assignments) assign(scope, name, variable)
      if (assignments.length > 0 || outputs.length > 0)
        this.#visitor.command({ ...bare(scope, span), assignments, redirects: outputs })
      // `$(< file)` prints the file.
      return redirects.inputs.length > 0 ? input : NOTHING
    }
    const isPlain = node.name?.text === literalOf(argv[0]!)
    const command = { argv, assignments, redirects: outputs, stdin: input, scope, isPlain, mayVanish, span }
    const work = () => this.#visitor.command(command)
    const run = () => this.#kept(seenIn(scope, redirects, work), redirects, scope)
    const name = knownText(argv[0]!)
    const acts = (isBuiltin(name) && !printsOnly(name)) || scope.functions.has(name)
    return acts && mayFail(redirects) ? this.#perhaps(scope, run) : run()
  }

  #assignment(node: Assignment, scope: ShellScope): SimpleCommand['assignments'][number] {
    const isArray = node.index !== undefined || node.name.startsWith('BASH_')
    if (isArray && NAMES_OF_COMMANDS.test(node.name)) this.#giveUp('it changes what command names refer to')
    if (/:~[-+]/.test(node.text)) scope.oddities.add('it has a folder of the shell in a list of folders')
    const { value } = node
    const isUnkeyed = value.type === 'ArrayValue' && !value.elements.every(({ text }) => text.startsWith('['))
    if (scope.associative.has(node.name) && isUnkeyed) scope.oddities.add('it has a list of keys and values')
    const variable = valueAssigned(node, scope, this.#run)
    return { name: node.name, value: textOfVariable(variable), variable }
  }

  #redirects(
    redirections: Command['redirects'],
    scope: ShellScope,
    stdin: Stream,
    { pos, end }: { pos: number; end: number },
  ): Redirects {
    const read = readRedirects(redirections, scope, stdin, this.#run)
    if (read.problem !== undefined) this.#visitor.unreadable(read.problem)
    for (const path of read.inputs) {
      read.input = this.#visitor.reading(path, read.input, scope, { start: pos, end })
    }
    return read
  }

  /** Without a command, a redirection opens its file all the same: `> notes.txt` empties it. */
  #opened(redirects: OutputRedirect[], scope: ShellScope, { pos, end }: { pos: number; end: number }): void {
    if (redirects.length === 0) return
    this.#visitor.command({ ...bare(scope, { start: pos, end }), redirects })
  }

  #kept(printed: Stream, redirects: Redirects, scope: ShellScope): Stream {
    return keepOutput(printed, redirects, scope, (script, inside, stdin) => this.#substituted(script, inside, stdin))
  }
}

/** Redirected output does not go to the next command: `env >&2 | wc -l` shows the environment. */
function seenIn(scope: ShellScope, redirects: Redirects, work: () => Stream): Stream {
  const { isPiped } = scope
  if (leavesPipe(redirects)) scope.isPiped = false
  const printed = work()
  scope.isPiped = isPiped
  return printed
}

const ALWAYS_THERE = /^\/dev\/(?:null|zero|stdin|stdout|stderr|fd\/pipe-\d+)$/

/** Whether a file that is opened may be missing, so that nothing runs. */
function mayFail({ inputs, outputs }: Redirects): boolean {
  return [...inputs, ...outputs.map(({ path }) => path)].some((path) => !ALWAYS_THERE.test(textOf(path) ?? ''))
}

/** Whether a shell may read a text: its unknown words can be neither options nor code, wherever they are. */
function isReadable(text: Word): boolean {
  return text.every((part, index) =>
    isUnknown(part) ? part.shape === 'plain' && isApart(text[index - 1]) : !isPattern(part),
  )
}

/** If an unknown word is empty, the characters before and after it meet and may form syntax: `\\$!'`, `<$!(…)`. */
function isApart(before: Word[number] | undefined): boolean {
  return before === undefined || (typeof before === 'string' ? /[\s\w"'=/:.,@%+-]$/.test(before) : !isUnknown(before))
}

function originsOf(words: readonly Word[]) {
  const parts = words.flat()
  const origins = parts.flatMap((part) => (isUnknown(part) ? [...part.from] : []))
  // Among other words, names of files are not only such names.
  const areNames = parts.every((part) => isUnknown(part) && part.from.has('names'))
  const kept = areNames ? origins : origins.filter((origin) => origin !== 'names')
  return kept.length === 0 ? (['program'] as const) : kept
}

/** A command without a program: redirections or assignments only. */
function bare(scope: ShellScope, span: SimpleCommand['span']): SimpleCommand {
  return { argv: [], assignments: [], redirects: [], stdin: UNKNOWN, scope, isPlain: true, span }
}
