/**
 * What the text of a Node script imports by name: `import`, `export from`, `require` and `import()` with a string in place.
 * Comments and strings are read like code; what they name by chance is hardly ever there.
 */
export function nodeImports(text: string): string[] {
  return [...new Set([...text.matchAll(IMPORT)].map((match) => match[2]!))]
}

const IMPORT = /(?:\bfrom|\bimport|\brequire\s{0,8}\(|\bimport\s{0,8}\()\s{0,80}(["'])([^"'\\\n]{1,512})\1/g
