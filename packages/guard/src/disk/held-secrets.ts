import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { nameFits } from '@atip/protocol/calls'
import { secretLines } from '@atip/secrets'
import { expandPattern } from './expand-pattern.js'
import { forRepositories, openRepository, stateIn } from './git-repository.js'
import { Effort, namesIn, statsOf, type WalkedFile } from './walk.js'

/** A line of a file that looks like a secret, or a link to a place that may hold secrets. */
export type HeldSecret = { path: string; text: string } & ({ line: number } | { to: string })

export interface HeldLimits {
  /** Of one file; of a larger one, only its beginning and its end are read. */
  bytes: number
  /** Of all files. */
  total: number
  /** Names in all folders. */
  entries: number
  milliseconds: number
  /** Of a git index. */
  indexBytes: number
  /** Of files that must be read to compare them with git. */
  comparedBytes: number
}

export const HELD_LIMITS: Readonly<HeldLimits> = {
  bytes: 512 * 1024,
  total: 64 * 1024 * 1024,
  entries: 20_000,
  milliseconds: 2000,
  indexBytes: 32 * 1024 * 1024,
  comparedBytes: 8 * 1024 * 1024,
}

export interface LookBelow {
  root: string
  /** Include hidden files and folders. */
  hidden: boolean
  /** Patterns of which the name of a file must fit one; empty if any name will do. */
  names: readonly string[]
  /** Whether a text may have a line that is shown. Most have none, and this is faster than a search for secrets. */
  mayShow?: (text: string) => boolean
}

/** Searches files for secrets, within limits for all searches together. */
export class SecretSearch {
  readonly #effort: Effort
  #read = 0
  readonly #known = new Map<string, readonly HeldSecret[]>()
  readonly #isCommitted: (path: string, stats?: WalkedFile['stats']) => boolean

  constructor(
    /** Whether the name of a file says that it is code or prose, in which names of values mean less. */
    private readonly isCode: (path: string) => boolean,
    /** Folders whose files come from elsewhere, and can be regenerated. */
    private readonly isSkipped: (name: string) => boolean,
    /** Places that may hold secrets. */
    private readonly isKept: (path: string) => boolean,
    private readonly limits: HeldLimits = HELD_LIMITS,
    now: () => number = () => performance.now(),
  ) {
    this.#effort = new Effort(limits, now)
    const left = { bytes: limits.comparedBytes }
    const repositoryOf = forRepositories((root) => openRepository(root, limits.indexBytes), undefined)
    this.#isCommitted = (path, stats = statsOf(path)) => {
      if (stats?.isFile() !== true || this.isKept(path)) return false
      const repository = repositoryOf(posix.dirname(path))
      return repository !== undefined && stateIn(repository, path, stats, left) === 'unchanged'
    }
  }

  /** Not everything could be searched. */
  get isCut(): boolean {
    return this.#effort.isCut
  }

  /** Secrets in the files that an absolute path or pattern names, except code and prose that git has unchanged. */
  in(pattern: string): readonly HeldSecret[] {
    const paths = expandPattern(pattern, this.#effort)
    return paths.filter((path) => !this.isCode(path) || !this.#isCommitted(path)).flatMap((path) => this.#held(path))
  }

  isThere(path: string): boolean {
    return statsOf(path) !== undefined
  }

  isFolder(path: string): boolean {
    return statsOf(`${path}/.`)?.isDirectory() === true
  }

  /** Secrets in all files below a folder, except those that git has unchanged: readers of the repository know them. */
  *below({ root, hidden, names, mayShow }: LookBelow): Generator<HeldSecret> {
    yield* this.#linked(root)
    const folders = [root]
    for (let folder = folders.pop(); folder !== undefined && this.#effort.hasTime(); folder = folders.pop()) {
      for (const name of namesIn(folder, this.#effort)) {
        const path = posix.join(folder, name)
        if (!hidden && name.startsWith('.')) continue
        const stats = statsOf(path)
        if (stats?.isDirectory() === true && this.isSkipped(name)) {
          // The settings of a repository may contain a login.
          yield* this.#held(posix.join(path, 'config'), mayShow)
          // Builds copy settings, too.
          if (hidden) yield* this.#kept(path, mayShow)
        } else if (stats?.isDirectory() === true) folders.push(path)
        // A search that follows links finds other names below a link to a folder.
        else if (stats?.isSymbolicLink() === true && this.isFolder(path)) yield* this.#linked(path)
        else if (stats !== undefined && fitsOne(path, names) && !this.#isCommitted(path, stats))
          yield* this.#held(path, mayShow)
      }
    }
  }

  /** Secrets in files of a folder and of its subfolders whose names suggest that they hold some. */
  *#kept(folder: string, mayShow: LookBelow['mayShow'], depth = 1): Generator<HeldSecret> {
    for (const name of namesIn(folder, this.#effort)) {
      const path = posix.join(folder, name)
      if (this.isKept(path)) yield* this.#held(path, mayShow)
      else if (depth > 0 && !/\.\w+$/.test(name) && statsOf(path)?.isDirectory() === true)
        yield* this.#kept(path, mayShow, depth - 1)
    }
  }

  /** A path that leads to a place with secrets by links. For a folder, the text is empty. */
  *#linked(path: string, text = ''): Generator<HeldSecret> {
    try {
      const to = realpathSync.native(path)
      const isKept = [path, to].map((one) => this.isKept(one) || (text === '' && this.isKept(`${one}/any`)))
      if (to !== path && !isKept[0] && isKept[1]) yield { path, to, text }
    } catch {
      // The link leads nowhere.
    }
  }

  #held(path: string, mayShow: LookBelow['mayShow'] = () => true): readonly HeldSecret[] {
    const known = this.#known.get(path)
    if (known !== undefined) return known
    const isLeft = this.#read < this.limits.total && this.#effort.hasTime()
    if (!isLeft) this.#effort.isCut = true
    const text = isLeft ? beginningOf(path, this.limits.bytes) : undefined
    this.#read += text?.length ?? 0
    if (text !== undefined && !mayShow(text)) return []
    const found = text === undefined ? [] : [...this.#linked(path, text), ...heldIn(path, text, !this.isCode(path))]
    this.#known.set(path, found)
    return found
  }
}

/** A pattern with a slash is matched against the end of the whole path. */
function fitsOne(path: string, patterns: readonly string[]): boolean {
  const small = path.toLowerCase()
  const name = small.slice(small.lastIndexOf('/') + 1)
  return (
    patterns.length === 0 ||
    patterns.some((pattern) =>
      pattern.includes('/') ? nameFits(`*/${pattern.replace(/^(?:[.*]*\/)+/, '')}`, small) : nameFits(pattern, name),
    )
  )
}

function heldIn(path: string, text: string, settings: boolean): HeldSecret[] {
  const lines = text.split('\n')
  return secretLines(text, { settings }).map(({ line }) => ({ path, line, text: lines[line - 1] ?? '' }))
}

/** The beginning of a regular file, and its end if it is long. Never blocks, and never opens a device. */
function beginningOf(path: string, most: number): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    try {
      if (!fstatSync(descriptor).isFile()) return undefined
      const { size } = fstatSync(descriptor)
      const bytes = Buffer.alloc(Math.min(most, size))
      const beginning = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
      if (size <= most) return beginning
      const rest = Buffer.alloc(Math.min(most >> 2, size - most))
      return `${beginning}\n${rest.toString('utf8', 0, readSync(descriptor, rest, 0, rest.length, size - rest.length))}`
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
