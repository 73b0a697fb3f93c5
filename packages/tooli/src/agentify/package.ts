import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

export interface PackageFacts {
  version?: string
  description?: string
  homepage?: string
}

/** Reads the package.json of the package that a script belongs to. */
export function packageOf(script: string): PackageFacts {
  let folder = dirname(realPath(script))
  for (;;) {
    const found = readPackage(join(folder, 'package.json'))
    // A package.json without a version only marks a folder, as `{"type": "module"}` does.
    if (found?.version !== undefined) return found
    const above = dirname(folder)
    if (above === folder || basename(folder) === 'node_modules') return {}
    folder = above
  }
}

/** The command name of a script, if the program states none. */
export function scriptName(script: string): string {
  return basename(script, extname(script))
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function readPackage(file: string): PackageFacts | undefined {
  try {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof PackageFacts, unknown>
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
    const { version, description, homepage } = facts
    return Object.fromEntries(
      Object.entries({ version: text(version), description: text(description), homepage: text(homepage) }).filter(
        ([, value]) => value !== undefined,
      ),
    )
  } catch {
    return undefined
  }
}
