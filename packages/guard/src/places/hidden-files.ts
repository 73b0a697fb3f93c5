import { isOrdinaryName } from './ordinary-files.js'

/** The hidden files of a folder, which `*` leaves out. */
const ALL_HIDDEN = '.?*'

/** The hidden files that a pattern finds if a dot is not special: `*env` finds `.env`. */
export function hiddenOf(pattern: string): string | undefined {
  const at = pattern.lastIndexOf('/') + 1
  const [folder, name] = [pattern.slice(0, at), pattern.slice(at)]
  if (/^\*+$/.test(name)) return folder + ALL_HIDDEN
  // Such an ending shows that other files are meant: hardly any secret is named `.*.json`.
  if (isOrdinaryName(name)) return undefined
  if (name.startsWith('*')) return `${folder}.${name}`
  return /^[?[]/.test(name) ? folder + name.replace(/^(?:\?|\[[^\]]*\])/, '.') : undefined
}

/** The folder whose hidden files a pattern selects, directly in it or anywhere below it. */
export function folderListed(pattern: string): string | undefined {
  if (pattern === ALL_HIDDEN) return '.'
  if (!pattern.endsWith(`/${ALL_HIDDEN}`)) return undefined
  return (
    pattern.slice(0, -ALL_HIDDEN.length - 1).replace(/(?:(?:^|\/)\*\*)+$/, '') || (pattern.startsWith('/') ? '/' : '.')
  )
}
