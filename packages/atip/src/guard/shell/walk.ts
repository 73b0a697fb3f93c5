import type { Assignment, Command, CompoundList, Pipeline, Redirection, Statement, SyntaxNode, Word } from 'unbash'
import { foldBody, foldOne, foldWord, visitSubstitutions, type RunScript } from './fold-word.js'
import { parseLine } from './parse.js'
import { subshellOf, type Scope, type Variable } from './scope.js'
import { joined, NOTHING, textStream, UNKNOWN, type Stream } from './stream.js'
import { MARKS } from './opaque.js'

/** One simple command, reached by whatever way. */
export interface SimpleCommand {
  argv: string[]
  /** `NAME=value` in front of it. */
  assignments: { name: string; value: string }[]
  redirects: OutputRedirect[]
  stdin: Stream
  scope: Scope
  /** Its name is written as it is: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** Where it stands in the line that was parsed. */
  span: { start: number; end: number }
}

/** Something opened for writing. */
export interface OutputRedirect {
  path: string
  appends: boolean
}

export interface Visitor {
  /** Looks at a command, and tells what it prints. */
  command(command: SimpleCommand): Stream
  /** Something that could not be read. */
  unreadable(message: string): void
}

/** The line does more than is looked at: loops in loops, functions that call themselves twice. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** How many steps are taken, and how deep calls may nest, before we say that we do not know. */
const MOST_STEPS = 30_000
/** Values longer than this are not kept: `x=$x$x` doubles each time. */
const LONGEST_VALUE = 100_000
const DEEPEST = 60

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

  /** A function's body with its parameters. */
  runFunction(body: SyntaxNode, parameters: string[], scope: Scope, stdin: Stream): Stream {
    if (this.#depth >= DEEPEST) return this.#giveUp('a function calls itself')
    const { parameters: outer } = scope
    scope.parameters = parameters
    const printed = this.#nested(() => this.#node(body, scope, stdin))
    scope.parameters = outer
    return printed
  }

  readonly #runScript: RunScript = (script, scope) => {
    if (script === undefined) return this.#giveUp('a substitution could not be read')
    const { errors } = script as { errors?: readonly { message: string }[] }
    if (errors !== undefined && errors.length > 0) this.#visitor.unreadable(errors[0]!.message)
    if (this.#depth >= DEEPEST) return this.#giveUp('it is nested too deep')
    return this.#nested(() => this.#node(script, subshellOf(scope), UNKNOWN))
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
    return joined(statements.map(({ command }) => this.#node(command, scope, stdin)))
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
        return this.#command(node, scope, stdin)
      case 'Pipeline':
        return this.#pipeline(node, scope, stdin)
      case 'AndOr':
        return branches(node.commands.map((command) => this.#node(command, scope, stdin)))
      case 'Redirected': {
        const { input, outputs } = this.#redirects(node.redirects, scope, stdin)
        this.#opened(outputs, scope, node)
        const printed = this.#node(node.command, scope, input)
        return this.#kept(printed, outputs, scope)
      }
      case 'If': {
        const conditions = [node.clause, ...node.elif.map(({ clause }) => clause)]
        const bodies = [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])]
        return branches([...conditions, ...bodies].map((list) => this.#list(list, scope, stdin)))
      }
      case 'For':
      case 'Select':
        return this.#loop(node.name, node.wordlist, node.body, scope, stdin)
      case 'While':
        // Twice: what the body sets, its condition and the body itself see the next time.
        return branches(
          [0, 1].flatMap(() => [this.#list(node.clause, scope, stdin), this.#list(node.body, scope, stdin)]),
        )
      case 'ArithmeticFor':
        visitSubstitutions({ ...node, body: { ...node.body, commands: [] } }, scope, this.#runScript)
        return branches([this.#list(node.body, scope, stdin)])
      case 'Case':
        foldOne(node.word, scope, this.#runScript)
        return branches(
          node.items.map((item) => {
            for (const pattern of item.pattern) foldOne(pattern, scope, this.#runScript)
            return this.#list(item.body, scope, stdin)
          }),
        )
      case 'Subshell':
        return this.#list(node.body, subshellOf(scope), stdin)
      case 'BraceGroup':
        return this.#list(node.body, scope, stdin)
      case 'Function':
        scope.functions.set(foldOne(node.name, scope, this.#runScript), node.body)
        return NOTHING
      case 'Coproc':
        this.#node(node.body, subshellOf(scope), UNKNOWN)
        return UNKNOWN
      default:
        visitSubstitutions(node, scope, this.#runScript)
        return NOTHING
    }
  }

  #pipeline({ commands }: Pipeline, scope: Scope, stdin: Stream): Stream {
    return commands.reduce((flowing, command) => this.#node(command, subshellOf(scope), flowing), stdin)
  }

  /** Every value the variable takes, where they are known; once with an unknown one otherwise. */
  #loop(name: Word, wordlist: readonly Word[] | undefined, body: CompoundList, scope: Scope, stdin: Stream): Stream {
    const words = wordlist?.flatMap((word) => foldWord(word, scope, this.#runScript)) ?? [MARKS.words]
    const values = words.length > 0 && words.length <= 64 ? words : [MARKS.word]
    return branches(
      values.map((text) => {
        const isKnown = !text.includes(MARKS.words) && !/[*?[]/.test(text)
        if (isKnown) scope.variables.set(name.value, { kind: 'text', text })
        else scope.variables.delete(name.value)
        return this.#list(body, scope, stdin)
      }),
    )
  }

  #command(node: Command, scope: Scope, stdin: Stream): Stream {
    const prefix = node.prefix.filter((one): one is Assignment => one.type === 'Assignment')
    const assignments = prefix.map((one) => ({ name: one.name, variable: this.#valueOf(one, scope) }))
    const { input, outputs } = this.#redirects(node.redirects, scope, stdin)
    // `declare A=1 B=$A`: every word is read before the first is assigned.
    const declared: { name: string; variable: Variable }[] = []
    const argv = [...(node.name ? [node.name] : []), ...node.args].flatMap((word) => {
      if (word.type === 'Word') return foldWord(word, scope, this.#runScript)
      const variable = this.#valueOf(word, scope)
      declared.push({ name: word.name, variable })
      return [`${word.name}=${textOfVariable(variable)}`]
    })
    for (const { name, variable } of declared) assign(scope, name, variable)
    const span = { start: node.pos, end: node.end }
    const texts = assignments.map(({ name, variable }) => ({ name, value: textOfVariable(variable) }))
    if (argv.length === 0) {
      for (const { name, variable } of assignments) assign(scope, name, variable)
      if (texts.length > 0 || outputs.length > 0)
        this.#visitor.command({ ...bare(scope, span), assignments: texts, redirects: outputs })
      return NOTHING
    }
    const isPlain = node.name?.text === argv[0]
    const printed = this.#visitor.command({
      argv,
      assignments: texts,
      redirects: outputs,
      stdin: input,
      scope,
      isPlain,
      span,
    })
    return this.#kept(printed, outputs, scope)
  }

  #valueOf({ value, append, index }: Assignment, scope: Scope): Variable {
    if (index !== undefined) foldOne(index, scope, this.#runScript)
    if (value.type === 'ArrayValue') {
      const words = value.elements.flatMap((word) => foldWord(word, scope, this.#runScript))
      return append === true || index !== undefined ? { kind: 'text', text: MARKS.words } : { kind: 'array', words }
    }
    const text = foldOne(value, scope, this.#runScript)
    if (text.length > LONGEST_VALUE) return { kind: 'text', text: MARKS.word }
    if (index !== undefined) return { kind: 'text', text: MARKS.words }
    return { kind: 'text', text: append === true ? MARKS.word : text.replaceAll(MARKS.words, MARKS.word) }
  }

  #redirects(
    redirects: readonly Redirection[],
    scope: Scope,
    stdin: Stream,
  ): { input: Stream; outputs: OutputRedirect[] } {
    let input = stdin
    const outputs: OutputRedirect[] = []
    for (const redirect of redirects) {
      if (redirect.type === 'HereDoc') input = textStream(foldBody(redirect.body, scope, this.#runScript))
      else if (redirect.target === undefined) this.#visitor.unreadable('a redirection leads nowhere')
      else {
        const path = foldOne(redirect.target, scope, this.#runScript)
        if (redirect.type === 'HereString') input = textStream(`${path}\n`)
        else if (redirect.operator === '<') input = scope.descriptors.get(path) ?? scope.files.get(path) ?? UNKNOWN
        else if (redirect.operator === '<&' || (redirect.operator === '>&' && /^\d+-?$|^-$/.test(path))) continue
        else outputs.push({ path, appends: redirect.operator === '>>' || redirect.operator === '&>>' })
      }
    }
    return { input, outputs }
  }

  /** A redirection without a command opens its file all the same: `> notes.txt` empties it. */
  #opened(redirects: OutputRedirect[], scope: Scope, { pos, end }: { pos: number; end: number }): void {
    if (redirects.length === 0) return
    this.#visitor.command({ ...bare(scope, { start: pos, end }), redirects })
  }

  /** What was redirected does not flow on; what this line wrote is remembered. */
  #kept(printed: Stream, outputs: readonly OutputRedirect[], scope: Scope): Stream {
    if (outputs.length === 0) return printed
    for (const { path, appends } of outputs) scope.files.set(path, appends ? UNKNOWN : printed)
    return NOTHING
  }
}

/** No program at all: what stands there only opens files or sets variables. */
function bare(scope: Scope, span: SimpleCommand['span']): SimpleCommand {
  return { argv: [], assignments: [], redirects: [], stdin: UNKNOWN, scope, isPlain: true, span }
}

/** Only some of these happen, so what is printed is not known, but where it may come from is. */
function branches(streams: readonly Stream[]): Stream {
  if (streams.length === 1) return streams[0]!
  const { taints } = joined(streams)
  return streams.every(({ text }) => text === '') ? NOTHING : { taints }
}

export function assign(scope: Scope, name: string, variable: Variable): void {
  scope.variables.set(name, variable)
}

function textOfVariable(variable: Variable): string {
  return variable.kind === 'text' ? variable.text : variable.kind === 'array' ? variable.words.join(' ') : ''
}
