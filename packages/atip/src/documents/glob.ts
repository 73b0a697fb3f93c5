import { readdirSync, statSync, type Dirent } from 'node:fs'
import { nameFitsShell } from '@atip/protocol'

/** Folders that `**` passes by: what is in them was not written here. */
const PASSED_BY = /^(?:\..*|node_modules)$/s

export function isPattern(word: string): boolean {
  return /[*?[{]/.test(word)
}

/** The files a pattern fits: `*`, `?`, `[a-z]`, `{a,b}` and `**`, as bash reads them with globstar. */
export function* glob(pattern: string): Generator<string> {
  for (const one of withoutBraces(pattern))
    yield* walk(one.startsWith('/') ? '/' : '', one.split(/\/+/).filter(Boolean))
}

/** Whether a name, not a path, fits one of these patterns. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.flatMap(withoutBraces)
  return (name) => all.some((pattern) => nameFitsShell(pattern, name))
}

/** `{a,b}c` is `ac` and `bc`; braces may be nested. */
function withoutBraces(pattern: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(pattern)
  if (match === null) return [pattern]
  const before = pattern.slice(0, match.index)
  const after = pattern.slice(match.index + match[0].length)
  return match[1]!.split(',').flatMap((choice) => withoutBraces(before + choice + after))
}

function* walk(base: string, [segment, ...rest]: readonly string[]): Generator<string> {
  if (segment === undefined) return
  if (segment === '**') {
    yield* walk(base, rest.length === 0 ? ['*'] : rest)
    for (const entry of entriesOf(base)) {
      // Links are not followed here: they may lead in a circle.
      if (entry.isDirectory() && !PASSED_BY.test(entry.name)) yield* walk(`${base}${entry.name}/`, [segment, ...rest])
    }
    return
  }
  for (const name of isPattern(segment) ? namesIn(base, segment) : [segment]) {
    const stats = statSync(base + name, { throwIfNoEntry: false })
    if (rest.length === 0 && stats !== undefined && !stats.isDirectory()) yield base + name
    else if (rest.length > 0 && stats?.isDirectory() === true) yield* walk(`${base}${name}/`, rest)
  }
}

/** What a pattern finds in a folder: a hidden name only where the dot is written. */
function namesIn(folder: string, pattern: string): string[] {
  const names = entriesOf(folder).map(({ name }) => name)
  return names.filter((name) => (!name.startsWith('.') || pattern.startsWith('.')) && nameFitsShell(pattern, name))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder || '.', { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    // It was there a moment ago: somebody removes files while we walk.
    if (folder !== '' && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
