import { basename } from 'node:path'
import { freeWordsOf, type FreeWord } from '../facts/free-words.js'
import type { CallFacts } from '../facts/facts.js'
import { nameOf, partsOf, reachTable, readReach, wordsKnown, type ReachTable } from '../facts/reach-table.js'
import { knownText, type Word } from '../shell/word.js'

/**
 * The first word of a call that its description does not explain and that may lead out of the project, if any: by its
 * meaning, `web:deploy`, or because it may be code or a command line: `--post-run-command 'git push'`.
 */
export function wordBeyond(facts: CallFacts, table: ReachTable = reachTable()): string | undefined {
  const { operand, option, tasks, runs, builds, anywhere } = readReach(table)
  const program = basename(knownText(facts.words[0]!))
  const { free, beyond, lines } = wordsKnown(facts, table)
  const says = (text: string, words: ReadonlySet<string>, value?: string) =>
    isSaid(text, (part) => beyond.has(part) || (words.has(part) && !free.has(part)), value, table)
  const isDry = facts.found.harmless === 'dry-run'
  const leads = ({ role, word, isHandedOn }: FreeWord) => {
    const text = knownText(word)
    if (lines !== undefined && role === 'value') return !lines.some((line) => line.test(text))
    // Project code may get any text, but an assignment to a build variable addresses the build itself.
    if (mayBeCode(text) && (!isHandedOn || ASSIGNMENT.test(text))) return true
    if (role === 'value' || isDry) return false
    if (role !== 'option') {
      const isFile = isFileName(text, operand, tasks.has(program))
      if (role !== 'script' && isFile) return false
      const [first = ''] = partsOf(text.slice(text.lastIndexOf(':') + 1))
      return says(text, builds.has(first) ? anywhere : operand) || (!isFile && emptiesStore(text, table))
    }
    if (!isHandedOn && partsOf(nameOf(text)).some((part) => runs.has(part) && !free.has(part))) return true
    return says(nameOf(text), option, valueOf(text))
  }
  const found = freeWordsOf(facts).find(leads)
  return found === undefined ? undefined : knownText(found.word)
}

/** Whether the words tell a program without a description to publish something: `./bin/tool upload`. */
export function saysBeyond(words: readonly Word[], table: ReachTable = reachTable()): boolean {
  const { operand, option } = readReach(table)
  return words.map(knownText).some((text) => {
    if (text.startsWith('-')) return isSaid(nameOf(text), (part) => option.has(part), valueOf(text), table)
    if (isFileName(text, operand, false)) return false
    return isSaid(text, (part) => operand.has(part), undefined, table) || emptiesStore(text, table)
  })
}

/** Whether a variable that a line sets for a program makes it publish something: `REPORT_PUBLISH_ENABLED=true`. */
export function isBeyondVariable(name: string, value: string, table: ReachTable = reachTable()): boolean {
  const { anywhere } = readReach(table)
  return isSaid(name, (part) => anywhere.has(part), value, table)
}

function isSaid(text: string, leads: (part: string) => boolean, value: string | undefined, table: ReachTable): boolean {
  const { negations, off } = readReach(table)
  const parts = partsOf(text)
  if (negations.has(parts[0] ?? '') || (value !== undefined && off.has(value.toLowerCase()))) return false
  return parts.some(leads)
}

/** `clean-db`, `dbFlush` */
function emptiesStore(text: string, table: ReachTable): boolean {
  const { losses, stores } = readReach(table)
  return isSaid(text, (part) => losses.has(part), undefined, table) && partsOf(text).some((part) => stores.has(part))
}

function valueOf(option: string): string | undefined {
  const equals = option.indexOf('=')
  return equals === -1 ? undefined : option.slice(equals + 1)
}

/** `src/deploy`, `deploy.yaml`, not `site.deploy`. If operands are tasks, both are needed: `core/publish` is a task. */
function isFileName(text: string, words: ReadonlySet<string>, areTasks: boolean): boolean {
  const ending = /\.([a-z]\w{0,4})$/i.exec(text)?.[1]?.toLowerCase()
  const hasEnding = ending !== undefined && !words.has(ending)
  return areTasks ? text.includes('/') && hasEnding : text.includes('/') || hasEnding
}

const ASSIGNMENT = /^[\w.-]+\s*[!:?+]*=/

const OPTIONS_GIVEN = /^[\w.-]+[:?+]?=-[\w./=,:+@ -]*$/

/** Text that a program could read as code or a command line: neither a name nor a pattern of names. */
export function mayBeCode(text: string): boolean {
  // Options for a program that a build starts: `CFLAGS='-O2 -Wall'`.
  if (OPTIONS_GIVEN.test(text)) return false
  const plain = text
    .replace(/^!(?=[\w.*/@])/, '')
    .replace(/(?<=[\w\]])[<>!~]=?(?=\d)/g, '')
    .replace(/\[[\w.,:*^=/-]*\]/g, '')
    .replace(/(?<!\{)\{[\w.,*/-]*\}/g, '')
    .replace(/(?<=^|\/)\([\w.-]+\)(?=\/|$)/g, '')
  return /[\s"'`;|$&<>\\(){}[\]!]/.test(plain)
}
