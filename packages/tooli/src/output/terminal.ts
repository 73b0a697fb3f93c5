/** What tooli draws with, for commands that have a text of their own: `tooli/terminal`. */
export { printable, printableLines } from './printable.js'
export type { Screen } from '../define/screen.js'
export { styleFor, type Paint, type Style } from './style.js'
export { cut, displayWidth, padEnd, padStart } from './width.js'
export { wrap } from './wrap.js'
