import { readdirSync, statSync, type Dirent } from 'node:fs'
import { nameFitsShell } from '@atip/protocol'

/** Folders that `**` skips, because their files are not the user's own. */
const PASSED_BY = /^(?:\..*|node_modules)$/s

export function isPattern(word: string): boolean {
  return /[*?[{]/.test(word)
}

/** The files that match a pattern: `*`, `?`, `[a-z]`, `{a,b}` and `**`, as in bash with globstar. */
export function* glob(pattern: string): Generator<string> {
  for (const one of withoutBraces(pattern))
    yield* walk(one.startsWith('/') ? '/' : '', one.split(/\/+/).filter(Boolean))
}

/** Whether a name (not a path) matches one of these patterns. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.flatMap(withoutBraces)
  return (name) => all.some((pattern) => nameFitsShell(pattern, name))
}

/** Expands `{a,b}c` to `ac` and `bc`; braces may be nested. */
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
      // Links are not followed here, because they may form a loop.
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

/** The names in a folder that match a pattern: hidden ones only if the pattern starts with a dot. */
function namesIn(folder: string, pattern: string): string[] {
  const names = entriesOf(folder).map(({ name }) => name)
  return names.filter((name) => (!name.startsWith('.') || pattern.startsWith('.')) && nameFitsShell(pattern, name))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder || '.', { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    // Another process removed the folder in the meantime.
    if (folder !== '' && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
