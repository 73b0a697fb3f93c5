import type { CallEffects } from '@atip/protocol'
import { hasMarks, MARKS } from '../shell/opaque.js'
import { isWritten, joined, textStream, type Stream, type Taint } from '../shell/stream.js'
import { findsSecrets, listsVariables } from './programs.js'
import { isSecret } from './secrets.js'

/** Programs that turn something unreadable into something readable: what they print was hidden before. */
const DECODERS = new Set([
  'base64',
  'base32',
  'basenc',
  'xxd',
  'uudecode',
  'openssl',
  'gunzip',
  'zcat',
  'bzcat',
  'xzcat',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  'rev',
  'tr',
  'gpg',
  'age',
])

/** What a command prints, as far as that can be told. */
export function printedBy(argv: readonly string[], call: CallEffects, stdin: Stream, inner: readonly Stream[]): Stream {
  const [program, ...words] = argv as [string, ...string[]]
  const name = program.split('/').at(-1)!
  const constant = constantOf(name, words, stdin)
  if (constant !== undefined) return { ...textStream(constant), taints: stdin.taints }
  if (inner.length === 1 && call.own.filesystem?.read === false) return inner[0]!
  const taints = new Set<Taint>([...stdin.taints, ...joined(inner).taints])
  if (call.own.network === true) taints.add('network')
  if (DECODERS.has(name)) taints.add('decoded')
  if (isWritten(stdin)) taints.add('written')
  const isSecretive = call.paths.some(({ path }) => isSecret(path)) || findsSecrets(name, words)
  if (isSecretive || listsVariables(name, words)) taints.add('secret')
  return { taints }
}

function constantOf(name: string, words: readonly string[], stdin: Stream): string | undefined {
  if (name === 'echo') return echoOf(words)
  if (name === 'printf') return printfOf(words)
  if (name === 'cat' && words.every((word) => word === '-')) return stdin.text
  if (name === 'true' || name === ':' || name === 'cd') return ''
  return placeOf(name, words) ?? revisionOf(name, words)
}

/** `$(which git)` is git: wherever it is, it is what the name alone would run. */
function placeOf(name: string, words: readonly string[]): string | undefined {
  const asked = name === 'which' ? words : LOCATORS[name] === words[0] ? words.slice(1) : []
  const [program] = asked
  return asked.length === 1 && /^[\w+-][\w.+-]*$/.test(program!) && !program!.startsWith('-')
    ? `/usr/bin/${program}\n`
    : undefined
}

/**
 * What git calls a commit or a branch begins with no dash, so that `git diff $(git merge-base main HEAD)` has no option that
 * nobody sees. `rev-parse` repeats words that it does not know, options among them.
 */
function revisionOf(name: string, words: readonly string[]): string | undefined {
  if (name !== 'git' || words.some(hasMarks)) return undefined
  const [command = '', ...rest] = words
  const options = rest.filter((word) => word.startsWith('-'))
  if (!rest.every((word) => word.startsWith('-') || /^[\w@{}^~./=-]+$/.test(word))) return undefined
  const isKnown = Object.hasOwn(REVISIONS, command) && options.every((option) => REVISIONS[command]!.test(option))
  return isKnown && (SINGLE[command]?.(options) ?? true) ? `${MARKS.operand}\n` : undefined
}

const REVISIONS: Readonly<Record<string, RegExp>> = {
  'rev-parse': /^(?:--(?:verify|short(?:=\d+)?|abbrev-ref|quiet|show-toplevel|symbolic-full-name)|-q)$/,
  'merge-base': /^--(?:all|fork-point|octopus)$/,
  describe: /^--(?:tags|always|abbrev=\d+|all|long|contains|first-parent)$/,
  branch: /^--show-current$/,
  'symbolic-ref': /^(?:--short|-q|--quiet)$/,
  'rev-list':
    /^(?:-1|-n1|--max-count=1|--(?:before|after|since|until)=.+|--(?:all|no-merges|merges|first-parent|tags)|--)$/,
  log: /^(?:-1|-n1|--max-count=1|--(?:format|pretty)=(?:format:|tformat:)?%[hHtT]|--(?:before|after|since|until)=.+|--(?:all|no-merges|merges|first-parent)|--)$/,
}

/** What makes it one name, and a name at all. */
const SINGLE: Readonly<Record<string, (options: readonly string[]) => boolean>> = {
  branch: (options) => options.includes('--show-current'),
  'rev-list': (options) => options.some(isOne),
  log: (options) => options.some(isOne) && options.some((option) => option.includes('=%') || option.includes(':%')),
}

function isOne(option: string): boolean {
  return option === '-1' || option === '-n1' || option === '--max-count=1'
}

const LOCATORS: Readonly<Record<string, string>> = { command: '-v', type: '-p' }

/** Shells do not agree whether a plain echo reads escapes, so with any in it nobody knows what is printed. */
function echoOf(words: readonly string[]): string | undefined {
  const flags = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = (flags === -1 ? words : words.slice(0, flags)).join('')
  const text = words.slice(flags === -1 ? words.length : flags).join(' ')
  const end = options.includes('n') ? '' : '\n'
  if (!text.includes('\\')) return text + end
  if (!options.includes('e') || options.includes('E')) return undefined
  const written = unescaped(text)
  return written === undefined ? undefined : written + end
}

/** `printf FORMAT` and `printf '%s' WORDS`; other formats are not worked out. */
export function printfOf(all: readonly string[]): string | undefined {
  const [format, ...words] = all[0] === '--' ? all.slice(1) : all
  if (format === undefined || format.startsWith('-') || hasMarks(format)) return undefined
  const holes = format.match(/%(?:[sb%]|.|$)/gs) ?? []
  if (holes.some((hole) => hole !== '%s' && hole !== '%%' && hole !== '%b')) return undefined
  const pieces = format.split(/%[sb%]/).map(unescaped)
  if (pieces.includes(undefined)) return undefined
  const perRound = holes.filter((hole) => hole !== '%%').length
  const rounds = perRound === 0 ? 1 : Math.max(1, Math.ceil(words.length / perRound))
  if (rounds * format.length > LONGEST) return undefined
  let printed = ''
  let next = 0
  for (let round = 0; round < rounds; round++) {
    for (const [index, piece] of (pieces as string[]).entries()) {
      printed += piece
      const hole = holes[index]
      if (hole === undefined) continue
      const word = hole === '%%' ? '%' : (words[next++] ?? '')
      const written = hole === '%b' ? unescaped(word) : word
      if (written === undefined) return undefined
      printed += written
    }
  }
  return printed
}

const LONGEST = 1_000_000

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
  '"': '"',
  "'": "'",
}

/** Undefined where shells read an escape differently, or where it ends the text. */
function unescaped(text: string): string | undefined {
  let isClear = true
  const written = text.replace(
    /\\(x[0-9a-fA-F]{1,2}|[0-7]{1,4}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|.|$)/gs,
    (whole, escape: string) => {
      if (/^[xuU]./.test(escape)) return characterOf(Number.parseInt(escape.slice(1), 16))
      if (/^[0-7]/.test(escape)) return characterOf(Number.parseInt(escape, 8))
      if (Object.hasOwn(ESCAPES, escape)) return ESCAPES[escape]!
      isClear = false
      return whole
    },
  )
  return isClear ? written : undefined
}

function characterOf(code: number): string {
  const character = code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
  return hasMarks(character) ? '\ufffd' : character
}
