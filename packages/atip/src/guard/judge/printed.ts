import type { CallEffects } from '@atip/protocol'
import { hasMarks } from '../shell/opaque.js'
import { joined, textStream, type Stream, type Taint } from '../shell/stream.js'
import { isSecret } from './path-class.js'

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
  if (call.paths.some(({ path }) => isSecret(path))) taints.add('secret')
  return { taints }
}

function constantOf(name: string, words: readonly string[], stdin: Stream): string | undefined {
  if (name === 'echo') return echoOf(words)
  if (name === 'printf') return printfOf(words)
  if (name === 'cat' && words.every((word) => word === '-')) return stdin.text
  if (name === 'true' || name === ':' || name === 'cd') return ''
  return undefined
}

function echoOf(words: readonly string[]): string | undefined {
  const flags = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = flags === -1 ? words : words.slice(0, flags)
  const text = words.slice(options.length).join(' ')
  const isEscaped = options.some((option) => option.includes('e'))
  return isEscaped ? unescaped(text) : `${text}\n`
}

/** `printf FORMAT` and `printf '%s' WORDS`; other formats are not worked out. */
function printfOf([format, ...words]: readonly string[]): string | undefined {
  if (format === undefined || format.startsWith('-') || hasMarks(format)) return undefined
  const plain = unescaped(format)
  if (plain === undefined) return undefined
  const holes = plain.match(/%(?:%|[sb]|.)/g) ?? []
  if (holes.some((hole) => hole !== '%s' && hole !== '%%' && hole !== '%b')) return undefined
  const perRound = holes.filter((hole) => hole !== '%%').length
  if (perRound === 0) return plain.replaceAll('%%', '%')
  const rounds = Math.max(1, Math.ceil(words.length / perRound))
  let next = 0
  return Array.from({ length: rounds }, () =>
    plain.replace(/%[sb%]/g, (hole) => (hole === '%%' ? '%' : (words[next++] ?? ''))),
  ).join('')
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '', b: '\b', e: '\u001b' }

/** Undefined where an escape writes a character by its number: that hides something. */
function unescaped(text: string): string | undefined {
  if (/\\[0-9xuU]/.test(text)) return decodeNumbers(text)
  return text.replace(/\\(.)/gs, (whole, letter: string) => ESCAPES[letter] ?? whole)
}

function decodeNumbers(text: string): string {
  return text
    .replace(/\\x([0-9a-fA-F]{1,2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\0?([0-7]{1,3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replace(/\\(.)/gs, (whole, letter: string) => ESCAPES[letter] ?? whole)
}
