import { lstatSync, opendirSync, type BigIntStats } from 'node:fs'

/** The limits for reading the disk, and how much of them is left. */
export class Effort {
  /** Something was left out: a limit was reached, or permission is missing. */
  isCut = false
  #listed = 0
  #asked = 0
  #isLate = false
  readonly #end: number

  constructor(
    private readonly limits: { entries: number; milliseconds: number },
    private readonly now: () => number,
  ) {
    this.#end = now() + limits.milliseconds
  }

  /** Whether one more name may be taken from a folder. */
  takesName(): boolean {
    if (++this.#listed > this.limits.entries) this.isCut = true
    return this.#listed <= this.limits.entries && this.hasTime()
  }

  hasTime(): boolean {
    // Asking for the time takes longer than most of the work between.
    if (this.#asked++ % 32 === 0 && this.now() >= this.#end) this.#isLate = this.isCut = true
    return !this.#isLate
  }
}

export interface WalkedFile {
  path: string
  stats: BigIntStats
}

/** A path and everything below it. Links are not followed, and other file systems not entered: they may be remote. */
export function* walk(top: string, effort: Effort): Generator<WalkedFile> {
  const paths = [top]
  let device: bigint | undefined
  for (let path = paths.pop(); path !== undefined && effort.hasTime(); path = paths.pop()) {
    const stats = statsOf(path)
    if (stats === undefined) {
      effort.isCut = true
      continue
    }
    device ??= stats.dev
    yield { path, stats }
    if (!stats.isDirectory()) continue
    if (stats.dev !== device) effort.isCut = true
    else for (const name of namesIn(path, effort)) paths.push(path === '/' ? `/${name}` : `${path}/${name}`)
  }
}

export function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

export function namesIn(path: string, effort: Effort): string[] {
  const names: string[] = []
  try {
    const folder = opendirSync(path, { bufferSize: 256 })
    try {
      for (let entry = folder.readSync(); entry !== null && effort.takesName(); entry = folder.readSync())
        names.push(entry.name)
    } finally {
      folder.closeSync()
    }
  } catch {
    effort.isCut = true
  }
  return names
}
