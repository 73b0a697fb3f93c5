// Control characters and bidirectional marks: with them a value could move the cursor, fake a colour, or look like
// another text.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Any text as one line, with control characters made visible and harmless. */
export function printable(text: string): string {
  const line = text.toWellFormed().replace(/\r?\n/g, '↵').replaceAll('\t', ' ')
  return line.replace(UNSAFE, visible)
}

function visible(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
