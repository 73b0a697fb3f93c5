import type { ArithmeticExpression, HereDocBody, SyntaxNode, Word, WordPart } from 'unbash'
import { evaluate, textOfNumber } from './arithmetic.js'
import { expandBraces } from './braces.js'
import { foldParameter, lookUp, valueOf, type Folded } from './fold-parameter.js'
import { hasMarks, isSecretVariable, MARKS, SECRET_TEXT } from './opaque.js'
import type { Scope } from './scope.js'
import type { Stream } from './stream.js'
import { grammar } from './grammar.js'

/** Looks at what a substitution runs, and tells what it prints; a text is expanded as if it stood in quotes. */
export type RunScript = (script: SyntaxNode | string | undefined, scope: Scope) => Stream

/** A word as the words it becomes, as far as that is known; marks stand for the rest. Nothing is expanded from disk. */
export function foldWord(word: Word, scope: Scope, run: RunScript): string[] {
  if (word.parts === undefined) return [withHome(word.value, scope)]
  const folder = new Folder(scope, run)
  for (const [index, part] of word.parts.entries()) folder.add(part, index === 0)
  return folder.words()
}

/** A word where it stays one: an assignment, a redirection, an operand of an expansion. */
export function foldOne(word: Word, scope: Scope, run: RunScript): string {
  if (word.parts === undefined) return withHome(word.value, scope)
  return word.parts.map((part, index) => textOf(part, scope, run, index === 0)).join('')
}

export function foldBody(body: HereDocBody, isQuoted: boolean, scope: Scope, run: RunScript): string {
  if (body.parts !== undefined) return body.parts.map((part) => textOf(part, scope, run, false, true)).join('')
  return isQuoted ? body.text : body.text.replace(/\\([$`\\\n])/g, (_, kept: string) => (kept === '\n' ? '' : kept))
}

/** Braces multiply: more words than this are not written out. */
const MOST_WORDS = 1024

/** Builds words from parts: an unquoted expansion ends one word and begins the next. */
class Folder {
  readonly #scope: Scope
  readonly #run: RunScript
  /** What each of the words under way begins with; braces make several. */
  #open: string[] = ['']
  #done: string[] = []
  #hasBegun = false
  /** In quotes, nothing is a word, too. */
  #hasQuotes = false
  #isTooMuch = false

  constructor(scope: Scope, run: RunScript) {
    this.#scope = scope
    this.#run = run
  }

  add(part: WordPart, isFirst: boolean): void {
    if (part.type === 'BraceExpansion') return this.#branch(part)
    this.#hasQuotes ||= /Quoted|LocaleString/.test(part.type)
    if (part.type === 'DoubleQuoted') return this.#quoted(part)
    if (!isExpansion(part)) return this.#append([textOf(part, this.#scope, this.#run, isFirst)])
    const value = valueOfExpansion(part, this.#scope, this.#run)
    if (value === undefined) return this.#append([markFor(part, false)])
    for (const [index, text] of value.entries()) {
      if (index > 0) this.#close()
      this.#split(text)
    }
  }

  /** `"${list[@]}"` and `"$@"` stay as many words as they are. */
  #quoted(part: Extract<WordPart, { type: 'DoubleQuoted' }>): void {
    const words = quotedList(part, this.#scope)
    if (words === undefined) {
      const text = textOf(part, this.#scope, this.#run, false)
      return this.#append([part.parts.some(isList) ? MARKS.words : text])
    }
    for (const [index, text] of words.entries()) {
      if (index > 0) this.#close()
      this.#append([text])
    }
  }

  /** An unquoted value: its separators end words, also at its beginning and its end. */
  #split(text: string): void {
    const separators = separatorsIn(this.#scope)
    if (separators === undefined) return this.#append([MARKS.words])
    let word = ''
    for (const character of text) {
      if (!separators.includes(character)) {
        word += character
        continue
      }
      if (word !== '' || !/\s/.test(character)) this.#append([word])
      this.#close()
      word = ''
    }
    if (word !== '') this.#append([word])
  }

  words(): string[] {
    this.#close()
    return this.#done
  }

  #append(texts: readonly string[]): void {
    this.#hasBegun = true
    this.#isTooMuch ||= this.#open.length * texts.length > MOST_WORDS
    this.#open = this.#isTooMuch ? [MARKS.words] : this.#open.flatMap((begun) => texts.map((text) => begun + text))
  }

  #branch(part: Extract<WordPart, { type: 'BraceExpansion' }>): void {
    const { text } = part
    if (!/[$`"'\\<>]/.test(text)) return this.#append(expandBraces(text) ?? [text])
    visitSubstitutions(part, this.#scope, this.#run)
    this.#append([MARKS.words])
  }

  #close(): void {
    if (this.#hasBegun) this.#done.push(...(this.#hasQuotes ? this.#open : this.#open.filter((word) => word !== '')))
    this.#open = ['']
    this.#hasBegun = false
  }
}

function quotedList(part: Extract<WordPart, { type: 'DoubleQuoted' }>, scope: Scope): string[] | undefined {
  const [only, ...others] = part.parts
  if (only === undefined || others.length > 0) return undefined
  if (only.type === 'SimpleExpansion' && only.text === '$@') return scope.parameters?.slice() ?? [MARKS.words]
  if (only.type !== 'ParameterExpansion' || only.prefix !== undefined || only.operation !== undefined) return undefined
  if (only.parameter === '@' && only.index === undefined) return scope.parameters?.slice() ?? [MARKS.words]
  if (only.index?.value !== '@') return undefined
  const variable = lookUp(only.parameter, scope)
  return variable?.kind === 'array' ? variable.words.slice() : undefined
}

/** Becomes several words even in quotes. */
function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@'
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.value === '@')
}

/** A plain variable that the line does not set is taken for an operand; everything else may be anything. */
function markFor(part: Expansion, isQuoted: boolean): string {
  const isVariable =
    part.type === 'SimpleExpansion'
      ? /^\$[A-Za-z_]/.test(part.text)
      : part.type === 'ParameterExpansion' && part.operation === undefined && part.prefix === undefined
  if (!isVariable) return (isQuoted ? MARKS.word : MARKS.words) + (isPartOfSecret(part) ? MARKS.secret : '')
  const name = part.type === 'ParameterExpansion' ? part.parameter : part.text.slice(1)
  return isSecretVariable(name) ? MARKS.secret : MARKS.operand
}

/** `${TOKEN:0:4}`, `${TOKEN@Q}`; but `${TOKEN:+yes}` only tells whether there is one. */
function isPartOfSecret(part: Expansion): boolean {
  if (part.type !== 'ParameterExpansion' || part.prefix !== undefined || !isSecretVariable(part.parameter)) return false
  const { operation } = part
  return operation?.type !== 'Default' || !operation.operator.endsWith('+')
}

type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' }>

function isExpansion(part: WordPart): part is Expansion {
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion'
}

function valueOfExpansion(part: Expansion, scope: Scope, run: RunScript): Folded {
  switch (part.type) {
    case 'SimpleExpansion':
      return valueOf(part.text.slice(1), scope)
    case 'ParameterExpansion':
      return foldParameter(
        part,
        scope,
        (word) => foldOne(word, scope, run),
        (text) => void run(text, scope),
      )
    case 'CommandExpansion': {
      const { text, taints } = run(part.script, scope)
      const secret = taints.has('secret') ? SECRET_TEXT : ''
      if (taints.has('network') || taints.has('decoded')) return [MARKS.foreign + secret]
      if (secret !== '') return [secret]
      return text === undefined ? undefined : [text.replace(/\n+$/, '')]
    }
  }
}

function textOf(part: WordPart, scope: Scope, run: RunScript, isFirst: boolean, isQuoted = false): string {
  switch (part.type) {
    case 'Literal':
      return isFirst && !isQuoted ? withHome(part.value, scope) : part.value
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map((child) => textOf(child, scope, run, false, true)).join('')
    case 'Glob':
    case 'BraceExpansion':
      return part.text
    case 'ExtendedGlob':
      // Bash reads these only if it was told to beforehand, and in zsh such words run code.
      run(undefined, scope)
      return part.text
    case 'ArithmeticExpansion':
      return textOfNumber(calculated(part.expression, scope, run))
    case 'ProcessSubstitution': {
      const path = `/dev/fd/${1000 + scope.descriptors.size}`
      scope.descriptors.set(path, run(part.script, scope))
      return path
    }
    default: {
      const value = valueOfExpansion(part, scope, run)
      return value === undefined ? markFor(part, isQuoted) : value.join(' ')
    }
  }
}

/** What an expression comes to. Text in it may be evaluated once more, subscripts and all. */
export function calculated(
  expression: ArithmeticExpression | undefined,
  scope: Scope,
  run: RunScript,
): number | undefined {
  return evaluate(expression, scope, (node) => {
    if (node.type === 'ArithmeticCommandExpansion') return run(node.script, scope).text
    if (node.type !== 'ArithmeticWord') return undefined
    const text =
      node.parts?.map((part) => textOf(part, scope, run, false)).join('') ??
      node.value.replace(/\$\{?(\w+)\}?/g, (_, name: string) => valueOf(name, scope)?.join(' ') ?? MARKS.operand)
    for (const one of [text, ...(/^[A-Za-z_]\w*$/.test(text) ? (valueOf(text, scope) ?? []) : [])]) {
      if (isSubscriptWithCode(one)) run(one, scope)
    }
    return text
  })
}

/** `a[$(…)]`: where a shell takes text for a name or a number, it runs what stands in a subscript. */
export function isSubscriptWithCode(text: string): boolean {
  const open = text.indexOf('[')
  return open !== -1 && /\$\(|`|\$\{/.test(text.slice(open))
}

/** The words of a test: some are taken for names or numbers, with subscripts and all. */
export function visitTest(node: SyntaxNode, scope: Scope, run: RunScript): void {
  if (node.type !== 'Word') return grammar().forEachChild(node, (child) => visitTest(child, scope, run))
  // Patterns that bash reads only if it was told to are always read here.
  if (node.parts?.some(({ type }) => type === 'ExtendedGlob') === true) return visitSubstitutions(node, scope, run)
  const text = foldOne(node, scope, run)
  if (isSubscriptWithCode(text)) run(text, scope)
}

/** Runs every substitution below a node that is not otherwise looked at: arithmetic, tests. */
export function visitSubstitutions(node: SyntaxNode, scope: Scope, run: RunScript): void {
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  ) {
    run(node.script, scope)
    return
  }
  grammar().forEachChild(node, (child) => visitSubstitutions(child, scope, run))
}

function withHome(text: string, { home, cwd }: Scope): string {
  if (!text.startsWith('~')) return text
  const [, user = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(text) ?? []
  if (user === '') return home + rest
  if (user === '+') return cwd === undefined ? text : cwd + rest
  if (!/^[a-z_][\w-]*$/.test(user)) return text
  return (user === 'root' ? '/root' : `/home/${user}`) + rest
}

function separatorsIn(scope: Scope): string | undefined {
  const variable = lookUp('IFS', scope)
  if (variable === undefined || variable.kind === 'unset') return ' \t\n'
  return variable.kind === 'text' && !hasMarks(variable.text) ? variable.text : undefined
}
