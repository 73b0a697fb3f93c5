const VARIABLE = /\{([A-Za-z_][\w-]*)\}/g

/** The names between braces in a text: `git checkout -b {branch}` gives `branch`. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(VARIABLE), (match) => match[1]!))]
}

/** Replaces names in braces by their values; a name without a value stays as it is. */
export function substitute(word: string, values: ReadonlyMap<string, string>): string {
  return word.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
}
