/** Limit for the alternatives that are written out. Beyond it, any name may match. */
const MOST = 50

/**
 * Glob patterns that match at least what a regular expression finds. The expression is never executed, so a hostile one
 * costs no more than its length.
 */
export function patternsOfRegex(expression: string): string[] {
  return readingsOf(expression)
    .flatMap(alternativesIn)
    .flatMap(splitAtBars)
    .map((one) => patternOf(one).replace(/\*[*?]*|\?+\*+/g, (run) => (run.includes('*') ? '*' : run)))
}

/**
 * A group is `\(a\|b\)` in some dialects and `(a|b)` in others, and the dialect of the program is unknown. A repetition
 * counts as one in both, which fits no less.
 */
function readingsOf(expression: string): string[] {
  const other = expression.replace(/\\\\|\\([(){}|+?])|([(){}|])/g, (all, escaped?: string, plain?: string) =>
    escaped === undefined ? (plain === undefined ? all : `\\${plain}`) : escaped,
  )
  return /\\[(){}|+?]/.test(expression) ? [expression, other] : [expression]
}

/** `\.(env|pem)$` as `\.env$` and `\.pem$`. Nested or repeated groups stay as they are. */
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

/** Splits at every bar outside of groups and classes. */
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
    // The content of a group and its repetitions are not evaluated.
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
