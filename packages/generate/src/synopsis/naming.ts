/** The words at the start of a synopsis that name the command, as opposed to its operands. */

export interface Naming {
  /** The tool as the caller knows it. */
  name: string
  /** The path of the command inside the tool. */
  path: string[]
}

export function isOwnName(word: string, naming: Naming): boolean {
  const bare = basename(word)
  if (bare === '') return false
  const whole = [naming.name, ...naming.path]
  return whole.includes(bare) || bare === whole.join('-') || bare === whole.join('_') || bare === `${naming.name}.exe`
}

/** How many of these words name the command: `npx tool sub`, `docker compose up`, `1. merge`. */
export function countNaming(words: string[], naming: Naming): number {
  let count = 0
  if (/^\d+\.$/.test(words[0] ?? '')) count++
  const names = new Set([
    naming.name,
    ...naming.path,
    ...naming.name.split('-'),
    ...naming.path.flatMap((part) => part.split(/[ :]/)),
  ])
  names.add([naming.name, ...naming.path].join('-'))
  const first = words[count]
  if (first === undefined || !isPlain(first)) return count
  count++
  if (/^(npx|bunx|sudo|python3?|perl|ruby|node|java)$/.test(first) && !names.has(first) && isPlain(words[count] ?? '['))
    count++
  while (count < words.length && namesIt(words[count]!, names)) count++
  return count
}

/** Also accepts `suggestions|sug`, a command with its alias. */
function namesIt(word: string, names: Set<string>): boolean {
  return names.has(word) || word.split('|').some((part) => names.has(part)) || names.has(basename(word))
}

function isPlain(word: string): boolean {
  return /^[\w./@+:-][\w./@+:|-]*$/.test(word) && !word.startsWith('-')
}

function basename(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/^["'`]|["'`:]$/g, '')
}
