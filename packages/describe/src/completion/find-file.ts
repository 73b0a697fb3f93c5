import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CompletionShell } from '@atip/generate'
import { isTrustedFile } from '../source/trusted-file.js'

export interface CompletionFile {
  shell: CompletionShell
  path: string
}

/** Completions are looked up in `share/…` below these prefixes for every tool. */
export const SYSTEM_PREFIXES: readonly string[] = ['/usr', '/usr/local']

/** Completion folders below a prefix, with the file name for a tool. */
const PLACES: readonly { shell: CompletionShell; folder: string; file: (tool: string) => string }[] = [
  { shell: 'fish', folder: 'share/fish/completions', file: (tool) => `${tool}.fish` },
  { shell: 'fish', folder: 'share/fish/vendor_completions.d', file: (tool) => `${tool}.fish` },
  { shell: 'zsh', folder: 'share/zsh/site-functions', file: (tool) => `_${tool}` },
  { shell: 'zsh', folder: 'share/zsh/vendor-completions', file: (tool) => `_${tool}` },
  { shell: 'bash', folder: 'share/bash-completion/completions', file: (tool) => tool },
  { shell: 'bash', folder: 'share/bash-completion/completions', file: (tool) => `${tool}.bash` },
]

/** Zsh sorts its own completions into one folder for each system. */
const ZSH_OWN = 'share/zsh/functions/Completion'

/**
 * The completion file of each shell for a tool; files next to the tool come first. Only files that belong to root or
 * the user and that no other user may write count.
 */
export function findCompletions(
  tool: string,
  programs: readonly string[] = [],
  systemPrefixes: readonly string[] = SYSTEM_PREFIXES,
): CompletionFile[] {
  if (!isFileName(tool)) return []
  const prefixes = [...new Set([...programs.map((program) => dirname(dirname(program))), ...systemPrefixes])]
  const candidates = prefixes.flatMap((prefix) => [
    ...PLACES.map(({ shell, folder, file }) => ({ shell, path: join(prefix, folder, file(tool)) })),
    ...foldersIn(join(prefix, ZSH_OWN)).map((folder) => ({ shell: 'zsh' as const, path: join(folder, `_${tool}`) })),
  ])
  const byShell = new Map<CompletionShell, CompletionFile>()
  for (const file of candidates) if (!byShell.has(file.shell) && isTrustedFile(file.path)) byShell.set(file.shell, file)
  return [...byShell.values()]
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/** Names are untrusted input and may contain slashes or dots. */
function isFileName(tool: string): boolean {
  return tool !== '' && tool !== '.' && tool !== '..' && !/[/\0]/.test(tool)
}
