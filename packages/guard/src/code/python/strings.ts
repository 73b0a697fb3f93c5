const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
}

/** Unescapes the content of a Python string; undefined if it contains a character name (`\N{…}`). */
export function unescapePython(text: string, isRaw: boolean): string | undefined {
  if (isRaw) return text
  // Python versions disagree on octal escapes above 0o377.
  if (/\\(?:N|[4-7][0-7]{2})/.test(text)) return undefined
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([^]))/g,
    (whole, hex?: string, short?: string, long?: string, octal?: string, other?: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined) return character(Number.parseInt(code, 16))
      if (octal !== undefined) return character(Number.parseInt(octal, 8))
      return SIMPLE[other!] ?? (/["'\\]/.test(other!) ? other! : whole)
    },
  )
}

function character(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

/** Splits a string literal into prefix, quotes and content. */
export function splitPythonString(source: string): { prefix: string; quote: string; text: string } | undefined {
  const opening = /^([A-Za-z]*)("""|'''|"|')/.exec(source)
  if (opening === null) return undefined
  const [whole, prefix, quote] = opening
  if (source.length < whole.length + quote!.length || !source.endsWith(quote!)) return undefined
  return { prefix: prefix!.toLowerCase(), quote: quote!, text: source.slice(whole.length, -quote!.length) }
}
