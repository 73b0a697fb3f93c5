import type { ArithmeticExpression, HereDocBody, SyntaxNode, Word as SyntaxWord, WordPart } from 'unbash'
import { evaluate, mayStopHalfway, wordOfNumber } from './arithmetic.js'
import { expandBraces } from './braces.js'
import { pathOfPipe } from './descriptors.js'
import { decode, encode } from './encoded.js'
import { withZsh } from './zsh.js'
import { elementsIn } from './elements.js'
import { anyParameters, folderHere, foldParameter, valueOf } from './fold-parameter.js'
import { handle, lookUp, type ShellScope } from './scope.js'
import type { Stream } from './stream.js'
import { fromOutside, type Folded } from './variable.js'
import { grammar } from './grammar.js'
import { homeOf, mayHoldSecret } from '../places/index.js'
import {
  isOpen,
  isUnknown,
  joinParts,
  joinWords,
  knownText,
  literal,
  literalOf,
  madeOf,
  quoted,
  splitAt,
  textOf,
  unknown,
  unquoted,
  withoutLineEnds,
  withPatterns,
  type Unknown,
  type Word,
} from './word.js'

/** What code that expands words needs from the walker. */
export interface ExpansionRunner {
  /** Walks the script of a substitution and returns what it prints. Undefined if it could not be parsed. */
  script(script: SyntaxNode | undefined, scope: ShellScope): Stream
  /** Text that the shell expands again, as in double quotes. */
  expand(text: Word, scope: ShellScope): void
  /** Text that the shell evaluates as a number or the name of a variable, running substitutions in subscripts. */
  evaluate(text: Word, scope: ShellScope): void
  /** Text that the shell prints in an error message. */
  complain(text: Word): void
}

/** Expands a word as far as its parts are known. No globbing on disk. */
export function foldWord(word: SyntaxWord, scope: ShellScope, run: ExpansionRunner): Word[] {
  const isAssigned = ASSIGNMENT.test(word.text)
  const home = isAssigned ? withHomes : withHome
  if (word.parts === undefined) return withZsh(word, [decode(home(word.value, scope))], scope)
  const folder = new Folder(scope, run)
  const parts = isAssigned ? word.parts.map((part) => withHomesIn(part, scope)) : word.parts
  for (const [index, part] of parts.entries()) folder.add(part, index === 0)
  const words = withZsh(word, folder.words(), scope)
  handle(scope, words)
  return words
}

/** Folds a word that is never split: an assignment, a redirection, an operand of an expansion. */
export function foldOne(word: SyntaxWord, scope: ShellScope, run: ExpansionRunner): Word {
  if (word.parts === undefined) return withZsh(word, [decode(withHome(word.value, scope))], scope)[0]!
  const folded = joinParts(...word.parts.map((part, index) => foldPart(part, scope, run, index === 0)))
  const [only] = withZsh(word, [folded], scope) as [Word]
  handle(scope, [only])
  return only
}

/** Folds the value of an assignment, in which `~` is also expanded after every colon. */
export function foldAssigned(word: SyntaxWord, scope: ShellScope, run: ExpansionRunner): Word {
  if (!word.text.includes(':~')) return foldOne(word, scope, run)
  if (word.parts?.some((part) => part.type === 'ParameterExpansion' && part.text.includes(':~')) === true)
    scope.oddities.add('it has the folder of somebody in ${…}')
  const { text, value, parts } = word
  const others = parts && { parts: parts.map((part) => withHomesIn(part, scope)) }
  return foldOne({ ...word, text, value: withHomes(value, scope), ...others } as SyntaxWord, scope, run)
}

/** A `NAME=value` word with a `~`: some shells expand it as in an assignment, others leave it as it is. */
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=(?:.*:)?~/s

function withHomesIn(part: WordPart, scope: ShellScope): WordPart {
  return part.type === 'Literal' ? ({ ...part, value: withHomes(part.value, scope) } as WordPart) : part
}

function withHomes(text: string, scope: ShellScope): string {
  const [name = ''] = /^[A-Za-z_]\w*\+?=/.exec(text) ?? []
  return (
    name +
    text
      .slice(name.length)
      .split(':')
      .map((piece, index) => (index === 0 && name === '' ? piece : withHome(piece, scope)))
      .join(':')
  )
}

export function foldBody(body: HereDocBody, isQuoted: boolean, scope: ShellScope, run: ExpansionRunner): Word {
  if (body.parts !== undefined) return joinParts(...body.parts.map((part) => foldPart(part, scope, run, false, true)))
  const text = isQuoted
    ? body.text
    : body.text.replace(/\\([$`\\\n])/g, (_, kept: string) => (kept === '\n' ? '' : kept))
  return decode(text)
}

/** Limit for the words that one word expands to, because braces multiply. Beyond it, the words are unknown. */
const MOST_WORDS = 1024

/** Builds words from parts: an unquoted expansion ends one word and begins the next. */
class Folder {
  readonly #scope: ShellScope
  readonly #run: ExpansionRunner
  /** The words that are being built; braces make several. */
  #open: Word[] = [[]]
  #done: Word[] = []
  #hasBegun = false
  /** A quoted word exists even if it is empty. */
  #hasQuotes = false
  #isTooMuch = false

  constructor(scope: ShellScope, run: ExpansionRunner) {
    this.#scope = scope
    this.#run = run
  }

  add(part: WordPart, isFirst: boolean): void {
    if (part.type === 'BraceExpansion') return this.#branch(part)
    this.#hasQuotes ||= /Quoted|LocaleString/.test(part.type)
    if (part.type === 'DoubleQuoted') return this.#quoted(part)
    if (!isExpansion(part)) return this.#append([foldPart(part, this.#scope, this.#run, isFirst)])
    const value = valueOfExpansion(part, this.#scope, this.#run)
    if (value === undefined) return this.#append([[unknownFor(part, false)]])
    for (const [index, text] of value.entries()) {
      if (index > 0) this.#close()
      this.#split(text)
    }
  }

  /** `"${list[@]}"` and `"$@"` expand to one word for each element. */
  #quoted(part: Extract<WordPart, { type: 'DoubleQuoted' }>): void {
    const words = quotedList(part, this.#scope)
    if (words === undefined) {
      const text = foldPart(part, this.#scope, this.#run, false)
      return this.#append([part.parts.some(isList) ? [madeOf([text])] : text])
    }
    for (const [index, text] of words.entries()) {
      if (index > 0) this.#close()
      this.#append([text])
    }
  }

  /** Splits an unquoted value at its separators, including leading and trailing ones. */
  #split(text: Word): void {
    const separators = separatorsIn(this.#scope)
    if (separators === undefined) return this.#append([[madeOf([text])]])
    const spread = joinParts(text.map((part) => (isUnknown(part) ? unquoted(part) : part)))
    const words = splitAt(spread, (character) => separators.includes(character))
    for (const [index, word] of words.entries()) {
      if (index > 0) this.#close()
      if (word.length > 0) this.#append([withWildcards(word)])
    }
  }

  words(): Word[] {
    this.#close()
    return this.#done
  }

  #append(texts: readonly Word[]): void {
    this.#hasBegun = true
    this.#isTooMuch ||= this.#open.length * texts.length > MOST_WORDS
    this.#open = this.#isTooMuch
      ? [[madeOf([...this.#open, ...texts])]]
      : this.#open.flatMap((begun) => texts.map((text) => (begun.length === 0 ? text : joinParts(begun, text))))
  }

  #branch(part: Extract<WordPart, { type: 'BraceExpansion' }>): void {
    const { text } = part
    if (text.includes('~')) this.#scope.oddities.add('it has the folder of somebody in braces')
    // Shells other than bash and zsh do not expand braces.
    if (this.#scope.isPosix) this.#scope.oddities.add('it has braces in a line for another shell')
    if (!/[$`"'\\<>]/.test(text)) return this.#append((expandBraces(text) ?? [text]).map(withPatterns))
    visitSubstitutions(part, this.#scope, this.#run)
    this.#append([[madeOf([operandIn(text, this.#scope)])]])
  }

  #close(): void {
    if (this.#hasBegun)
      this.#done.push(...(this.#hasQuotes ? this.#open : this.#open.filter((word) => word.length > 0)))
    this.#open = [[]]
    this.#hasBegun = false
  }
}

const ANY_WORDS = unknown('words', 'program')

/** In an unquoted value, wildcards form patterns, and a backslash may escape them. */
function withWildcards(word: Word): Word {
  if (/\\/.test(knownText(word)) && /[*?[]/.test(knownText(word))) return [madeOf([word])]
  return joinParts(...word.map((part) => (typeof part === 'string' ? withPatterns(part) : [part])))
}

function quotedList(part: Extract<WordPart, { type: 'DoubleQuoted' }>, scope: ShellScope): Word[] | undefined {
  const [only, ...others] = part.parts
  if (only === undefined || others.length > 0) return undefined
  if (only.type === 'SimpleExpansion' && only.text === '$@')
    return scope.parameters?.map(quoted) ?? anyParameters(scope) ?? [[ANY_WORDS]]
  if (only.type !== 'ParameterExpansion' || only.prefix !== undefined || only.operation !== undefined) return undefined
  if (only.parameter === '@' && only.index === undefined)
    return scope.parameters?.map(quoted) ?? anyParameters(scope) ?? [[ANY_WORDS]]
  if (only.index?.value !== '@') return undefined
  const variable = lookUp(only.parameter, scope)
  if (variable?.kind !== 'array') return undefined
  const words = elementsIn(only.parameter, variable, scope)
  return words === variable.words ? words.map(quoted) : [...words]
}

/** Whether it expands to several words even in quotes. */
function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@'
  return (
    part.type === 'ParameterExpansion' && part.prefix !== '#' && (part.parameter === '@' || part.index?.value === '@')
  )
}

function unknownFor(part: Expansion, isQuoted: boolean): Unknown {
  const isVariable =
    part.type === 'SimpleExpansion'
      ? /^\$[A-Za-z_]/.test(part.text)
      : part.type === 'ParameterExpansion' && part.operation === undefined && part.prefix === undefined
  if (!isVariable) {
    const shape = isQuoted ? 'word' : 'words'
    if (part.type === 'CommandExpansion') return unknown(shape, 'program')
    return isPartOfSecret(part) ? unknown(shape, 'variable', 'secret') : unknown(shape, 'variable')
  }
  const value = fromOutside(part.type === 'ParameterExpansion' ? part.parameter : part.text.slice(1))
  return isQuoted ? value : unquoted(value)
}

/** `${TOKEN:0:4}`, `${TOKEN@Q}`; but `${TOKEN:+yes}` only reveals whether the variable is set. */
function isPartOfSecret(part: Expansion): boolean {
  if (part.type !== 'ParameterExpansion' || part.prefix !== undefined || !mayHoldSecret(part.parameter)) return false
  const { operation } = part
  return operation?.type !== 'Default' || !operation.operator.endsWith('+')
}

type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' }>

function isExpansion(part: WordPart): part is Expansion {
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion'
}

function valueOfExpansion(part: Expansion, scope: ShellScope, run: ExpansionRunner): Folded {
  switch (part.type) {
    case 'SimpleExpansion':
      return valueOf(part.text.slice(1), scope)
    case 'ParameterExpansion':
      return foldParameter(part, scope, (word) => foldOne(word, scope, run), run)
    case 'CommandExpansion':
      return printedValue(run.script(part.script, scope))
  }
}

/** The value of `$(…)`: unknown if the output is foreign or secret, even if it is text; otherwise the known output. */
function printedValue({ text, line, taints }: Stream): Folded {
  const foreign = (['network', 'decoded', 'secret'] as const).filter((taint) => taints.has(taint))
  if (foreign.length > 0) return [[unknown('words', 'program', ...foreign)]]
  // Bash drops zero bytes, zsh keeps them.
  if (text !== undefined && !knownText(text).includes('\0')) return [withoutLineEnds(text)]
  if (line !== undefined && !isOpen(line)) return [line]
  if (!taints.has('names')) return undefined
  return [[taints.has('hidden') ? unknown('words', 'names', 'hidden') : unknown('words', 'names')]]
}

function foldPart(part: WordPart, scope: ShellScope, run: ExpansionRunner, isFirst: boolean, isQuoted = false): Word {
  switch (part.type) {
    case 'Literal':
      return decode(isFirst && !isQuoted ? withHome(part.value, scope) : part.value)
    case 'SingleQuoted':
      return decode(part.value)
    case 'AnsiCQuoted':
      // Bash knows `\x{2e}`, other shells and the parser do not.
      return /\\x\{/.test(part.text) ? [unknown('word', 'program')] : decode(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return joinParts(...part.parts.map((child) => foldPart(child, scope, run, false, true)))
    case 'Glob':
      return isQuoted ? literal(part.text) : [{ pattern: part.text }]
    case 'BraceExpansion':
      return literal(part.text)
    case 'ExtendedGlob':
      // Bash supports these only with `extglob`, and in zsh such words run code.
      run.script(undefined, scope)
      return [{ pattern: part.text }]
    case 'ArithmeticExpansion':
      return wordOfNumber(calculated(part.expression, scope, run))
    case 'ProcessSubstitution': {
      const path = pathOfPipe(scope.descriptors.size + 1)
      scope.descriptors.set(path, run.script(part.script, scope))
      return literal(path)
    }
    default: {
      // In `"${x:-'}"`, some shells take the quote literally; for others it starts a quoted text.
      if (isQuoted && part.type === 'ParameterExpansion' && part.text.includes("'"))
        scope.oddities.add('it has a quote in "${…}", which shells read in different ways')
      const value = valueOfExpansion(part, scope, run)
      if (value === undefined) return [unknownFor(part, isQuoted)]
      const separators = value.length > 1 ? separatorsIn(scope) : ' '
      if (separators === undefined) return isQuoted ? quoted([madeOf(value)]) : [madeOf(value)]
      const text = joinWords(value, separators.slice(0, 1))
      return isQuoted ? quoted(text) : text
    }
  }
}

/** The value of an expression. The shell may evaluate text in it again, including subscripts. */
export function calculated(
  expression: ArithmeticExpression | undefined,
  scope: ShellScope,
  run: ExpansionRunner,
): number | undefined {
  if (expression !== undefined && mayStopHalfway(expression))
    scope.oddities.add('it assigns in a calculation that may fail halfway')
  return evaluate(expression, scope, (node) => {
    if (node.type === 'ArithmeticCommandExpansion') {
      const { text } = run.script(node.script, scope)
      const value = text ?? [unknown('word', 'program')]
      run.evaluate(value, scope)
      return value
    }
    if (node.type !== 'ArithmeticWord') return undefined
    const word =
      node.parts === undefined
        ? operandIn(node.value, scope)
        : joinParts(...node.parts.map((part) => foldPart(part, scope, run, false)))
    const name = literalOf(word) ?? ''
    const inside = /^[A-Za-z_]\w*$/.test(name) ? (valueOf(name, scope) ?? []) : []
    for (const one of [word, ...inside]) run.evaluate(one, scope)
    return word
  })
}

/** `$x` and `${x}` in an expression or in braces that have no other parts. */
function operandIn(value: string, scope: ShellScope): Word {
  const pieces = value.split(/\$\{?(\w+)\}?/)
  return joinParts(
    ...pieces.map((piece, index) =>
      index % 2 === 0 ? decode(piece) : joinWords(valueOf(piece, scope) ?? [[fromOutside(piece)]], ' '),
    ),
  )
}

/** `a[$(…)]`: a shell that evaluates text as a name or a number also runs the substitutions in its subscripts. */
export function isSubscriptWithCode(word: Word): boolean {
  const text = knownText(word)
  const open = text.indexOf('[')
  return open !== -1 && /\$\(|`|\$\{/.test(text.slice(open))
}

/** Operators whose words are numbers. */
const COMPARES_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge)$/

/** Walks the words of a test. The shell evaluates some of them as names or numbers, including subscripts. */
export function visitTest(node: SyntaxNode, scope: ShellScope, run: ExpansionRunner, isNumber = false): void {
  if (node.type !== 'Word') {
    const takesNumbers =
      (node.type === 'TestBinary' && COMPARES_NUMBERS.test(node.operator)) ||
      (node.type === 'TestUnary' && node.operator === '-v')
    return grammar().forEachChild(node, (child) => visitTest(child, scope, run, isNumber || takesNumbers))
  }
  // In tests, bash supports extended patterns even without `extglob`.
  if (node.parts?.some(({ type }) => type === 'ExtendedGlob') === true) return visitSubstitutions(node, scope, run)
  const word = foldOne(node, scope, run)
  if (isNumber || isSubscriptWithCode(word)) run.evaluate(word, scope)
}

/** Walks the substitutions below a node that is not handled otherwise: arithmetic, tests. */
export function visitSubstitutions(node: SyntaxNode, scope: ShellScope, run: ExpansionRunner): void {
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  ) {
    run.script(node.script, scope)
    return
  }
  grammar().forEachChild(node, (child) => visitSubstitutions(child, scope, run))
}

function withHome(text: string, scope: ShellScope): string {
  const { home, variables } = scope
  if (!text.startsWith('~')) return text
  const [, user = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(text) ?? []
  if (user === '') return home + rest
  if (user === '+') return encode(folderHere(scope)) + rest
  // The previous folder, and those of the directory stack.
  if (/^[-+]?\d*$/.test(user)) return encode([unknown('word', 'variable')]) + rest
  // In zsh, `~NAME` may also refer to a variable that holds a path.
  if (variables.has(user)) return encode([unknown('word', 'variable')]) + rest
  if (!/^[a-z_][\w-]*$/.test(user)) return text
  return homeOf(user, home) + rest
}

function separatorsIn(scope: ShellScope): string | undefined {
  const variable = lookUp('IFS', scope)
  if (variable === undefined || variable.kind === 'unset') return ' \t\n'
  return variable.kind === 'text' ? textOf(variable.text) : undefined
}
