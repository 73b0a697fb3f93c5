/** The language of a script, as far as it matters for finding what the script launches. */
export type Language = 'node' | 'python' | 'shell' | 'other'

const INTERPRETERS: readonly [Language, RegExp][] = [
  ['node', /^(?:node|nodejs|bun|deno|tsx|ts-node)$/],
  ['python', /^(?:python|pypy)[\d.]*$/],
  ['shell', /^(?:ba|da|a|k|mk|z)?sh$/],
  ['other', /^(?:perl|ruby|java|php|lua|tclsh|wish|Rscript|guile|fish|awk|gawk)[\d.-]*$/],
]

/** The language of an interpreter, or undefined for any other program. */
export function languageOf(program: string): Language | undefined {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return INTERPRETERS.find(([, pattern]) => pattern.test(name))?.[0]
}
