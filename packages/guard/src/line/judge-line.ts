import { newScope, TooMuch } from '../shell/scope.js'
import { INHERITED } from '../shell/stream.js'
import type { Visitor } from '../shell/walk.js'
import { literal } from '../shell/word.js'
import { followCommand, followWords } from './commands.js'
import type { LineFinding } from './finding.js'
import { LineWalk, type LineOptions } from './line-walk.js'
import { followReading } from './redirections.js'
import { sayShown, sayHidden, sayUnreadable } from './text-read-again.js'

/** A judgement of everything that a shell line could run. */
export function judgeLine(line: string, options: LineOptions): LineFinding[] {
  const { cwd, home } = options
  const span = { start: 0, end: line.length }
  return findingsOf(options, span, ({ shell }) => shell.runText(literal(line), newScope(cwd, home), INHERITED))
}

/** The same for the words of one call: what it does itself comes first. */
export function judgeWords(words: readonly string[], options: LineOptions): LineFinding[] {
  const argv = words.map(literal)
  const span = { start: 0, end: 0 }
  const scope = newScope(options.cwd, options.home)
  const command = { argv, assignments: [], redirects: [], stdin: INHERITED, scope, isPlain: true, span }
  return findingsOf(options, span, (walk) => walk.words(argv, command, false))
}

function findingsOf(options: LineOptions, span: LineFinding['span'], work: (walk: LineWalk) => void): LineFinding[] {
  const walk = new LineWalk(options, visitorOf, followWords)
  try {
    work(walk)
  } catch (error) {
    // What was found so far still counts.
    if (!(error instanceof TooMuch)) throw error
    walk.say('ask', 'too-much', error.message, 'line', undefined)
    walk.findings.at(-1)!.span = span
  }
  return walk.findings
}

function visitorOf(walk: LineWalk): Visitor {
  return {
    command: (command) => followCommand(walk, command),
    reading: (path, content, scope, span) => followReading(walk, path, content, scope, span),
    unreadable: (message) => sayUnreadable(walk, message),
    hidden: (text, as) => sayHidden(walk, text, as),
    shown: (text, where) => sayShown(walk, text, where),
    multiplies: () => {
      const reason = 'starts itself again and again until the machine stops responding'
      walk.say('deny', 'destructive', reason, 'line', undefined)
    },
  }
}
