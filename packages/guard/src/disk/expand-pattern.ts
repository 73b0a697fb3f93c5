import { nameFitsShell } from '@atip/protocol/calls'
import { namesIn, statsOf, type Effort } from './walk.js'

/** Escapes a text to a pattern that fits only this text. */
export function escapePattern(text: string): string {
  return text.replace(/[*?[\\]/g, String.raw`\$&`)
}

/** The existing paths that fit an absolute pattern, as bash expands it without any of its options. */
export function expandPattern(pattern: string, effort: Effort): string[] {
  let paths = ['']
  for (const segment of pattern.split('/').filter((one) => one !== '')) {
    if (!WILDCARD.test(segment)) paths = paths.map((path) => `${path}/${unescaped(segment)}`)
    else
      paths = paths.flatMap((path) =>
        fitting(path === '' ? '/' : path, segment, effort).map((name) => `${path}/${name}`),
      )
  }
  // A pattern that fits nothing stays literal.
  if (paths.length === 0) paths = [unescaped(pattern)]
  return paths.map((path) => (path === '' ? '/' : path)).filter((path) => statsOf(path) !== undefined)
}

/** An unescaped wildcard. */
const WILDCARD = /^(?:\\.|[^\\])*?[*?[]/s

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1')
}

function fitting(folder: string, pattern: string, effort: Effort): string[] {
  if (statsOf(`${folder}/.`)?.isDirectory() !== true) return []
  const showsHidden = /^\\?\./.test(pattern)
  return namesIn(folder, effort).filter(
    (name) => (showsHidden || !name.startsWith('.')) && nameFitsShell(pattern, name),
  )
}
