import {
  hiddenOf,
  holdsProtected,
  homeOf,
  isInTopFolder,
  isOfRepository,
  kindOfPath,
  pathFrom,
  pathInAddress,
  protects,
  type PlaceKind,
  type Protection,
} from '../places/index.js'
import { beginning, isPattern, isUnknown, literal, literalOf, textOf, type Unknown, type Word } from '../shell/word.js'

/** `own`: in a folder that the line made itself. `unknown`: its place depends on an unknown part. */
export type PathClass = PlaceKind | 'own' | 'unknown'

export interface Surroundings {
  cwd: string | undefined
  /** Folders in which the call may run instead. */
  others?: readonly string[]
  /** It may also run in an unknown folder. */
  isAnywhere?: boolean
  home: string
  /** The folder where the line starts. Paths below it belong to the project, even in a hidden folder of a home. */
  project?: string | undefined
}

/** The class of a path. For an address, also that of the file it means to programs that decode it. */
export function classOfPath(path: Word, places: Surroundings): PathClass {
  const kind = classAsWritten(path, places)
  const known = textOf(path)
  const decoded = known === undefined ? undefined : pathInAddress(known)
  if (decoded === undefined) return kind
  const kinds = [classAsWritten(literal(decoded), places), kind]
  return kinds.find(mayHoldSecrets) ?? kinds.find((one) => !DISPOSABLE.has(one)) ?? kind
}

/** The class of an operand, also for programs that expand patterns or strip blanks. */
export function classOfOperand(word: Word, places: Surroundings): PathClass {
  const kind = classOfPath(word, places)
  const text = literalOf(word)
  if (text === undefined || mayHoldSecrets(kind)) return kind
  const hidden = /^\*+$/.test(text) ? undefined : hiddenOf(text)
  const bare = text.replace(/^[\s<>+&=]+|\s+$/g, '')
  const others = [hidden, bare === text ? undefined : bare].filter((one) => one !== undefined && one !== '')
  return others.map((one) => classOfPath(literal(one!), places)).find(mayHoldSecrets) ?? kind
}

function classAsWritten(path: Word, places: Surroundings): PathClass {
  const kind = classFrom(path, places)
  const { cwd, home, others = [] } = places
  const isLost = cwd === undefined || places.isAnywhere === true
  if ((others.length === 0 && !isLost) || !isRelative(path)) return kind
  // An unknown folder may be the home, where most secrets are.
  if (isLost && classFrom(path, { ...places, cwd: home }) === 'secret') return 'secret'
  const kinds = [kind, ...others.map((cwd) => classFrom(path, { ...places, cwd }))]
  return kinds.find(mayHoldSecrets) ?? kinds.find((one) => !DISPOSABLE.has(one)) ?? kind
}

const DISPOSABLE: ReadonlySet<PathClass> = new Set<PathClass>(['own', 'temporary', 'regenerable', 'sink'])

function isRelative([first]: Word): boolean {
  return typeof first === 'string'
    ? !/^[/~]/.test(first) && !first.includes('://')
    : first !== undefined && isPattern(first)
}

function classFrom(path: Word, places: Surroundings): PathClass {
  const known = textOf(path)
  return known === undefined ? classOfPartlyKnown(path, places) : kindOf(resolvePath(known, places), places)
}

function kindOf(absolute: string, { home, project }: Surroundings): PlaceKind {
  const kind = kindOfPath(absolute, home)
  const isOfProject = kind === 'private' && project !== undefined && absolute.startsWith(`${project}/`)
  return isOfProject && !`${home}/`.startsWith(`${project}/`) ? 'dotfile' : kind
}

/** Whether reading it may show a secret: it usually holds one, or it is a private file that is not known otherwise. */
export function mayHoldSecrets(kind: PathClass): boolean {
  return kind === 'secret' || kind === 'private'
}

/** The class of a known parent folder counts: `/etc/$x`. But `$x/..` may lead out of it. */
function classOfPartlyKnown(path: Word, places: Surroundings): PathClass {
  // Whatever the value of `$x` is, `$x/.env` is the name of a secret.
  const isAnywhere = isUnknown(path[0]!) && !isOwnPlace(path[0])
  const count = path.filter(isUnknown).length
  if (count > MOST_UNKNOWN) return 'secret'
  const first = isAnywhere ? [...ANY_TEXT, places.home, `${places.home}/x`] : ANY_TEXT
  for (const sample of samplesOf(path, first)) {
    const kind = sample === '' ? 'other' : kindOf(resolvePath(sample, places), places)
    // A variable from outside is an ordinary operand, so this would ask too often.
    const isMeant = !isUnknown(path[0]!) || !path[0].from.has('variable')
    if (kind === 'secret' || (kind === 'private' && isMeant)) return kind
  }
  const hasDots = path.some((part) => typeof part === 'string' && part.includes('..'))
  if (!hasDots && path.every((part) => !isUnknown(part) || part.shape === 'plain')) {
    // A number or a name does not lead to a parent folder: `/tmp/out.$i`.
    const folder = beginning(path).replace(/[^/]*$/, '')
    if (folder !== '' && kindOf(resolvePath(`${folder}x`, places), places) === 'temporary') return 'temporary'
  }
  const [start, ...others] = path
  const isOutside = hasDots || others.some(isUnknown)
  if (isUnknown(start!) && isOwnPlace(start) && !isOutside) return mayBeAbsolute(others, places) ? 'unknown' : 'own'
  const text = beginning(path)
  const folder = text.slice(0, text.lastIndexOf('/') + 1)
  if (folder === '' || isOutside) return 'unknown'
  const kind = kindOf(resolvePath(`${folder}x`, places), places)
  return CERTAIN.has(kind) ? kind : 'unknown'
}

/** With more unknown parts, a path may be any. */
const MOST_UNKNOWN = 6

/** Samples for unknown text: a name, nothing at all, or the folder itself. */
const ANY_TEXT = ['x', '', '.']

/** In a hidden name, unknown text may also complete the name of any existing file. */
const ANY_HIDDEN = [...ANY_TEXT, '*']

/** Every path with samples in place of the unknown parts. */
function samplesOf(path: Word, first: readonly string[]): string[] {
  let samples = ['']
  for (const [index, part] of path.entries()) {
    const isHidden = samples.some((sample) => /(?:^|\/)\.[^/]*$/.test(sample))
    const any = index === 0 ? first : isHidden ? ANY_HIDDEN : ANY_TEXT
    const texts = isUnknown(part) ? any : [typeof part === 'string' ? part : part.pattern]
    samples = texts.flatMap((text) => samples.map((sample) => sample + text))
  }
  return samples
}

/** Whether it is a folder that the line made itself, and not the number of a process. */
export function isOwnPlace({ from }: Unknown): boolean {
  return from.has('temporary') && !from.has('variable')
}

/** If the temporary folder could not be made, its name is empty, and the rest is the path: `rm -rf "$d/home/ann"`. */
function mayBeAbsolute(rest: Word, { cwd, home }: Surroundings): boolean {
  const text = rest.map((part) => (typeof part === 'string' ? part : isUnknown(part) ? '' : part.pattern)).join('')
  // Without the folder, a text that does not begin with a slash is relative.
  if (!text.startsWith('/')) return text !== ''
  return isInTopFolder(text, [home, cwd]) && kindOfPath(text, home) !== 'temporary'
}

/** Classes that apply to everything in a folder. */
const CERTAIN: ReadonlySet<PathClass> = new Set<PathClass>(['device', 'system', 'dotfile', 'private', 'secret'])

/** The path as the shell resolves it; one from an unknown folder stays relative. */
export function resolvePath(path: string, { cwd, home }: Surroundings): string {
  if (path === '~' || path.startsWith('~/')) return pathFrom(cwd, home + path.slice(1))
  const [start, user] = /^~([a-z_][\w-]*)(?=\/)/.exec(path) ?? []
  return pathFrom(cwd, user === undefined ? path : homeOf(user, home) + path.slice(start!.length))
}

/** Whether a known path is below a folder, and not the folder itself. */
export function isBelow(path: Word, folder: string | undefined, places: Surroundings): boolean {
  const known = textOf(path)
  if (known === undefined || folder === undefined) return false
  return resolvePath(known, places).startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** Whether it appends to a `.env` of the project: nothing is lost, and only the project depends on it. */
export function isAddedHere(path: Word, appends: boolean, places: Surroundings): boolean {
  const { cwd, home } = places
  if (!appends || cwd === undefined || cwd === home || cwd.startsWith(`${home}/.`)) return false
  return classOfPath(path, places) === 'secret' && kindOfPath(cwd, home) === 'other' && isBelow(path, cwd, places)
}

/** Whether a folder contains a whole account. */
export function isWholeAccount(path: Word, places: Surroundings): boolean {
  const known = textOf(path)
  return known !== undefined && (classOfPath(path, places) === 'home' || resolvePath(known, places) === '/')
}

/** The same, or a folder with settings, in which programs store passwords. */
export function mayKeepPasswords(path: Word, places: Surroundings): boolean {
  const kind = classOfPath(path, places)
  return isWholeAccount(path, places) || kind === 'dotfile' || kind === 'private' || kind === 'system'
}

const WHY: Readonly<Record<Protection, string>> = {
  startup: 'which the system or your account depends on',
  system: 'which the system or your account depends on',
  agent: 'which decides what agents do',
  policy: 'which decides what agents may do',
}

/** Why a call must not write there; undefined if it may. */
export function protectionOf(path: Word, places: Surroundings): string | undefined {
  const known = textOf(path)
  if (known === undefined) return undefined
  const paths = [known, pathInAddress(known)].filter((one) => one !== undefined)
  const protection = paths
    .map((one) => protects(resolvePath(one, places), places.home))
    .find((one) => one !== undefined)
  return protection === undefined ? undefined : WHY[protection]
}

/** Protected files, the folders that contain them, and the data of version control. */
export function decidesWhatRuns(absolute: string, home: string): boolean {
  return isOfRepository(absolute, home) || protects(absolute, home) !== undefined || holdsProtected(absolute, home)
}
