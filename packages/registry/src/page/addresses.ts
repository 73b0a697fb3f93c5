/** Where the pages are. Uses nothing of Node, because the script of the page makes links, too. */

/** No program on disk has a longer name; there is no page for such a tool. */
const LONGEST_NAME = 255
/** Longer names are split into folders, because file systems have a limit as well. */
const LONGEST_PART = 100

/** The page of a tool, from the root of the registry: `tools/git.html`. */
export function toolAddress(name: string): string | undefined {
  if (new TextEncoder().encode(name).length > LONGEST_NAME) return undefined
  const parts = encoded(name).match(new RegExp(`.{1,${LONGEST_PART}}`, 'g')) ?? []
  // A file whose name begins with a dot is hidden.
  return `tools/${parts.map((part) => part.replace(/^\./, '~2e')).join('/')}.html`
}

/** Where a command is on the page of its tool. */
export function anchorOf(path: readonly string[]): string {
  return ['c', ...path.map(encoded)].join('/')
}

/** A list of tools: by the first letter of their names, in pages. */
export function listAddress(letter: string, page: number): string {
  return `browse/${letter}${page === 1 ? '' : `-${page}`}.html`
}

/** The list that a name is in. */
export function letterOf(name: string): string {
  const first = name[0]!.toLowerCase()
  return /[a-z]/.test(first) ? first : 'other'
}

/** From a page to the root: `../` for each folder that it is in. */
export function rootFrom(address: string): string {
  return '../'.repeat(address.split('/').length - 1)
}

/** Small letters, digits, `_`, `-` and `.` stay, every other byte becomes `~` and two digits: no two names meet. */
function encoded(name: string): string {
  return Array.from(new TextEncoder().encode(name), (byte, index) => {
    const character = String.fromCharCode(byte)
    const isSafe = /[a-z0-9_-]/.test(character) || (character === '.' && index > 0)
    return isSafe ? character : `~${byte.toString(16).padStart(2, '0')}`
  }).join('')
}
