import type { ArithmeticExpression, ParameterExpansionPart, SyntaxNode, Word, WordPart } from 'unbash'

/** Returns what is unusual in the script of a substitution. */
type ReadScript = (script: SyntaxNode) => string | undefined

/** The first part of a word that everyday lines do not have. The list of allowed forms is closed. */
export function unusualWord({ parts = [] }: Pick<Word, 'parts'>, read: ReadScript): string | undefined {
  for (const [index, part] of parts.entries()) {
    // In a URL, `?` starts the query: `localhost:3000/orders?limit=2`.
    const isMark = part.type === 'Glob' && part.text === '?' && /^[\w-]+=/.test(parts[index + 1]?.text ?? '')
    const found = isMark ? undefined : unusualPart(part, read)
    if (found !== undefined) return found
  }
  return undefined
}

function unusualPart(part: WordPart, read: ReadScript): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return undefined
    case 'DoubleQuoted':
      return unusualWord(part, read)
    case 'Glob':
      return part.kind === 'star' || ORDINARY_CLASS.test(part.text) ? undefined : 'it has a pattern that is seldom used'
    case 'AnsiCQuoted':
      return ORDINARY_ESCAPES.test(part.text) ? undefined : "it has an escape in $'…' that is seldom used"
    case 'BraceExpansion':
      return isOrdinaryList(part.text) ? undefined : 'it has braces that are seldom used'
    case 'SimpleExpansion':
      return ORDINARY_PARAMETER.test(part.text) ? undefined : 'it has an expansion that is seldom used'
    case 'ParameterExpansion':
      return unusualExpansion(part)
    case 'ArithmeticExpansion':
      return part.text.startsWith('$((') ? calculationIn(part.expression, part.text.slice(3, -2), read) : 'it has $[…]'
    case 'CommandExpansion':
      if (part.script?.commands.some(({ command }) => writesWords(command)) === true)
        return 'it takes words from echo or printf'
      return part.script && read(part.script)
    case 'ProcessSubstitution':
      return part.script && read(part.script)
    default:
      return 'it has an expansion that is seldom used'
  }
}

/** Whether it prints its own arguments: `$(echo …)` only hides a word. */
function writesWords(node: SyntaxNode): boolean {
  if (node.type === 'AndOr' || node.type === 'Pipeline') {
    const printing = node.type === 'Pipeline' ? node.commands.slice(-1) : node.commands
    return printing.some(writesWords)
  }
  return node.type === 'Command' && (node.name?.text === 'echo' || node.name?.text === 'printf')
}

/** `[0-9]`, `[A-Za-z]`. A `?` or `[e]` in a name mostly serves to hide one letter. */
const ORDINARY_CLASS = /^\[(?:\d|(?:0-9|a-z|A-Z)+)\]$/

const ORDINARY_PARAMETER = /^\$(?:[A-Za-z]\w*|_\w+|\d|[?!$@*#])$/

const ORDINARY_ESCAPES = /^\$'(?:[^\\]|\\[ntre\\'[\]]|\\(?:033|x1[bB])(?=\\?\[))*'$/

/** `{a,b}`, `{1..9}`, `{a..e}`, without special characters inside. */
function isOrdinaryList(text: string): boolean {
  const [, from, to] = /^\{(\d{1,4})\.\.(\d{1,4})\}$/.exec(text) ?? []
  // `{01..10}` pads with zeros.
  if (from !== undefined) return Math.abs(Number(from) - Number(to)) < MOST_IN_BRACES && !/\b0\d/.test(text)
  if (/^\{(?:[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])\}$/.test(text)) return true
  return /^\{[\w./@-]*(?:,[\w./@-]*)+\}$/.test(text) && text.split(',').length < MOST_IN_BRACES
}

const MOST_IN_BRACES = 200

/** `${x}`, `${#x}`, `${list[@]}`, `${x:-text}`, `${file%.ts}`, `${hash:0:7}`, and the last name of a path. */
function unusualExpansion({ parameter, prefix, index, operation }: ParameterExpansionPart): string | undefined {
  // Its elements are numbers that the shell sets.
  if (parameter === 'PIPESTATUS' && /^\d$/.test(index?.text ?? '') && operation === undefined) return undefined
  const isPlain = /^(?:[A-Za-z]\w*|_\w+|\d|[@*#?])$/.test(parameter) && prefix !== '!'
  if (!isPlain || (index !== undefined && index.text !== '@')) return 'it has an expansion that is seldom used'
  if (operation === undefined) return undefined
  const isOrdinary = prefix === undefined && index === undefined && isOrdinaryOperation(operation)
  return isOrdinary ? undefined : 'it changes the value of a variable in a way that is seldom used'
}

function isOrdinaryOperation(operation: NonNullable<ParameterExpansionPart['operation']>): boolean {
  switch (operation.type) {
    case 'Default':
      return /^:?[-+]$/.test(operation.operator) && /^[\w./:@ -]*$/.test(operation.operand.text)
    case 'Remove':
      return /^(?:\*\/|\/\*|\.\*|\*\.|[./-]\w+)$/.test(operation.operand.text)
    case 'Slice':
      return [operation.offset, operation.length].every((word) => word === undefined || /^\d+$/.test(word.text))
    default:
      return false
  }
}

const CALCULATION = 'it has a calculation that is more than numbers and names'
const ASSIGNS_WITHIN = 'it assigns within a calculation'

/** The first part of a calculation that is more than numbers, names and operators. */
export function calculationIn(
  root: ArithmeticExpression | undefined,
  text: string,
  read: ReadScript,
): string | undefined {
  if (root === undefined) return text.trim() === '' ? undefined : CALCULATION
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const own = termIn(node, read)
    if (own !== undefined) return own
    open.push(...operandsOf(node))
  }
  return undefined
}

/** Whether it is certainly no zero: if a division fails, the shell skips the rest of the line. */
function isDivisor(node: ArithmeticExpression): boolean {
  return node.type === 'ArithmeticWord' && /^\s*[1-9]\d*\s*$/.test(node.value)
}

function operandsOf(node: ArithmeticExpression): ArithmeticExpression[] {
  switch (node.type) {
    case 'ArithmeticGroup':
      return [node.expression]
    case 'ArithmeticUnary':
      return [node.operand]
    case 'ArithmeticBinary':
      return [node.left, node.right]
    case 'ArithmeticTernary':
      return [node.test, node.consequent, node.alternate]
    default:
      return []
  }
}

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/

function termIn(node: ArithmeticExpression, read: ReadScript): string | undefined {
  switch (node.type) {
    case 'ArithmeticUnary':
      return /^[-+!~]$/.test(node.operator) ? undefined : ASSIGNS_WITHIN
    case 'ArithmeticBinary':
      if (ASSIGNMENT.test(node.operator) || node.operator === ',') return ASSIGNS_WITHIN
      return /^(?:\/|%|\*\*)$/.test(node.operator) && !isDivisor(node.right)
        ? 'it has a calculation that may fail'
        : undefined
    case 'ArithmeticWord':
      if (!isOrdinaryTerm(node.value, node.parts)) return CALCULATION
      return unusualWord(node, read)
    case 'ArithmeticCommandExpansion':
      return node.script === undefined ? CALCULATION : read(node.script)
    default:
      return undefined
  }
}

/** `3`, `n`, `$n`, `${n}`, `${#list[@]}`, `list[0]`, `10#$n`. Quotes have no meaning here. */
function isOrdinaryTerm(value: string, parts: readonly WordPart[] | undefined): boolean {
  if (parts === undefined) return /^\s*\w*(?:\[\w+\])?\s*$/.test(value)
  return parts.every((part) =>
    part.type === 'Literal'
      ? /^\s*(?:\w+|10#)?\s*$/.test(part.value)
      : part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion',
  )
}
