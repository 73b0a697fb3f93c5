import { shippedData } from '@atip/shims'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

interface PerlNotation {
  words: string
  beforePattern: string
  marksBefore: string
  alone: string
}

interface PerlWords {
  /** Words that compute, print or decide. */
  all: ReadonlySet<string>
  /** Words and marks (or the start) after which a slash certainly begins a pattern, and `s` a replacement. */
  beforePattern: ReadonlySet<string>
  /** Words that need not be followed by a value. */
  alone: ReadonlySet<string>
}

let perlWords: PerlWords | undefined

function knownWords(): PerlWords {
  const { words, beforePattern, marksBefore, alone } = shippedData('code/perl') as PerlNotation
  const split = (text: string) => new Set(text.split(/\s+/))
  return (perlWords ??= {
    all: split(words),
    beforePattern: new Set(['', ...split(beforePattern), ...split(marksBefore)]),
    alone: split(alone),
  })
}

/** Accepts Perl code that only computes and prints; anything else is unknown. */
export function readPerl(code: string): CodeFacts | undefined {
  return isComputing(code) ? new FactCollector().facts() : undefined
}

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y
const PATTERN = /(?:m|qr)?\/((?:[^/\\\n]|\\.)*)\/([a-z]*)/y
const REPLACEMENT = /(?:s|tr|y)([/|#,!])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1([a-z]*)/y
/** Flags of patterns, replacements and translations, except those that evaluate text as code. */
const FLAGS = /^[gimsxrcd]*$/
const VARIABLE = /(?:[$@]\w+|\$#\w+|\$[.,&+!])(?!\w|'|::)/y
const HASH = /%\w+(?!\w|'|::)/y
/** Reads all input at once. */
const SLURP = /local\s*\(?\s*\$\/\s*\)?\s*(?=;)|\$\/\s*=\s*undef\b|<(?:STDIN)?>/y
const NUMBER = /\d\w*(?:\.\d\w*)?(?!\w|\.(?!\.)|')/y
const WORD = /[A-Za-z_]\w*(?!\w|'|::)/y
const MARK = /\s+|&&|=>|<=>|\*\*|[;{}()[\],.+*=!?:|<>~%-]/y
/** If a value is expected, these begin names, files and patterns. */
const AMBIGUOUS = /^[%*<?]/

/** What may follow: a value, an operator, or either. */
type Next = 'value' | 'operator' | 'either'

/** Reads one token after the other. */
function isComputing(code: string): boolean {
  const words = knownWords()
  // Embedded documentation is not code, and may contain any quotes.
  if (/^=[A-Za-z]/m.test(code)) return false
  const braces: boolean[] = []
  let next: Next = 'value'
  let before = ''
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(code) ?? undefined
    at += found?.[0].length ?? 0
    return found
  }
  while (at < code.length) {
    // A value directly after a value means that the first was misread.
    if (next === 'operator' && /["'$@\d]/.test(code[at]!)) return false
    const isPattern = next !== 'operator' && words.beforePattern.has(before)
    const slurp = next === 'operator' ? undefined : take(SLURP)
    const text = slurp === undefined ? take(TEXT) : undefined
    if (slurp !== undefined || text !== undefined) {
      if (text !== undefined && hasCode(text[0])) return false
      ;[next, before] = ['operator', '"']
      continue
    }
    const pattern = isPattern && next === 'value' ? take(PATTERN) : undefined
    const replacement = isPattern && pattern === undefined ? take(REPLACEMENT) : undefined
    if (pattern !== undefined || replacement !== undefined) {
      if (!FLAGS.test(pattern?.[2] ?? replacement![4]!)) return false
      if ([pattern?.[1], replacement?.[2], replacement?.[3]].some((part) => hasCode(`/${part ?? ''}`))) return false
      ;[next, before] = ['operator', '/']
      continue
    }
    const variable = take(VARIABLE) ?? (next === 'value' ? take(HASH) : undefined)
    if (variable !== undefined) {
      if (isOfPerl(variable[0])) return false
      ;[next, before] = ['operator', '$']
      continue
    }
    if (take(NUMBER) !== undefined) {
      ;[next, before] = ['operator', '0']
      continue
    }
    const word = take(WORD)?.[0]
    if (word !== undefined) {
      if (!words.all.has(word)) return false
      next = words.alone.has(word) ? 'either' : 'value'
      before = word
      continue
    }
    const mark = take(MARK)?.[0]
    if (mark === undefined) return false
    if (mark.trim() === '') continue
    if (next !== 'operator' && AMBIGUOUS.test(mark)) return false
    if ((before === '-' && mark === '>') || (before === '<' && mark === '<')) return false
    // An element found by key or index may be the name of a function or variable, so using it as one is refused.
    if (/^[\]k$]$/.test(before) && mark === '(') return false
    if (/^[\]k]$/.test(before) && /^[[{]$/.test(mark)) return false
    if (mark === '{') braces.push(before === '$')
    const isKey = mark === '}' && braces.pop() === true
    if (mark === ')' || mark === ']' || isKey) next = 'operator'
    else next = mark === '}' ? 'either' : 'value'
    before = isKey ? 'k' : mark
  }
  return true
}

/** Special variables for input files, the environment, signal handlers and module paths. */
function isOfPerl(variable: string): boolean {
  return /ARGV|ENV|SIG|INC|^[$@%]0$/.test(variable)
}

/** Whether Perl may run code in a string or pattern: after `$` and `@`, only a name and one plain key are safe. */
function hasCode(quoted: string): boolean {
  if (/\([?*][^)\s]{0,2}\{/.test(quoted)) return true
  if (quoted.startsWith("'")) return false
  const rest = quoted
    .replace(/\\[^]/g, '\\')
    .replace(/(?:[$@]\w+(?:\[(?:-?\d+|\$\w+)\]|\{\$?\w+\})?|\$#\w+|\$[.,&!])(?![[{\w]|->|::|')/g, (variable) =>
      isOfPerl(variable) ? '$$' : '',
    )
    // The end of a line, and `@` without a name.
    .replace(/\$(?=[)|]|$)|@(?=[).,;"]|$)/g, '')
  return /[$@]/.test(rest)
}
