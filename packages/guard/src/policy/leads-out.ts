import { classOfPath, decidesWhatRuns, mayHoldSecrets, resolvePath } from '../facts/path-class.js'
import { freeWordsOf } from '../facts/free-words.js'
import { nameOf, partsOf, reachTable, readReach, wordsKnown } from '../facts/reach-table.js'
import type { LineFinding } from '../line/finding.js'
import { protects } from '../places/index.js'
import { encode } from '../shell/encoded.js'
import { knownText, literal, textOf, type Word } from '../shell/word.js'
import { hidesOptions } from './inner-options.js'
import type { Project } from './project.js'

/**
 * Whether project code gets a word that leads out of the project, or to a protected file, `--outDir ~/docs` or
 * `--log-file=.git/hooks/pre-commit`. Described words are judged by their description.
 */
export function leadsOut(finding: LineFinding, project: Project): boolean {
  const { words, facts, cwd } = finding
  if (hidesOptions(finding, project)) return true
  const described = describedIn(facts)
  const free = new Set(
    facts === undefined ? [] : freeWordsOf(facts).flatMap(({ index, isHandedOn }) => (isHandedOn ? [] : [index])),
  )
  return words.some((word, index) => {
    const text = index === 0 ? undefined : textOf(word)
    if (text === undefined) return false
    const isDescribed = described.has(encode(word))
    if (isDescribed && !isBehindUnlisted(words, index, facts) && !runsOperands(facts)) return false
    return partsIn(text, optionOf(words, index)).some(({ text: part, option, isCut }) => {
      if (LABEL.test(part) || KEEPS_AWAY.test(option)) return false
      // In a sentence, a word with a leading slash need not be a path: `-t 'GET /users'`.
      const isPlain = !isCut || free.has(index) || option.startsWith('-')
      return piecesOf(withoutAddresses(part)).some((piece) => {
        const isLoaded = loadsCode(option, piece, facts)
        if (isDescribed ? !isLoaded : described.has(piece)) return false
        return isPlain ? isOut(piece, cwd, project, isLoaded) : /\w/.test(piece) && leadsAstray(piece, cwd, project)
      })
    })
  })
}

function describedIn(facts: LineFinding['facts']): ReadonlySet<string> {
  const uses = facts?.call.uses.filter(({ parameter }) => parameter['x-atip']?.value !== undefined) ?? []
  return new Set([
    ...uses.flatMap((use) => use.words),
    ...(facts?.found.paths ?? []).map(({ path }) => path),
    // A command that it runs is judged separately, with its words.
    ...(facts?.found.runs ?? []).flatMap((run) => (run.kind === 'argv' ? run.words : [])),
  ])
}

/** The word may be the value of an unlisted option rather than an operand: `rspec -r /tmp/x.rb`. */
function isBehindUnlisted(words: readonly Word[], index: number, facts: LineFinding['facts']): boolean {
  const isOption = /^--?[^-]/.test(knownText(words[index - 1]!))
  return isOption && facts?.call.uses.some((use) => use.kind === 'option' && use.index === index - 1) !== true
}

/** Options that exclude paths: their values are not used. */
const KEEPS_AWAY = /^--?\w*(?:ignore|exclude|skip)/i

/** `--require`, `--plugin-dir`. A single letter has no known meaning: its value counts if it is code, `-r X.rb`. */
function loadsCode(option: string, piece: string, facts: LineFinding['facts']): boolean {
  const { loads, code } = readReach(reachTable())
  const own = facts === undefined ? undefined : wordsKnown(facts).loads
  const letter = /^-(\w)(?![\w-])/.exec(option)?.[1]
  const isLetter = letter !== undefined && letter !== 'o'
  if ((isLetter || runsOperands(facts)) && code.has(/\.(\w+)$/.exec(piece)?.[1] ?? '')) return true
  if (letter !== undefined) return own?.has(letter) === true
  const isLoading = (part: string) => loads.has(part) || own?.has(part) === true
  return partsOf(nameOf(option)).some((part) => isLoading(part) || isLoading(part.replace(/s$/, '')))
}

/** Whether its operands are code: `rspec FILE`. */
function runsOperands(facts: LineFinding['facts']): boolean {
  return facts !== undefined && wordsKnown(facts).loads.has('')
}

interface WordPart {
  text: string
  /** The option it belongs to, or the word before it. */
  option: string
  isCut: boolean
}

/** A word and its parts between blanks: some programs take options in one word, `-ldflags '-s -o FILE'`. */
function partsIn(text: string, option: string): WordPart[] {
  const cut = text.split(/\s+/).map((part) => part.replace(/^["']|["']$/g, ''))
  const parts = cut.map((part, index) => ({
    text: part,
    option: part.startsWith('-') ? part : (cut[index - 1] ?? ''),
    isCut: true,
  }))
  const inside = cut.flatMap((part) => {
    const value = /^[^=]+=(-.+)$/.exec(part)?.[1]
    return value === undefined ? [] : [{ text: value, option: value, isCut: true }]
  })
  return [{ text, option, isCut: false }, ...(cut.length > 1 ? parts : []), ...inside]
}

/** Removes URLs. Those with `file:` become paths. */
function withoutAddresses(text: string): string {
  return text.replace(/\bfile:\/\//gi, '').replace(/\b[a-z][\w+.-]*:\/\/[^\s,;"']*/gi, '')
}

/** Labels of build targets: `//base:all`, `//...`. */
const LABEL = /^\/\/[\w./-]*(?::[\w*-]+|\.\.\.)$/

/** The option that a word belongs to. */
function optionOf(words: readonly Word[], index: number): string {
  const text = knownText(words[index]!)
  return text.startsWith('-') ? text : knownText(words[index - 1]!)
}

/** The word, and file names inside it: `--name=a,b`, `-o/path`, `name:path`, `import "path"`. */
function piecesOf(text: string): string[] {
  const attached = /^-\w([/~.].*)$/.exec(text)?.[1]
  const inQuotes = [...text.matchAll(/(["'])([^"']+)\1/g)].map((match) => match[2]!)
  return [text, ...text.split(/[=,:]/).slice(1), ...(attached === undefined ? [] : [attached]), ...inQuotes]
}

/** Whether a text that code passes to a function names a file of the account, of the system, or with secrets. */
export function leadsAstray(text: string, cwd: string | undefined, project: Project): boolean {
  const { root, home } = project
  if (text === '' || mayHoldSecrets(classOfPath(literal(text), { cwd, home }))) return text !== ''
  if (!isOut(text, cwd, project)) return false
  // The path of a URL also begins with a slash: `/health`.
  const first = (path: string) => path.split('/', 2).join('/')
  const absolute = resolvePath(text, { cwd, home })
  if (!text.startsWith('/') || [root, home].some((one) => first(one) === first(absolute))) return true
  return protects(absolute, home) !== undefined || OF_MACHINE.has(classOfPath(literal(`${absolute}/x`), { cwd, home }))
}

const OF_MACHINE: ReadonlySet<string> = new Set(['system', 'device', 'dotfile', 'private', 'secret'])

/** Code from a temporary folder does not belong to the project. */
function isOut(piece: string, cwd: string | undefined, { root, home }: Project, isLoaded = false): boolean {
  if (piece === '' || /\s/.test(piece)) return false
  const absolute = resolvePath(piece, { cwd, home })
  const kind = classOfPath(literal(absolute), { cwd, home })
  if (decidesWhatRuns(absolute, home) || mayHoldSecrets(kind)) return true
  const isPath = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(piece)
  if (!isPath || absolute === root || absolute.startsWith(`${root}/`)) return false
  return isLoaded || !ANYWHERE.has(kind)
}

const ANYWHERE: ReadonlySet<string> = new Set(['temporary', 'sink'])
