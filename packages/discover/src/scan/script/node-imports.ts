/**
 * The names that a Node script imports: `import`, `export from`, `require` and `import()` with a literal string.
 * Comments and strings are searched as well; files named there by chance hardly ever exist.
 */
export function nodeImports(text: string): string[] {
  return [...new Set([...text.matchAll(IMPORT)].map((match) => match[2]!))]
}

const IMPORT = /(?:\bfrom|\bimport|\brequire\s{0,8}\(|\bimport\s{0,8}\()\s{0,80}(["'])([^"'\\\n]{1,512})\1/g
