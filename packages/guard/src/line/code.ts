import { NO_EFFECTS, type Effects } from '@atip/protocol/calls'
import type { CodeFacts } from '../code/index.js'
import { languageInstead, languageOf } from '../facts/calls.js'
import { late } from '../late.js'
import { namesShownPlace } from '../places/index.js'
import { ruleOnCode } from '../rules/code-rules.js'
import { isSourcing } from '../shell/builtin-kinds.js'
import { decode } from '../shell/encoded.js'
import { everIn } from '../shell/redirects.js'
import { childShellOf } from '../shell/scope.js'
import { BUILT, COPIED, SCRIPT, UNKNOWN, unknownStream, withoutText, type Stream } from '../shell/stream.js'
import type { SimpleCommand } from '../shell/walk.js'
import {
  hasUnknown,
  isForeign,
  isPattern,
  isUnknown,
  knownText,
  literal,
  readable,
  textOf,
  type Unknown,
  type Word,
} from '../shell/word.js'
import { childOf } from './child-shell.js'
import type { KnownCommand, LineWalk } from './line-walk.js'
import { followScript, shadowOf } from './scripts.js'

/** Readers of Python, JavaScript, Perl and the like. Loaded late: few lines run code of other languages. */
export const codeReaders = late(() => import('../code/index.js'))

/** Several pieces of code are the lines of one program: what one of them begins, another may end. */
export function followPieces(walk: LineWalk, seen: KnownCommand): void {
  const pieces = seen.facts.found.runs.filter((run) => run.kind === 'code')
  for (const language of new Set(pieces.map((piece) => piece.language))) {
    const texts = pieces.filter((piece) => piece.language === language).map(({ text }) => text)
    if (texts.length > 1) followCode(walk, language, decode(texts.join('\n')), seen, false)
  }
}

/** Code that a call reads from a file or a pipe. */
export function followCodeRead(walk: LineWalk, seen: KnownCommand): void {
  const { stdin, facts } = seen
  const { found, paths, tool } = facts
  for (const { path, access, parameter } of paths) {
    if (access?.includes('execute') !== true) {
      const language = languageInstead(tool, parameter)
      const content = language === undefined ? UNKNOWN : contentRead(path, seen)
      const isStream = /^\/(?:dev|proc)\//.test(knownText(path))
      if (language !== undefined && (isStream || content !== UNKNOWN))
        followForeign(walk, language, content, seen, true)
      continue
    }
    if (isAddress(path)) {
      const reason = `runs what ${readable(path)} sends`
      walk.say('deny', 'runs-foreign-code', reason, 'code', seen, { isFinal: true })
    }
    const content = contentRead(path, seen)
    followForeign(walk, languageOf(tool), content, seen, ![UNKNOWN, BUILT, COPIED].includes(content))
    if (content.text !== undefined && content.taints.has('replaced'))
      followCode(walk, languageOf(tool), undefined, seen, true)
    if (content === UNKNOWN) followScript(walk, path, languageOf(tool), seen)
  }
  if (found.stdin?.kind === 'code')
    followForeign(walk, found.stdin.language ?? 'code', stdin, seen, stdin.text === undefined)
}

/** Whether a script is at an address, and so comes from another machine. */
export function isAddress(path: Word): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(knownText(path))
}

/** The content of a file, if this line wrote it. */
function contentRead(path: Word, { scope, stdin }: SimpleCommand): Stream {
  const name = textOf(path)
  return name === '-' || name === '/dev/stdin' || name === '/dev/fd/0' ? stdin : everIn(path, scope)
}

/** Code that comes from somewhere else: a file, a pipe. `isHidden`: it could not be reviewed before. */
function followForeign(
  walk: LineWalk,
  language: string,
  { text, taints }: Stream,
  seen: KnownCommand,
  isHidden: boolean,
): void {
  if (taints.has('network') || taints.has('decoded') || (text !== undefined && isForeign(text))) {
    const origin = taints.has('network') ? 'another machine' : 'encoded text'
    const reason = `runs ${language} code that comes from ${origin}`
    return walk.say('deny', 'runs-foreign-code', reason, 'code', seen, { isFinal: true })
  }
  if (language !== 'shell' || text === undefined) return followCode(walk, language, text, seen, isHidden)
  const { scope } = seen
  const { tool } = seen.facts
  const isOwnInput = seen.stdin.text === text
  if (isOwnInput && seen.stdin === scope.input) scope.oddities.add('a shell runs what another command prints')
  walk.deeper(() =>
    isSourcing(tool.name)
      ? walk.inside(() => walk.shell.runSourced(text, scope))
      : walk.text(text, childOf(scope, seen.facts), isOwnInput ? SCRIPT : UNKNOWN),
  )
}

/** Code in another language, and the programs that it starts. */
export function followCode(
  walk: LineWalk,
  language: string,
  text: Word | undefined,
  seen: KnownCommand,
  isHidden: boolean,
): void {
  if (text !== undefined && isForeign(text)) {
    const reason = `runs ${language} code from elsewhere`
    return walk.say('deny', 'runs-foreign-code', reason, 'code', seen, { isFinal: true })
  }
  const known = text === undefined ? undefined : textsWithNumbers(text, codeReaders().onlyComputes(language))
  const isFinal = isHidden || (text !== undefined && hasUnknown(text))
  if (known === undefined) {
    const partly = text === undefined ? undefined : codeReaders().readCode(language, readable(text))
    const code = language === 'code' ? language : `${language} code`
    const reason = partly?.destroys ? `the ${code} ${partly.destroys}` : `runs ${code} that atip cannot read`
    walk.say(partly?.destroys ? 'deny' : 'ask', `code-${language}`, reason, 'code', seen, { isFinal })
    return
  }
  const { scope } = seen
  const { cwd, home, project, others, isAnywhere } = scope
  const facts = codeReaders().readEach(language, known)
  const shadow = shadowOf(walk, facts.imports, language, cwd)
  const places = { cwd, home, project, others, isAnywhere }
  const { decision, rule, reason, changed } = ruleOnCode(facts, { ...places, language, shadow })
  const paths = changed.map((path) => ({ path: literal(path), access: ['write' as const] }))
  const isWhole = !hasUnknown(text!)
  const effects = decision === 'allow' && isWhole ? effectsOfCode(facts) : undefined
  const more = { isFinal, paths, ...(isWhole && { code: facts }), ...(effects && { effects }) }
  walk.say(decision, rule, reason, 'code', seen, more)
  if (showsInput(facts, known, seen)) {
    const reason = `the ${language} code shows variables that may hold secrets`
    walk.say('ask', 'reads-secret', reason, 'code', seen, { isFinal })
  }
  // Programs that it starts may read its input, or receive it.
  const input = seen.stdin.taints.size === 0 ? UNKNOWN : unknownStream(...withoutText(seen.stdin).taints)
  for (const line of facts.shellLines) {
    if (line !== undefined) walk.deeper(() => walk.text(literal(line), childShellOf(scope, undefined), input))
  }
  for (const words of facts.programs) {
    if (words !== undefined) walk.deeper(() => followStarted(walk, words.map(literal), seen, input))
  }
}

/** In the middle of a pipe, code may write its input to a place that is displayed. */
function showsInput({ writes }: CodeFacts, texts: readonly string[], { stdin, scope }: KnownCommand): boolean {
  return (
    stdin.taints.has('environment') &&
    scope.isPiped &&
    (writes.length > 0 || texts.some((text) => namesShownPlace(text)))
  )
}

/** The effects of code that only computes, prints and reads; otherwise undefined. Programs are judged separately. */
function effectsOfCode(facts: CodeFacts): Effects | undefined {
  const { isUnderstood, network, reads, writes, deletes, loads, saved, handed, programs, shellLines } = facts
  const others = [...writes, ...deletes, ...loads, ...saved, ...handed, ...programs, ...shellLines]
  if (!isUnderstood || network || others.length > 0) return undefined
  return { ...NO_EFFECTS, filesystem: { read: reads.length > 0, write: false, delete: false } }
}

/** A program that code starts. */
function followStarted(
  walk: LineWalk,
  words: readonly Word[],
  { scope, span, isPlain }: KnownCommand,
  stdin: Stream,
): Stream {
  if (words.length === 0) return UNKNOWN
  const command = { argv: [...words], assignments: [], redirects: [], stdin, scope, span, isPlain }
  return walk.inside(() => walk.words(words, command, false))
}

/**
 * Code in which only plain words are unknown, with a number for each: `sed -n "$(wc -l < f)p"`. In a language that only
 * computes, variables from outside are possible, too: with a value, and without one.
 */
function textsWithNumbers(text: Word, takesVariables: boolean): readonly string[] | undefined {
  const isTaken = ({ shape, from }: Unknown) => shape === 'plain' || (takesVariables && isFromOutside(shape, from))
  if (!text.every((part) => !isUnknown(part) || isTaken(part)) || (takesVariables && !text.some(isText)))
    return undefined
  // A pattern may expand to names that are code.
  if (!takesVariables && text.some(isPattern)) return undefined
  // After a letter, a digit may have a meaning: in `s${n}a${n}b${n}` it delimits the texts.
  const isBound = text.every((part, index) => {
    const before = text[index - 1]
    return !isUnknown(part) || typeof before !== 'string' || !/[A-Za-z\\]$/.test(before)
  })
  if (!isBound) return undefined
  const reading = (value: string) =>
    text.map((part) => (isUnknown(part) ? value : typeof part === 'string' ? part : part.pattern)).join('')
  return takesVariables && hasUnknown(text) ? [reading('0'), reading('')] : [reading('0')]
}

function isFromOutside(shape: Unknown['shape'], from: Unknown['from']): boolean {
  return shape === 'operand' && from.has('variable') && !from.has('secret')
}

function isText(part: Word[number]): boolean {
  return !isUnknown(part)
}
