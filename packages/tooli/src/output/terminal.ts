/** The entry `tooli/terminal`: text layout and colours for commands that print their own text. */
export { printable, printableLines } from './printable.js'
export type { Screen } from '../define/screen.js'
export { styleFor, type Paint, type Style } from './style.js'
export { cut, displayWidth, padEnd, padStart } from './width.js'
export { wrap } from './wrap.js'
