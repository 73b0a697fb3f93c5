import { findSecrets, searchFor, type Search } from './find.js'
import { findEncoded } from './files/encoded.js'
import { findInWholeFile } from './files/whole-file.js'
import { narrow } from './files/wide-text.js'
import { merge, type SecretSpan } from './span.js'
import { secretOriginInFile } from './names.js'
import { IN_COMMANDS } from './shapes/in-commands.js'
import { IN_FILES } from './shapes/in-files.js'
import { isHarmless } from './settings/setting-values.js'
import { PROSE } from './shapes/prose.js'
import { isStandIn } from './values.js'

/** A line with a secret or a part of one, counted from 1. The kind is `secret` if only a name identifies it. */
export interface SecretLine {
  line: number
  kind: string
}

export interface SecretLinesOptions {
  /** The file is not source code: any value of a name such as `password` counts. */
  settings?: boolean
}

export function secretLines(file: string, { settings = false }: SecretLinesOptions = {}): SecretLine[] {
  const text = narrow(file)
  const lines = new Map<number, SecretLine>()
  let line = 1
  let place = 0
  const add = (kind: string) => {
    // A kind known by its format is more specific than one known by a name.
    if ((lines.get(line)?.kind ?? 'secret') === 'secret') lines.set(line, { line, kind })
  }
  for (const { start, end, kind } of secretsIn(text, settings)) {
    line += countLines(text, place, start)
    add(kind)
    // The line break at the end of a secret starts no further line.
    for (let left = countLines(text, start, end - 1); left > 0; left--) {
      line++
      add(kind)
    }
    place = Math.max(start, end - 1)
  }
  return [...lines.values()]
}

let search: Search | undefined

/** Finds what the redactor finds, what only files contain, and base64 texts with any of these. */
function secretsIn(text: string, settings: boolean): SecretSpan[] {
  const encoded = findEncoded(text, (decoded) => plainSecretsIn(decoded, true).length > 0)
  return merge([...plainSecretsIn(text, settings), ...encoded])
}

/** Public tokens of badges and pictures. */
const PICTURE = /(?:\.svg\?|alt=media&(?:amp;)?)token=$/

/** A sentence in a script without spaces. */
const TRANSLATION = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{6}/u

/** Finds secrets in unencoded text, without the placeholders of examples. */
function plainSecretsIn(text: string, settings: boolean): SecretSpan[] {
  search ??= searchFor({
    secrets: undefined,
    variables: new Set(),
    shapes: [...IN_FILES, ...IN_COMMANDS, ...PROSE],
    originOf: secretOriginInFile,
  })
  const known = findSecrets(text, search).filter(
    ({ start, end, kind }) => kind !== 'secret' || !isHarmless(text.slice(start, end)),
  )
  const spans = [...known, ...findInWholeFile(text, settings)]
  return spans.filter(({ start, end, kind }) => {
    const secret = text.slice(start, end)
    if (isStandIn(secret) || (secret === 'pass' && text.startsWith('://user:', start - 8))) return false
    if (kind === 'secret' && TRANSLATION.test(secret)) return false
    return !PICTURE.test(text.slice(Math.max(0, start - 20), start))
  })
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) count++
  return count
}
