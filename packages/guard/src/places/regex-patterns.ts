/** More alternatives than this are not written out: any name may be one. */
const MOST = 50

/**
 * Patterns of the shell that fit at least what a regular expression finds. It is never run as an expression, so that a hostile
 * one costs no more than its length.
 */
export function patternsOfRegex(expression: string): string[] {
  return readingsOf(expression)
    .flatMap(alternativesIn)
    .flatMap(splitAtBars)
    .map((one) => patternOf(one).replace(/\*[*?]*|\?+\*+/g, (run) => (run.includes('*') ? '*' : run)))
}

/**
 * In some dialects a group is `\(a\|b\)`, in others `(a|b)`: which one a program reads is not told apart. A repetition counts
 * as one in both, which fits no less.
 */
function readingsOf(expression: string): string[] {
  const other = expression.replace(/\\\\|\\([(){}|+?])|([(){}|])/g, (all, escaped?: string, plain?: string) =>
    escaped === undefined ? (plain === undefined ? all : `\\${plain}`) : escaped,
  )
  return /\\[(){}|+?]/.test(expression) ? [expression, other] : [expression]
}

/** `\.(env|pem)$` as `\.env$` and `\.pem$`; groups that are nested or repeated stay. */
function alternativesIn(expression: string): string[] {
  const all = [expression]
  for (let at = 0; at < all.length;) {
    const found = /(?<!\\)\(([^()[\]\\]*)\)(?![*+?{])/.exec(all[at]!)
    const choices = found?.[1]!.replace(/^\?:/, '').split('|') ?? []
    if (found === null || all.length + choices.length > MOST) at++
    else {
      const [before, after] = [found.input.slice(0, found.index), found.input.slice(found.index + found[0].length)]
      all.splice(at, 1, ...choices.map((choice) => before + choice + after))
    }
  }
  return all
}

/** At every bar that is not in a group or a class. */
function splitAtBars(expression: string): string[] {
  const pieces = ['']
  let depth = 0
  for (const [token] of expression.matchAll(TOKEN)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === '|' && depth === 0) pieces.push('')
    else pieces[pieces.length - 1] += token
  }
  return pieces.length > MOST ? ['.*'] : pieces
}

/** A class, an escape, a repetition, or one character. */
const TOKEN = /\[\^?\]?(?:\[:\w*:\]|\\.|[^\]\\])*\]|\\.|[*+?]\??|\{\d*,?\d*\}|[^]/g

function patternOf(expression: string): string {
  const atoms: string[] = []
  let depth = 0
  for (const [token] of expression.matchAll(TOKEN)) {
    if (token === '(') depth++
    // What a group is repeated, or holds, is not told apart.
    if (depth > 0) atoms.push('*')
    else if (/^(?:[*+?]\??|\{\d*,?\d*\})$/.test(token)) atoms[Math.max(atoms.length - 1, 0)] = '*'
    else if (token.length > 1 || token === '.') atoms.push(atomOf(token))
    else if (token !== '^' && token !== '$') atoms.push(token)
    if (token === ')') depth = Math.max(depth - 1, 0)
  }
  const isStart = expression.startsWith('^')
  const isEnd = /(?<!\\)\$$/.test(expression)
  return `${isStart ? '' : '*'}${atoms.join('')}${isEnd ? '' : '*'}`
}

function atomOf(token: string): string {
  const letter = token.startsWith('\\') ? token[1]! : undefined
  if (letter === undefined || /[wsdWSD]/.test(letter)) return '?'
  return /[a-zA-Z0-9]/.test(letter) ? '*' : letter
}
