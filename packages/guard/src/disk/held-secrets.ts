import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { nameFits } from '@atip/protocol/calls'
import { secretLines } from '@atip/secrets'
import { expandPattern } from './expand-pattern.js'
import { forRepositories, openRepository, stateIn } from './git-repository.js'
import { Effort, namesIn, statsOf, type WalkedFile } from './walk.js'

/** A line of a file that looks as if it held a secret, or a link to a place where secrets are kept. */
export type HeldSecret = { path: string; text: string } & ({ line: number } | { to: string })

export interface HeldLimits {
  /** Of one file; what follows is not looked at. */
  bytes: number
  /** Of all files. */
  total: number
  /** Names in all folders. */
  entries: number
  milliseconds: number
  /** Of an index of git. */
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
  /** Also into what is hidden. */
  hidden: boolean
  /** Patterns for the names of files, of which one must fit; none if any does. */
  names: readonly string[]
  /** Whether a text may have a line that is shown. Most files of a search have none, which is told faster than what they hold. */
  mayShow?: (text: string) => boolean
}

/** Looks for secrets in files, within limits that hold for all of it. */
export class SecretSearch {
  readonly #effort: Effort
  #read = 0
  readonly #known = new Map<string, readonly HeldSecret[]>()
  readonly #isCommitted: (path: string, stats?: WalkedFile['stats']) => boolean

  constructor(
    /** Whether a name says that the file is code or prose, in which fewer values are what their names say. */
    private readonly isCode: (path: string) => boolean,
    /** Folders whose files come from elsewhere, and are made again. */
    private readonly isSkipped: (name: string) => boolean,
    /** Places where secrets are kept. */
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

  /** More was there than could be looked at. */
  get isCut(): boolean {
    return this.#effort.isCut
  }

  /** In the files that an absolute path or pattern names, but code and prose that git has as they are. */
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

  /** In all files below a folder, but those that git has as they are: who may see the repository has seen them. */
  *below({ root, hidden, names, mayShow }: LookBelow): Generator<HeldSecret> {
    yield* this.#linked(root)
    const folders = [root]
    for (let folder = folders.pop(); folder !== undefined && this.#effort.hasTime(); folder = folders.pop()) {
      for (const name of namesIn(folder, this.#effort)) {
        const path = posix.join(folder, name)
        if (!hidden && name.startsWith('.')) continue
        const stats = statsOf(path)
        if (stats?.isDirectory() === true && this.isSkipped(name)) {
          // Of a repository, its settings may hold a login.
          yield* this.#held(posix.join(path, 'config'), mayShow)
          // Builds copy settings, too.
          if (hidden) yield* this.#kept(path, mayShow)
        } else if (stats?.isDirectory() === true) folders.push(path)
        // What follows links finds other names behind one that leads to a folder.
        else if (stats?.isSymbolicLink() === true && this.isFolder(path)) yield* this.#linked(path)
        else if (stats !== undefined && fitsOne(path, names) && !this.#isCommitted(path, stats))
          yield* this.#held(path, mayShow)
      }
    }
  }

  /** In files of a folder, and of those in it, that are known to hold secrets by their names. */
  *#kept(folder: string, mayShow: LookBelow['mayShow'], depth = 1): Generator<HeldSecret> {
    for (const name of namesIn(folder, this.#effort)) {
      const path = posix.join(folder, name)
      if (this.isKept(path)) yield* this.#held(path, mayShow)
      else if (depth > 0 && !/\.\w+$/.test(name) && statsOf(path)?.isDirectory() === true)
        yield* this.#kept(path, mayShow, depth - 1)
    }
  }

  /** Where the path leads by links. A folder has no text, but files. */
  *#linked(path: string, text = ''): Generator<HeldSecret> {
    try {
      const to = realpathSync.native(path)
      const isKept = [path, to].map((one) => this.isKept(one) || (text === '' && this.isKept(`${one}/any`)))
      if (to !== path && !isKept[0] && isKept[1]) yield { path, to, text }
    } catch {
      // It leads nowhere.
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

/** A pattern with a slash is one for the end of the whole path. */
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

/** The text at the beginning of a regular file, and at its end if that is far. Never blocks, and never follows a device. */
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
