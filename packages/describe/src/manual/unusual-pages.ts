import { readdirSync } from 'node:fs'

/** `openssl.1ssl.gz`, `ls.1p.gz`, `tool.1.xz`. */
const PAGE_FILE = /^(.+)\.\d[a-z]*(?:\.(?:gz|xz|zst|bz2))?$/i

/** Pages whose section has a longer name, or with another compression: page name → file. */
export function unusualPages(folder: string): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  for (const file of filesIn(folder)) {
    const page = isUsual(file) ? undefined : PAGE_FILE.exec(file)?.[1]
    if (page === undefined) continue
    const known = pages.get(page)
    if (known === undefined || rankOf(file) < rankOf(known)) pages.set(page, file)
  }
  return pages
}

/** `ls.1.gz`, `ls.1`. Called for every page of a system, so it avoids a regular expression. */
function isUsual(file: string): boolean {
  return file.at(file.endsWith('.gz') ? -5 : -2) === '.'
}

/** POSIX pages (1p) describe any system, not this one; files that cannot be decompressed are useless. */
function rankOf(file: string): number {
  return (/\.\dp(?:\.|$)/.test(file) ? 2 : 0) + (/\.(?:xz|zst|bz2)$/.test(file) ? 1 : 0)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
