import { readdirSync } from 'node:fs'

/** The names of the files in a folder of pages. */
export interface PageNames {
  files: ReadonlySet<string>
  /** Of pages whose section has a longer name, or that are packed in another way: the file, by the page's name. */
  others: ReadonlyMap<string, string>
}

/** `openssl.1ssl.gz`, `ls.1p.gz`, `tool.1.xz`. */
const PAGE_FILE = /^(.+)\.\d[a-z]*(?:\.(?:gz|xz|zst|bz2))?$/i

export function namesOfPages(folder: string): PageNames {
  const names = namesIn(folder)
  const others = new Map<string, string>()
  for (const name of names) {
    if (isOrdinary(name)) continue
    const page = PAGE_FILE.exec(name)?.[1]
    if (page === undefined) continue
    const known = others.get(page)
    if (known === undefined || rankOf(name) < rankOf(known)) others.set(page, name)
  }
  return { files: new Set(names), others }
}

/** `ls.1.gz`, `ls.1`. Asked for every page of a system, so without a regular expression. */
function isOrdinary(name: string): boolean {
  return name.at(name.endsWith('.gz') ? -5 : -2) === '.'
}

/** Pages of the standard (1p) say what any system has, not what this one has; what cannot be unpacked says nothing. */
function rankOf(file: string): number {
  return (/\.\dp(?:\.|$)/.test(file) ? 2 : 0) + (/\.(?:xz|zst|bz2)$/.test(file) ? 1 : 0)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
