import type { ArithmeticExpression, ParameterExpansionPart, SyntaxNode, Word as SyntaxWord, WordPart } from 'unbash'
import { grammar } from './grammar.js'

/**
 * The first form in a line that everyday lines do not have, in words for people. What is listed here is read as bash reads
 * it; of everything else, one shell or version makes something that another does not, so the guard asks.
 */
export function unusualForm(node: SyntaxNode, isSubstituted = false): string | undefined {
  let found = formOf(node, isSubstituted)
  const isInside = isSubstituted || node.type === 'CommandExpansion'
  grammar().forEachChild(node, (child) => {
    // Expressions are looked at from their top, because they may be nested thousands of times.
    if (found === undefined && !EXPRESSION.test(child.type)) found = unusualForm(child, isInside)
  })
  return found
}

const EXPRESSION = /^Arithmetic(?!Expansion|Command$|For)/

function formOf(node: SyntaxNode, isSubstituted: boolean): string | undefined {
  switch (node.type) {
    case 'ArithmeticExpansion':
      return node.text.startsWith('$((') ? calculationIn(node.expression, node.text.slice(3, -2)) : 'it has $[…]'
    case 'ArithmeticCommand':
      return statementIn(node.expression, node.body)
    case 'ArithmeticFor':
      return statementIn(node.initialize, '') ?? statementIn(node.test, '') ?? statementIn(node.update, '')
    case 'ParameterExpansion':
      return expansionIn(node, isSubstituted)
    case 'AnsiCQuoted':
      return ORDINARY_ESCAPES.test(node.text) ? undefined : "it has an escape in $'…' that is seldom used"
    case 'BraceExpansion':
      return isOrdinaryList(node.text) ? undefined : 'it has braces that are seldom used'
    case 'Assignment': {
      const keys = node.value.type === 'ArrayValue' ? node.value.elements.filter(isKeyed) : []
      const isOrdinary = isOrdinaryIndex(node.index) && keys.every(({ text }) => ORDINARY_KEY.test(text))
      return isOrdinary ? undefined : SUBSCRIPT
    }
    case 'Redirect':
    case 'HereString':
    case 'HereDoc':
      return node.descriptor?.type === 'FileDescriptorVariable' ? 'it has a descriptor with a name' : undefined
    case 'Function':
      return /^[A-Za-z_][\w.-]*$/.test(node.name.text) ? undefined : 'it defines a function with an unusual name'
    case 'For':
      return /^[A-Za-z_]\w*$/.test(node.name.text) ? undefined : 'it has a loop with an unusual variable'
    default:
      return undefined
  }
}

const SUBSCRIPT = 'it has a subscript that is more than a number or a name'
const CALCULATION = 'it has a calculation that is more than numbers and names'
const ASSIGNS_WITHIN = 'it assigns within a calculation'

/** Not among them: a zero byte, which ends the text, and what only some versions know. */
const ORDINARY_ESCAPES =
  /^\$'(?:[^\\]|\\[ntreEabfv\\'"[\].*^$/]|\\x(?!00)[0-9a-fA-F]{2}|\\(?!000)[0-3][0-7]{2}|\\u(?!0000)[0-9a-fA-F]{4})*'$/

/** `{a,b}`, `{1..9}`, `{a..e}`, with nothing within that means anything. */
function isOrdinaryList(text: string): boolean {
  const [, from, to] = /^\{(\d{1,4})\.\.(\d{1,4})\}$/.exec(text) ?? []
  // `{01..10}` keeps its zeros.
  if (from !== undefined) return Math.abs(Number(from) - Number(to)) < MOST_IN_BRACES && !/\b0\d/.test(text)
  if (/^\{(?:[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])\}$/.test(text)) return true
  return /^\{[^{}'"\\`]*,[^{}'"\\`]*\}$/.test(text) && text.split(',').length < MOST_IN_BRACES
}

const MOST_IN_BRACES = 200

/** `[@]`, `[0]`, `[-1]`, `[i]`, `[$i]`, `["$i"]`, and keys of words. */
function isOrdinaryIndex(index: SyntaxWord | undefined): boolean {
  return index === undefined || /^(?:[@*]|-?\d+|\$?\w+|\$\{\w+\}|"\$\w+"|"[\w .:/]*")$/.test(index.text)
}

function isKeyed({ text }: SyntaxWord): boolean {
  return text.startsWith('[')
}

const ORDINARY_KEY = /^\[(?:\w+(?:[.-]\w+)*|"[\w .:/]*"|'[\w .:/]*'|\$\w+|"\$\w+")\]=/

function expansionIn(
  { parameter, prefix, index, operation }: ParameterExpansionPart,
  isSubstituted: boolean,
): string | undefined {
  if (!/^(?:\w+|[-@*#?$!])$/.test(parameter)) return 'it has an expansion that is seldom used'
  if (!isOrdinaryIndex(index)) return SUBSCRIPT
  if (prefix === '!' && !/^[@*]$/.test(index?.text ?? '')) return 'it has ${!…}'
  switch (operation?.type) {
    case undefined:
    case 'Remove':
    case 'Replace':
      return undefined
    case 'Default': {
      const { operator, operand } = operation
      // A shell that stops in a substitution prints less than it would have.
      if (operator.endsWith('=') || (operator.endsWith('?') && isSubstituted)) return `it has \${…${operator}…}`
      if (index !== undefined && !/^[@*0]$/.test(index.text)) return 'it has a default for an element'
      return operand.parts?.some(mayAssign) === true ? 'it assigns within a default' : undefined
    }
    case 'Slice': {
      const numbers = [operation.offset, operation.length].filter((word) => word !== undefined)
      return numbers.every(({ text }) => /^\s*(?:-?\d+|\$?\w+|\$\{\w+\})\s*$/.test(text)) ? undefined : CALCULATION
    }
    case 'CaseModification':
      return operation.operand === undefined || operation.operand.text === '' ? undefined : 'it has ${…^…}'
    default:
      return 'it has an expansion that is seldom used'
  }
}

/** What is not used is not expanded, so nothing in it may leave a trace. */
function mayAssign(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.some(mayAssign)
  return part.type === 'ArithmeticExpansion'
}

/** A whole `((…))`: one assignment at most, and it is all that is there. */
function statementIn(node: ArithmeticExpression | undefined, body: string): string | undefined {
  if (node?.type === 'ArithmeticUnary' && /^(?:\+\+|--)$/.test(node.operator)) return targetIn(node.operand)
  if (node?.type === 'ArithmeticBinary' && ASSIGNMENT.test(node.operator))
    return targetIn(node.left) ?? calculationIn(node.right, '')
  return calculationIn(node, body)
}

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/

function targetIn(node: ArithmeticExpression): string | undefined {
  return node.type === 'ArithmeticWord' && /^\s*[A-Za-z_]\w*\s*$/.test(node.value) ? undefined : ASSIGNS_WITHIN
}

function calculationIn(root: ArithmeticExpression | undefined, text: string): string | undefined {
  if (root === undefined) return text.trim() === '' ? undefined : CALCULATION
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const own = termIn(node)
    if (own !== undefined) return own
    open.push(...operandsOf(node))
  }
  return undefined
}

/** Where a division fails, the rest of the line is not done. */
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

function termIn(node: ArithmeticExpression): string | undefined {
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
      return node.parts?.map((part) => unusualForm(part)).find((form) => form !== undefined)
    case 'ArithmeticCommandExpansion':
      return node.script === undefined ? CALCULATION : unusualForm(node.script, true)
    default:
      return undefined
  }
}

/** `3`, `n`, `$n`, `${n}`, `${#list[@]}`, `list[0]`, `10#$n`; quotes are no quotes here. */
function isOrdinaryTerm(value: string, parts: readonly WordPart[] | undefined): boolean {
  if (parts === undefined) return /^\s*\w*(?:\[\w+\])?\s*$/.test(value)
  return parts.every((part) =>
    part.type === 'Literal'
      ? /^\s*(?:\w+|10#)?\s*$/.test(part.value)
      : part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion',
  )
}
