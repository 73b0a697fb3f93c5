import type {
  AndOr,
  Assignment,
  Command,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from 'unbash'
import { calculationIn, unusualWord } from './ordinary-words.js'

/**
 * The first form in a line that everyday lines do not have, in words for the user. The list of allowed forms is closed,
 * because each further form is one more way to make a line do something other than it seems to do.
 */
export function unusualForm(script: SyntaxNode): string | undefined {
  return new Forms().node(script, { moves: 0 })
}

/** The commands of one shell, and how many `cd` came before. `isBranch`: they may not run, or run several times. */
interface Place {
  moves: number
  isBranch?: boolean
}

const MOST_MOVES = 2

class Forms {
  /** Variables that were given a value. */
  readonly #given = new Set<string>()
  /** Variables that loops and `read` assign. */
  readonly #turned = new Set<string>()

  node(node: SyntaxNode, place: Place): string | undefined {
    switch (node.type) {
      case 'Script':
      case 'CompoundList':
        return this.#list(node.commands, place)
      case 'AndOr':
        return movesPerhaps(node) ?? first(node.commands, (one) => this.node(one, place))
      case 'Pipeline':
        return first(node.commands, (one) => this.node(one, node.commands.length === 1 ? place : branchOf(place)))
      case 'Command':
        return this.#command(node, place)
      case 'Redirected':
        return this.#redirections(node.redirects) ?? this.node(node.command, place)
      case 'Subshell':
        return this.#list(node.body.commands, { moves: 0 })
      case 'BraceGroup':
        return this.#list(node.body.commands, place)
      case 'If': {
        const lists = [node, ...node.elif].flatMap(({ clause, then }) => [clause, then])
        return first([...lists, ...(node.else ? [node.else] : [])], (one) => this.node(one, branchOf(place)))
      }
      case 'While':
        return first([node.clause, node.body], (one) => this.node(one, branchOf(place)))
      case 'For':
        if (!/^[A-Za-z_]\w*$/.test(node.name.text)) return 'it has a loop with an unusual variable'
        return (
          this.#turns(node.name.text) ??
          (node.wordlist === undefined ? 'it has a loop without words' : this.#words(node.wordlist)) ??
          this.node(node.body, branchOf(place))
        )
      case 'TestCommand':
        return this.#test(node.expression)
      case 'ArithmeticCommand':
        return calculationIn(node.expression, node.body, this.#script)
      default:
        return Object.hasOwn(RARE, node.type) ? RARE[node.type] : 'it has a form that is seldom used'
    }
  }

  /** A substitution runs in a subshell. */
  readonly #script = (script: SyntaxNode): string | undefined => this.node(script, { moves: 0 })

  #list(statements: readonly Statement[], place: Place): string | undefined {
    return first(statements, ({ command }) => this.node(command, place))
  }

  #words(words: readonly Word[]): string | undefined {
    return first(words, (word) => unusualWord(word, this.#script))
  }

  #command({ name, prefix, args, redirects }: Command, place: Place): string | undefined {
    const set = prefix.filter((one) => one.type === 'Assignment')
    const words = args.filter((one) => one.type === 'Word')
    const declared = args.filter((one) => one.type === 'Assignment')
    if (name !== undefined && !isPlainName(name)) return 'the name of a program in it is put together, or has quotes'
    if (name?.text === 'read') for (const { text } of words) if (/^\w+$/.test(text)) this.#turned.add(text)
    return (
      (name?.text === 'cd' ? moveIn(words, place) : undefined) ??
      // An assignment in front of a program does not outlast it.
      first([...set, ...declared], (one) => this.#assignment(one, name !== undefined && set.includes(one))) ??
      this.#words(words) ??
      this.#redirections(redirects)
    )
  }

  #assignment({ name, value, append, index }: Assignment, isForOne: boolean): string | undefined {
    if (append === true || index !== undefined) return 'it changes a part of a variable'
    if (value.type === 'ArrayValue')
      return this.#gives(name) ?? (value.elements.every(isPlainText) ? undefined : 'it has a list that is put together')
    const isNumber = /^(?:\d+|\$\(\([^()]*\)\))$/.test(value.text)
    return (isForOne || isNumber ? undefined : this.#gives(name)) ?? unusualWord(value, this.#script)
  }

  #gives(name: string): string | undefined {
    if (this.#given.has(name) || this.#turned.has(name)) return SEVERAL
    this.#given.add(name)
    return undefined
  }

  #turns(name: string): string | undefined {
    this.#turned.add(name)
    return this.#given.has(name) ? SEVERAL : undefined
  }

  #redirections(redirects: readonly Redirection[]): string | undefined {
    return first(redirects, (redirect) => {
      const { descriptor } = redirect
      const from = descriptor?.type === 'FileDescriptorVariable' ? '{' : (descriptor?.value ?? '')
      const to = redirect.type === 'Redirect' && redirect.operator.endsWith('&') ? (redirect.target?.text ?? '') : ''
      if (!REDIRECTIONS.has(`${from}${redirect.operator}${to}`)) return 'it has a redirection that is seldom used'
      if (redirect.type === 'HereDoc')
        return first(redirect.body.parts ?? [], (part) =>
          part.type === 'Literal' ? undefined : unusualWord({ parts: [part] }, this.#script),
        )
      return redirect.target === undefined ? undefined : unusualWord(redirect.target, this.#script)
    })
  }

  #test(expression: TestExpression): string | undefined {
    switch (expression.type) {
      case 'TestUnary':
        return this.#words([expression.operand])
      case 'TestBinary':
        return expression.operator.startsWith('-') &&
          [expression.left, expression.right].some(({ text }) => !/^(?:\d+|"?\$\w+"?)$/.test(text))
          ? 'it compares numbers in [[…]] that are more than numbers and names'
          : this.#words([expression.left, expression.right])
      case 'TestLogical':
        return first(expression.operands, (one) => this.#test(one))
      case 'TestNot':
        return this.#test(expression.operand)
      case 'TestGroup':
        return this.#test(expression.expression)
    }
  }
}

const SEVERAL = 'it gives a variable several values'

const RARE: Readonly<Record<string, string>> = {
  Function: 'it defines a function',
  Case: 'it has a case',
  Select: 'it shows a menu',
  Coproc: 'it starts a coprocess',
  ArithmeticFor: 'it has a loop that counts with ((…))',
}

const REDIRECTIONS: ReadonlySet<string> = new Set(
  '< 0< > 1> 2> >> 1>> 2>> &> &>> >&1 >&2 1>&2 2>&1 << <<- <<<'.split(' '),
)

function branchOf({ moves }: Place): Place {
  return { moves, isBranch: true }
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether the name is written literally. A leading backslash only bypasses aliases. */
function isPlainName({ text, parts }: Word): boolean {
  return parts === undefined && !text.slice(1).includes('\\')
}

function isPlainText({ text, parts = [] }: Word): boolean {
  const isText = (part: WordPart): boolean =>
    part.type === 'DoubleQuoted' ? part.parts.every(isText) : part.type === 'Literal' || part.type === 'SingleQuoted'
  return !text.startsWith('[') && parts.every(isText)
}

/** Allows `cd FOLDER` outside of loops and pipes, and not too often. */
function moveIn(words: readonly Word[], place: Place): string | undefined {
  const [folder, ...others] = words.filter(({ text }) => text !== '--')
  if (others.length > 0 || /^[-+]/.test(folder?.text ?? '')) return 'it has cd with more than the name of a folder'
  if (place.isBranch === true || ++place.moves > MOST_MOVES) return 'it changes its folder several times, or perhaps'
  return undefined
}

/** After `||`, the folder of a command is uncertain. `cd FOLDER || exit` leaves no doubt. */
function movesPerhaps({ commands, operators }: AndOr): string | undefined {
  const isMove = (node: SyntaxNode | undefined) => node?.type === 'Command' && node.name?.text === 'cd'
  if (!operators.includes('||') || !commands.some(isMove)) return undefined
  const [, second, ...others] = commands
  const leaves =
    second?.type === 'Command' && second.name?.text === 'exit' && others.length === 0 && operators[0] === '||'
  return leaves ? undefined : 'it changes its folder several times, or perhaps'
}
