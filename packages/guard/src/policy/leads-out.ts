import { classOfPath, mayHoldSecrets, resolvePath } from '../facts/path-class.js'
import { freeWordsOf } from '../facts/free-words.js'
import { nameOf, partsOf, reachTable, readReach } from '../facts/reach-table.js'
import type { LineFinding } from '../line/finding.js'
import { protects } from '../places/index.js'
import { encode } from '../shell/encoded.js'
import { knownText, literal, textOf, type Word } from '../shell/word.js'
import { decidesWhatRuns, type Project } from './project.js'

/**
 * Whether code of the project is handed a word that leads it out of the project, or to what must not be changed behind a person's
 * back: `npm run build -- --outDir ~/docs`, `--log-file=.git/hooks/pre-commit`. Words whose meaning is described are judged by it.
 */
export function leadsOut({ words, facts, cwd }: LineFinding, project: Project): boolean {
  const uses = facts?.call.uses.filter(({ parameter }) => parameter['x-atip']?.value !== undefined) ?? []
  const described = new Set([
    ...uses.flatMap((use) => use.words),
    ...(facts?.found.paths ?? []).map(({ path }) => path),
    // A command that it runs in turn is judged by itself, with its words.
    ...(facts?.found.runs ?? []).flatMap((run) => (run.kind === 'argv' ? run.words : [])),
  ])
  const free = new Set(
    facts === undefined ? [] : freeWordsOf(facts).flatMap(({ index, isHandedOn }) => (isHandedOn ? [] : [index])),
  )
  return words.some((word, index) => {
    const text = index === 0 || described.has(encode(word)) ? undefined : textOf(word)
    if (text === undefined || text.includes('://') || LABEL.test(text) || KEEPS_AWAY.test(optionOf(words, index)))
      return false
    const pieces = piecesOf(text).flatMap((piece) => (free.has(index) ? [piece, ...piece.split(/\s+/)] : [piece]))
    const isLoaded = loadsCode(optionOf(words, index))
    return pieces.some((piece) => !described.has(piece) && isOut(piece, cwd, project, isLoaded))
  })
}

/** What such an option names is left alone. */
const KEEPS_AWAY = /^--?\w*(?:ignore|exclude|skip)/i

/** `--require`, `--plugin-dir` */
function loadsCode(option: string): boolean {
  const { loads } = readReach(reachTable())
  return partsOf(nameOf(option)).some((part) => loads.has(part))
}

/** What a build calls its parts: `//base:all`, `//...`. */
const LABEL = /^\/\/[\w./-]*(?::[\w*-]+|\.\.\.)$/

/** The option to which a word belongs. */
function optionOf(words: readonly Word[], index: number): string {
  const text = knownText(words[index]!)
  return text.startsWith('-') ? text : knownText(words[index - 1]!)
}

/** `--name=a,b`, `-o/path`, `name:path` and `import "path"` name files beside their own text. */
function piecesOf(text: string): string[] {
  const attached = /^-\w([/~.].*)$/.exec(text)?.[1]
  const inQuotes = [...text.matchAll(/(["'])([^"']+)\1/g)].map((match) => match[2]!)
  return [text, ...text.split(/[=,:]/).slice(1), ...(attached === undefined ? [] : [attached]), ...inQuotes]
}

/** Whether a text that code gives to a function is the name of a file of the account, of the system, or with secrets. */
export function leadsAstray(text: string, cwd: string | undefined, project: Project): boolean {
  const { root, home } = project
  if (text === '' || mayHoldSecrets(classOfPath(literal(text), { cwd, home }))) return text !== ''
  if (!isOut(text, cwd, project)) return false
  // An address on a server begins with a slash, too: `/health`.
  const first = (path: string) => path.split('/', 2).join('/')
  const absolute = resolvePath(text, { cwd, home })
  if (!text.startsWith('/') || [root, home].some((one) => first(one) === first(absolute))) return true
  return protects(absolute, home) !== undefined || OF_MACHINE.has(classOfPath(literal(`${absolute}/x`), { cwd, home }))
}

const OF_MACHINE: ReadonlySet<string> = new Set(['system', 'device', 'dotfile', 'private', 'secret'])

/** Code from a temporary folder is not the project's. */
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
