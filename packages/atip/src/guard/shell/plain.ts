import type { ParsedScript, Word } from 'unbash'

/**
 * One command of words in which nothing means anything to a shell: every other line is such a one. Its tree is that of the
 * parser, without the parser, which is half of the code that a hook would load.
 */
export function plainScript(text: string): ParsedScript | undefined {
  if (text.length > LONGEST || !PLAIN.test(text)) return undefined
  const [name, ...suffix] = wordsOf(text)
  if (RESERVED.has(name!.text)) return undefined
  const span = { pos: 0, end: text.length }
  const command = { type: 'Command', ...span, name, prefix: [], suffix, args: suffix, redirects: [] } as const
  const statement = { type: 'Statement', ...span, command, background: undefined } as const
  return { type: 'Script', ...span, shebang: undefined, commands: [statement], errors: undefined }
}

/** A pattern that repeats a group keeps a place for each turn. */
const LONGEST = 1000

/** An equals sign makes an assignment of a word, unless the word is an option. */
const PLAIN = /^[\w./:,@%+-]+(?: (?:[\w./:,@%+-]+|-[\w./:,@%+=-]+))*$/

const RESERVED = new Set(
  'if then else elif fi do done for while until in case esac function select coproc time'.split(' '),
)

function wordsOf(text: string): Word[] {
  let pos = 0
  return text.split(' ').map((word) => {
    const end = pos + word.length
    const result: Word = { type: 'Word', text: word, value: word, pos, end, parts: undefined }
    pos = end + 1
    return result
  })
}
