import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@atip/protocol'
import { writeWhole } from '@atip/files'

/** The change to a file, so that it can be undone byte for byte. */
export interface InstallRecord {
  file: string
  agent: string
  /** The original file; undefined if there was none. */
  before: Uint8Array | undefined
  /** The SHA-256 of the file afterwards. */
  after: string
  /** Folders that were created for it, outermost first. */
  folders: string[]
}

/**
 * One folder per file, in our own data folder. Only the user can read it, because files of agents may contain secrets.
 */
export class InstallRecords {
  readonly #root: string

  constructor(data: string) {
    this.#root = join(data, 'install')
  }

  /** The path of the backup of a file. */
  backupOf(file: string): string {
    return join(this.#folder(file), 'original')
  }

  read(file: string): InstallRecord | undefined {
    return recordIn(this.#folder(file))
  }

  all(): InstallRecord[] {
    const names = existsSync(this.#root) ? readdirSync(this.#root) : []
    return names.flatMap((name) => recordIn(join(this.#root, name)) ?? [])
  }

  write({ before, ...record }: InstallRecord): void {
    const folder = this.#folder(record.file)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (before !== undefined) writeWhole(join(folder, 'original'), before, { mode: 0o600 })
    const text = JSON.stringify({ ...record, wasThere: before !== undefined }, null, 2)
    writeWhole(join(folder, 'record.json'), `${text}\n`, { mode: 0o600 })
  }

  remove(file: string): void {
    rmSync(this.#folder(file), { recursive: true, force: true })
  }

  #folder(file: string): string {
    return join(this.#root, hashOf(file).slice(0, 32))
  }
}

export function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** An unreadable record counts as none: our pieces are then recognised by their contents. */
function recordIn(folder: string): InstallRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))
    if (!isObject(value)) return undefined
    const { file, agent, after, folders, wasThere } = value
    if (typeof file !== 'string' || typeof after !== 'string' || !Array.isArray(folders)) return undefined
    const before = wasThere === true ? readFileSync(join(folder, 'original')) : undefined
    return { file, agent: String(agent), before, after, folders: folders.filter((one) => typeof one === 'string') }
  } catch {
    return undefined
  }
}
