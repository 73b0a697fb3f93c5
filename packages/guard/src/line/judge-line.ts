import { newScope, TooMuch, type ShellScope } from '../shell/scope.js'
import { INHERITED } from '../shell/stream.js'
import type { Visitor } from '../shell/walk.js'
import { literal } from '../shell/word.js'
import { followCommand, followWords } from './commands.js'
import type { RuleId } from '../rules/rules.js'
import type { LineFinding } from './finding.js'
import { sayFollowed } from './followed-files.js'
import { sayHeld } from './held-secrets.js'
import { sayMissing, sayReplaced } from './missing-files.js'
import { sayOddNames, sayOddRefs } from './odd-names.js'
import { LineWalk, type LineOptions } from './line-walk.js'
import { followReading } from './redirections.js'
import { sayShown, sayHidden, sayUnreadable } from './text-read-again.js'

/** Judges everything that a shell line could run. */
export function judgeLine(line: string, options: LineOptions): LineFinding[] {
  const { cwd, home } = options
  const span = { start: 0, end: line.length }
  return findingsOf(options, span, newScope(cwd, home), ({ shell }, scope) =>
    shell.runText(literal(line), scope, INHERITED),
  )
}

/** Judges the words of one call. The finding about the call itself comes first. */
export function judgeWords(words: readonly string[], options: LineOptions): LineFinding[] {
  const argv = words.map(literal)
  const span = { start: 0, end: 0 }
  return findingsOf(options, span, newScope(options.cwd, options.home), (walk, scope) => {
    const command = { argv, assignments: [], redirects: [], stdin: INHERITED, scope, isPlain: true, span }
    walk.words(argv, { ...command, isOutside: true }, false)
  })
}

function findingsOf(
  options: LineOptions,
  span: LineFinding['span'],
  scope: ShellScope,
  work: (walk: LineWalk, scope: ShellScope) => void,
): LineFinding[] {
  const walk = new LineWalk(options, visitorOf, followWords)
  const say = (rule: RuleId, reason: string) => {
    walk.say('ask', rule, reason, 'line', undefined)
    walk.findings.at(-1)!.span = span
  }
  try {
    work(walk, scope)
  } catch (error) {
    // The findings so far still count.
    if (!(error instanceof TooMuch)) throw error
    say('too-much', error.message)
  }
  for (const oddity of scope.oddities) say('unusual-shell', oddity)
  sayFollowed(walk)
  sayMissing(walk)
  sayReplaced(walk)
  sayOddNames(walk)
  sayOddRefs(walk)
  sayHeld(walk)
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
