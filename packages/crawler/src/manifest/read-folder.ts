import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest, type ManifestProblem } from './read-manifest.js'
import type { ToolManifest } from './types.js'

export interface ManifestFolder {
  manifests: ToolManifest[]
  /** Manifests that cannot be used. They do not affect the others. */
  problems: ManifestProblem[]
}

/** All manifests of a folder (`tools/*.yaml`), ordered by name. */
export function readManifests(folder: string): ManifestFolder {
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('.'))
  const result: ManifestFolder = { manifests: [], problems: [] }
  const byName = new Map<string, string>()
  for (const file of files.sort().map((name) => join(folder, name))) {
    const reading = readManifest(readFileSync(file, 'utf8'), file)
    if (!reading.ok) {
      result.problems.push(...reading.problems)
      continue
    }
    const { name } = reading.manifest
    const other = byName.get(name)
    if (other !== undefined) {
      result.problems.push({ file, line: 1, column: 1, message: `${JSON.stringify(name)} is tracked by ${other} too` })
      continue
    }
    byName.set(name, file)
    result.manifests.push(reading.manifest)
  }
  return result
}
