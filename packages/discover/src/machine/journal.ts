import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isHash, type DataFolders } from '../catalog/index.js'
import type { FilePart, ProgramFile } from '../types.js'

/** Files that a scan has read so far, so that an interrupted scan need not read them again. */
export interface Journal {
  /** Entries of a scan that did not finish. */
  left: ProgramFile[]
  add(file: ProgramFile): void
  remove(): void
}

/** Entries are written in batches: one write per line would take longer than reading some of the files. */
const AT_ONCE = 64

/** A journal is an optimisation: if it cannot be written or read, the scan reads everything. */
export function openJournal({ cache }: DataFolders): Journal {
  const file = join(cache, 'scan.journal')
  let lines: string[] = []
  const write = () => {
    try {
      mkdirSync(cache, { recursive: true, mode: 0o700 })
      appendFileSync(file, lines.join(''), { mode: 0o600 })
    } catch {
      // The next scan reads these files again.
    }
    lines = []
  }
  return {
    left: readLeft(file),
    add(examined) {
      // Starts with a line break, because the last writer may have been killed in the middle of a line.
      lines.push(`\n${JSON.stringify(examined)}`)
      if (lines.length >= AT_ONCE) write()
    },
    remove() {
      try {
        rmSync(file, { force: true })
      } catch {
        // Its entries only apply while the files are unchanged, so it does no harm.
      }
    },
  }
}

function readLeft(file: string): ProgramFile[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const examined = line === '' ? undefined : parse(line)
    return isProgramFile(examined) ? [examined] : []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isProgramFile(value: unknown): value is ProgramFile {
  if (!isPart(value)) return false
  const { hash, kind, closure, packageClosure, launches, mentionsAtip } = value as Partial<ProgramFile>
  return (
    isHash(hash) &&
    (kind === 'binary' || kind === 'script') &&
    [closure, packageClosure].every((one) => one === undefined || isHash(one)) &&
    (launches === undefined || (Array.isArray(launches) && launches.every(isPart))) &&
    typeof mentionsAtip === 'boolean'
  )
}

function isPart(value: unknown): value is FilePart {
  if (typeof value !== 'object' || value === null) return false
  const { path, identity } = value as Partial<FilePart>
  return typeof path === 'string' && typeof identity === 'string'
}
