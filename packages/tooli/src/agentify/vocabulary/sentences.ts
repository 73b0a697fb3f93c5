/** Joins texts into one paragraph; a single text stays unchanged. */
export function sentences(texts: readonly string[]): string {
  const said = texts.map((text) => text.trim()).filter((text) => text !== '')
  return said.map((text, index) => (index < said.length - 1 && /[\w)"'\]]$/.test(text) ? `${text}.` : text)).join(' ')
}
