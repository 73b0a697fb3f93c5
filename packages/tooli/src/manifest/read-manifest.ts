import { readFileSync } from 'node:fs'
import { isObject, type AtipTool } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'

/** The format of the file. Raise it when a reader of the old format could go wrong. */
export const MANIFEST_FORMAT = 1

/** What a build knows about a tool, so that describing it loads no command. Plain JSON. */
export interface Manifest {
  manifest: typeof MANIFEST_FORMAT
  name: string
  version: string
  agent: AtipTool
  /** Help pages by path, words joined by spaces; the tool itself is `""`. */
  help: Record<string, unknown>
  completion: unknown
}

/** The manifest, or the reason why it is unusable: the caller then uses the definition, and prints nothing. */
export type ManifestReading =
  | { manifest: Manifest; reason?: undefined }
  | { manifest: undefined; reason: { code: 'unreadable' | 'not-a-manifest' | 'stale'; message: string } }

/** Reads a manifest for exactly this version of this tool. */
export function readManifest(
  file: URL | string,
  { name, version }: Pick<CliDefinition<CommandMap>, 'name' | 'version'>,
): ManifestReading {
  let found: unknown
  try {
    found = JSON.parse(readFileSync(locate(file), 'utf8'))
  } catch (error) {
    return unusable('unreadable', `cannot read ${String(file)}: ${(error as Error).message}`)
  }
  if (!isManifest(found))
    return unusable('not-a-manifest', `${String(file)} is not a manifest of format ${MANIFEST_FORMAT}`)
  if (found.name === name && found.version === version) return { manifest: found }
  return unusable('stale', `${String(file)} is of ${found.name} ${found.version}; expected ${name} ${version}`)
}

/** `import.meta.resolve` and the like return file URLs as strings. */
function locate(file: URL | string): URL | string {
  return typeof file === 'string' && file.startsWith('file:') ? new URL(file) : file
}

function unusable(code: 'unreadable' | 'not-a-manifest' | 'stale', message: string): ManifestReading {
  return { manifest: undefined, reason: { code, message } }
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false
  const { manifest, agent, help } = value
  return manifest === MANIFEST_FORMAT && isObject(agent) && isObject(help)
}
