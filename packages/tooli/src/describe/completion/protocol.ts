import { quoteForBash, readBashLine, type BashLine } from './bash-line.js'
import { quotePowerShell } from './powershell-quote.js'
import { SHELLS, type Candidate, type Candidates, type Shell } from './types.js'

/**
 * How the scripts and the program talk. A script calls the program by its name:
 *
 *     NAME __complete bash BREAKS LINE       COMP_WORDBREAKS, and the line up to the cursor
 *     NAME __complete zsh -- WORD… TYPED     the words after the program, unquoted; the last is being typed
 *     NAME __complete fish -- WORD… TYPED
 *     NAME __complete powershell BASE64      program included, NUL between words
 *
 * PowerShell's question and answer are base64 of UTF-8: Windows PowerShell loses empty words and quotes on the way to a
 * program, and reads what it prints in the code page of the console.
 *
 * The first line of the answer begins with a colon and says where further candidates come from; a script that does not
 * find it shows nothing. Then come the candidates, one a line:
 *
 *     :words | :files TAB PREFIX TAB VALUE | :directories TAB PREFIX TAB VALUE
 *
 *     bash         what readline puts in, quoted as the line needs it
 *     zsh          WORD:DESCRIPTION, as _describe takes them
 *     fish         WORD TAB DESCRIPTION
 *     powershell   TEXT TAB WORD TAB DESCRIPTION; TEXT is quoted
 *
 * PREFIX is what of the typed word stays before a path (`--root=`), VALUE what of the path has been typed.
 */
export interface Request {
  shell: Shell
  words: string[]
  typed: string
  bash?: BashLine
}

/** Reads the words after `__complete`; undefined if they have none of these forms. */
export function readRequest([shell, ...rest]: readonly string[]): Request | undefined {
  if (!SHELLS.includes(shell as Shell)) return undefined
  if (shell === 'bash') {
    const bash = readBashLine(rest[1] ?? '', rest[0] ?? '')
    return { shell, words: bash.words, typed: bash.typed, bash }
  }
  if (shell === 'powershell') {
    const words = Buffer.from(rest[0] ?? '', 'base64')
      .toString('utf8')
      .split('\0')
    return { shell, words: words.slice(1, -1), typed: words.length > 1 ? words.at(-1)! : '' }
  }
  if (rest[0] !== '--' || rest.length < 2) return undefined
  return { shell: shell as Shell, words: rest.slice(1, -1), typed: rest.at(-1)! }
}

/** The answer to a script. */
export function renderCandidates({ words, more }: Candidates, request: Request): string {
  const lines = words
    .filter(({ word }) => word !== '' && fitsOnLine(word))
    .map((candidate) => render(candidate, request))
  const answer = `${[directiveOf(more, request), ...lines].join('\n')}\n`
  return request.shell === 'powershell' ? `${Buffer.from(answer).toString('base64')}\n` : answer
}

function directiveOf(more: Candidates['more'], { bash }: Request): string {
  if (more === undefined || more.from === 'dynamic') return ':words'
  if (!fitsOnLine(more.prefix + more.value)) return ':words'
  // Only the part of the prefix that readline replaces is inserted.
  return `:${more.from}\t${more.prefix.slice(bash?.kept ?? 0)}\t${more.value.slice(keptOfValue(more.prefix, bash))}`
}

/** In `--root=a:b` the colon is a word break, so only `b` is replaced. */
function keptOfValue(prefix: string, bash: BashLine | undefined): number {
  return Math.max((bash?.kept ?? 0) - prefix.length, 0)
}

function render({ word, description = '' }: Candidate, { shell, bash }: Request): string {
  const text = description.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  switch (shell) {
    case 'bash':
      return quoteForBash(word.slice(bash?.kept ?? 0), bash?.quote ?? '')
    case 'zsh':
      return [word, text]
        .filter((part) => part !== '')
        .map((part) => part.replace(/[\\:]/g, '\\$&'))
        .join(':')
    case 'fish':
      return text === '' ? word : `${word}\t${text}`
    case 'powershell':
      return `${isPlain(word) ? word : quotePowerShell(word)}\t${word}\t${text === '' ? word : text}`
  }
}

/** A word with a control character would break the line format and could control the terminal. */
function fitsOnLine(word: string): boolean {
  return !/\p{Cc}/u.test(word)
}

function isPlain(word: string): boolean {
  return /^[\w./\\:+=-]+$/.test(word)
}
