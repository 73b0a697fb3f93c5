import { TooMuch, type ShellScope } from './scope.js'

/** Sets options by name, as `set -o`, `shopt -s` and `setopt` do. Zsh ignores case and underscores in the names. */
export function setOptions(names: readonly string[], scope: ShellScope): void {
  for (const name of names) {
    const option = name.toLowerCase().replaceAll('_', '')
    const reason = Object.hasOwn(NOT_FOLLOWED, option) ? NOT_FOLLOWED[option] : undefined
    if (reason !== undefined) throw new TooMuch(reason)
    scope.exportsAll ||= option === 'allexport'
    scope.isTraced ||= option === 'xtrace'
  }
}

/** Whether a line is read in the same way with this option. */
export function isOrdinaryOption(name: string): boolean {
  return /^(?:pipefail|errexit|nounset|errtrace|verbose|xtrace|globstar|inherit_errexit)$/.test(name)
}

const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  cdablevars: 'it lets cd take names of variables',
  keyword: 'it lets assignments be anywhere in a command',
  dotglob: 'it lets patterns find hidden files',
  globdots: 'it lets patterns find hidden files',
  '-4': 'it lets patterns find hidden files',
}
