/** Removes control sequences for terminals and printers, so that only letters and blanks are left. */

const ESCAPE = /\u001b(?:\[[0-9;:?]{0,64}[A-Za-z]|\][^\u0007\u001b]{0,512}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78cM])/g
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out here
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g
const DASHES = /[\u2011\u2212]/g
const ODD_BLANKS = /[\u00a0\u2002-\u200a\u202f]/g
const INVISIBLE = /[\u00ad\u200b-\u200f\ufeff]/g

export function plain(text: string): string {
  return withoutOverstrikes(text.replace(/\r\n?/g, '\n').replace(ESCAPE, ''))
    .replace(/\f/g, '\n')
    .replace(CONTROLS, '')
    .replace(DASHES, '-')
    .replace(ODD_BLANKS, ' ')
    .replace(INVISIBLE, '')
}

/** For printers, bold is `x\bx` and underline is `_\bx`: the last character is the visible one. */
function withoutOverstrikes(text: string): string {
  if (!text.includes('\b')) return text
  const seen: string[] = []
  for (const character of text) {
    if (character === '\b') {
      if (seen.at(-1) !== '\n') seen.pop()
    } else {
      seen.push(character)
    }
  }
  return seen.join('')
}
