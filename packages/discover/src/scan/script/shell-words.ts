/** A word of a shell line without its quotes, or undefined if its value is only known to the shell. */
export type ShellWord = string | undefined

/** Splits a line into simple commands, with as much of the shell's grammar as that needs. */
export function shellCommands(line: string): ShellWord[][] {
  const commands: ShellWord[][] = [[]]
  let at = 0
  while (at < line.length) {
    const character = line[at]!
    if (character === ' ' || character === '\t' || character === '\r') at++
    else if (character === '#') break
    else if (';&|(){}'.includes(character)) {
      commands.push([])
      at++
    } else if (character === '<' || character === '>') {
      at = wordAt(line, skipBlanks(line, at + (line[at + 1] === '>' || line[at + 1] === '&' ? 2 : 1))).end
    } else {
      const { word, end } = wordAt(line, at)
      at = Math.max(end, at + 1)
      // A file descriptor number belongs to the redirection.
      if (/^\d+$/.test(word ?? '') && (line[at] === '<' || line[at] === '>')) continue
      if (word !== undefined && KEYWORDS.has(word) && commands.at(-1)!.length === 0) continue
      commands.at(-1)!.push(word)
    }
  }
  return commands.filter((command) => command.length > 0)
}

const KEYWORDS = new Set(['then', 'else', 'do', 'if', 'elif', '!', 'time'])

function wordAt(line: string, start: number): { word: ShellWord; end: number } {
  let word = ''
  let isKnown = true
  let at = start
  while (at < line.length && !' \t\r;&|()<>'.includes(line[at]!)) {
    const character = line[at]!
    if (character === "'" || character === '"') {
      const end = closingQuote(line, at)
      if (end === -1) return { word: undefined, end: line.length }
      const inside = line.slice(at + 1, end)
      if (character === '"' && /[$`\\]/.test(inside)) isKnown = false
      word += inside
      at = end + 1
    } else if (character === '\\') {
      word += line[at + 1] ?? ''
      at += 2
    } else if (character === '$' && line[at + 1] === '(') {
      // A command substitution: its contents are not part of this word and are not followed.
      isKnown = false
      at = closingBracket(line, at + 1) + 1
    } else {
      if ('$`*?[~{}'.includes(character)) isKnown = false
      word += character
      at++
    }
  }
  return { word: isKnown ? word : undefined, end: at }
}

function closingQuote(line: string, start: number): number {
  const quote = line[start]!
  for (let at = start + 1; at < line.length; at++) {
    if (quote === '"' && line[at] === '\\') at++
    else if (line[at] === quote) return at
  }
  return -1
}

function closingBracket(line: string, start: number): number {
  let depth = 0
  for (let at = start; at < line.length; at++) {
    if (line[at] === '(') depth++
    else if (line[at] === ')' && --depth === 0) return at
  }
  return line.length
}

function skipBlanks(line: string, start: number): number {
  let at = start
  while (line[at] === ' ' || line[at] === '\t') at++
  return at
}
