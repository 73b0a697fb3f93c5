/** Removes the frames that some programs draw around their tables; the title of a frame becomes a heading. */

const FRAME = /[│┃║╭┌┏╔╰└┗╚]/
const TITLE = /^(\s*)[╭┌┏╔][─━═]+ ?([^─━═]+?) ?[─━═]*[╮┐┓╗]\s*$/u
const EDGE = /^\s*[╭┌┏╔╰└┗╚├][─━═┬┴┼]+[╮┐┓╗╯┘┛╝┤]\s*$/u

export function unframed(line: string): string {
  if (!FRAME.test(line)) return line
  const title = TITLE.exec(line)
  if (title) return `${title[1]}${title[2]!.trim()}:`
  if (EDGE.test(line)) return ''
  const inside = /^(\s*)[│┃║](.*)[│┃║]\s*$/u.exec(line)
  return inside ? `${inside[1]} ${inside[2]}` : line
}
