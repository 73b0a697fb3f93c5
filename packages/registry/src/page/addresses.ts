/** The addresses of pages. Uses nothing of Node, because the script of the page also builds links. */

/** No program on disk has a longer name. A tool with such a name has no page. */
const LONGEST_NAME = 255
/** Longer names are split into folders, because file systems limit the length of a file name. */
const LONGEST_PART = 100

/** The page of a tool, relative to the root of the registry: `tools/git.html`. */
export function toolAddress(name: string): string | undefined {
  if (new TextEncoder().encode(name).length > LONGEST_NAME) return undefined
  const parts = encoded(name).match(new RegExp(`.{1,${LONGEST_PART}}`, 'g')) ?? []
  // A file whose name begins with a dot is hidden.
  return `tools/${parts.map((part) => part.replace(/^\./, '~2e')).join('/')}.html`
}

/** The anchor of a command on the page of its tool. */
export function anchorOf(path: readonly string[]): string {
  return ['c', ...path.map(encoded)].join('/')
}

/** A page of the list of tools whose names begin with this letter. */
export function listAddress(letter: string, page: number): string {
  return `browse/${letter}${page === 1 ? '' : `-${page}`}.html`
}

/** The list that contains a name. */
export function letterOf(name: string): string {
  const first = name[0]!.toLowerCase()
  return /[a-z]/.test(first) ? first : 'other'
}

/** The relative path from a page to the root: `../` for each folder. */
export function rootFrom(address: string): string {
  return '../'.repeat(address.split('/').length - 1)
}

/**
 * Lower-case letters, digits, `_`, `-` and `.` stay, every other byte becomes `~` and two digits, so that no two names
 * collide.
 */
function encoded(name: string): string {
  return Array.from(new TextEncoder().encode(name), (byte, index) => {
    const character = String.fromCharCode(byte)
    const isSafe = /[a-z0-9_-]/.test(character) || (character === '.' && index > 0)
    return isSafe ? character : `~${byte.toString(16).padStart(2, '0')}`
  }).join('')
}
