/** The interpreter in the first line of a script: a path, or a name that `env` looks up in PATH. */
export interface Shebang {
  interpreter: string
  arguments: string[]
}

/** Linux reads no more of the first line. A longer line is cut there, and would name something else. */
const LONGEST_LINE = 255

/**
 * Parses the `#!` line. Arguments are split at blanks, even if the system would pass them as one. A carriage return
 * from Windows is ignored: such a script does not start, but will once it is repaired.
 */
export function readShebang(text: string): Shebang | undefined {
  if (!text.startsWith('#!')) return undefined
  const end = text.slice(0, LONGEST_LINE + 1).indexOf('\n')
  if (end === -1 && text.length > LONGEST_LINE) return undefined
  const line = text.slice(2, end === -1 ? undefined : end).trim()
  // eslint-disable-next-line no-control-regex -- that is what is looked for: bytes that no path in a first line has
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(line)) return undefined
  const [interpreter, ...words] = line.split(/[ \t]+/)
  if (interpreter === undefined || !interpreter.startsWith('/')) return undefined
  return interpreter.endsWith('/env') ? throughEnv(words) : { interpreter, arguments: words }
}

/** `env [-i] [-u NAME] [-S] [NAME=VALUE…] program arguments…` */
function throughEnv(words: string[]): Shebang | undefined {
  let index = 0
  for (; index < words.length; index++) {
    const word = words[index]!
    if (/^(?:-u|-C|--unset|--chdir)$/.test(word)) index++
    else if (/^-[a-zA-Z]*S./.test(word)) words[index--] = word.replace(/^-[a-zA-Z]*S/, '')
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) break
    else if (word.startsWith('--split-string=')) words[index--] = word.slice('--split-string='.length)
  }
  const [interpreter, ...rest] = words.slice(index).map((word) => word.replaceAll(/["']/g, ''))
  return interpreter === undefined || interpreter === '' ? undefined : { interpreter, arguments: rest }
}
