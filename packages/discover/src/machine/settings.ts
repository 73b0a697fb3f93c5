import { isAbsolute } from 'node:path'
import { configFile, type DataFolders } from '../catalog/index.js'
import { readIfThere } from '../native/files.js'
import { homeFolder } from './machine.js'

export type Settings =
  /** Folders that the user allows besides those of PATH. */
  { ok: true; folders: string[] } | { ok: false; problem: string }

/** What `config.json` says about discovery: `{"discover": {"folders": ["~/tools/bin"]}}`. */
export function readSettings(places: DataFolders): Settings {
  const file = configFile(places)
  const fail = (problem: string): Settings => ({ ok: false, problem: `${JSON.stringify(file)}: ${problem}` })
  const read = readIfThere(file)
  if (read === undefined) return { ok: true, folders: [] }
  if ('reason' in read) return fail(read.reason)
  let value: unknown
  try {
    value = JSON.parse(read.bytes.toString())
  } catch (error) {
    return fail(`is no JSON: ${(error as Error).message}`)
  }
  const { discover } = (value ?? {}) as { discover?: { folders?: unknown } }
  const folders = discover?.folders ?? []
  if (!Array.isArray(folders) || !folders.every((folder) => typeof folder === 'string')) {
    return fail('"discover.folders" must be a list of folders')
  }
  const whole = folders.map((folder: string) => folder.replace(/^~(?=\/|$)/, homeFolder()))
  const relative = whole.find((folder) => !isAbsolute(folder))
  return relative === undefined
    ? { ok: true, folders: whole }
    : fail(`"discover.folders": ${JSON.stringify(relative)} is not an absolute path`)
}
