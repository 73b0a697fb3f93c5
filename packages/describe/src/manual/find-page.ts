import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { unusualPages } from './unusual-pages.js'

/** The file of a manual page, and the folder of manual pages it belongs to. Both are real paths. */
export interface PageFile {
  path: string
  folder: string
}

export interface PageFinder {
  /** The page of this name: first beside the program, by each path that leads to it, then among the system's. */
  find(page: string, programs?: readonly string[], options?: { alsoSystem: boolean }): PageFile | undefined
  /** The file that a page names instead of having a text of its own: `man1/other.1`. */
  follow(from: PageFile, target: string): PageFile | undefined
}

/** Where systems keep the pages of all their programs. */
export const SYSTEM_FOLDERS: readonly string[] = ['/usr/share/man', '/usr/local/share/man']

/** Commands, commands of administrators, games. */
const SECTIONS = ['1', '8', '6'] as const

/** The part of a folder that holds one section. */
interface Section {
  name: string
  path: string
  root: string
}

/**
 * Finds manual pages by name. A page is looked up with a look or two at the disk, 5 µs each. Only pages of sections with
 * unusual names need the names in the folder, which are read once: that takes 25 ms where gcloud has put 16,000 pages.
 */
export function createPageFinder(systemFolders: readonly string[] = SYSTEM_FOLDERS): PageFinder {
  const sections = new Map<string, readonly Section[]>()
  const listings = new Map<string, ReadonlyMap<string, string>>()
  const besides = new Map<string, string[]>()

  const usual = ({ name, path, root }: Section, page: string) =>
    pageAt(root, join(path, `${page}.${name}.gz`)) ?? pageAt(root, join(path, `${page}.${name}`))
  const unusual = ({ path, root }: Section, page: string) => {
    const file = remembered(listings, path, unusualPages).get(page)
    return file === undefined ? undefined : pageAt(root, join(path, file))
  }

  return {
    find(page, programs = [], { alsoSystem } = { alsoSystem: true }) {
      if (!isPageName(page)) return undefined
      const folders = new Set([
        ...programs.flatMap((program) => remembered(besides, dirname(program), foldersBeside)),
        ...(alsoSystem ? systemFolders : []),
      ])
      for (const look of [usual, unusual]) {
        for (const folder of folders) {
          for (const section of remembered(sections, folder, sectionsIn)) {
            const file = look(section, page)
            if (file !== undefined) return file
          }
        }
      }
      return undefined
    },
    follow({ folder }, target) {
      if (target.includes('\0')) return undefined
      return linkedPage(folder, join(folder, target)) ?? linkedPage(folder, join(folder, `${target}.gz`))
    },
  }
}

/** The pages that are installed with the programs of a folder: `share/man` and `man` beside `bin`. */
function foldersBeside(bin: string): string[] {
  const prefix = dirname(bin)
  return [join(prefix, 'share/man'), join(prefix, 'man')]
}

function sectionsIn(folder: string): Section[] {
  const root = realPath(folder)
  if (root === undefined) return []
  return SECTIONS.flatMap((name) => {
    const path = realPath(join(root, `man${name}`))
    return path !== undefined && isInside(root, path) ? [{ name, path, root }] : []
  })
}

/** A file in a folder whose path is real. Most are no links; asking that is cheaper than following the whole path. */
function pageAt(root: string, path: string): PageFile | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    return stats.isSymbolicLink() ? linkedPage(root, path) : { path, folder: root }
  } catch {
    // A name that is too long, or a folder that may not be searched.
    return undefined
  }
}

/** In a folder for manual pages, and named like one. */
const ANY_PAGE = /^(.+\/man)\/man\d[a-z]*\/[^/]+\.\d[a-z]*(?:\.\w{1,4})?$/

/**
 * A link may lead to another page of its folder, or into another folder of pages, as the alternatives of Debian do
 * (`java.1.gz` → `/usr/lib/jvm/…/man/man1/java.1.gz`), and nowhere else.
 */
function linkedPage(root: string, file: string): PageFile | undefined {
  const path = realPath(file)
  if (path === undefined) return undefined
  if (isInside(root, path)) return { path, folder: root }
  const folder = ANY_PAGE.exec(path)?.[1]
  return folder === undefined ? undefined : { path, folder }
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root + sep)
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** Names come from outside: one that could lead to another folder is rejected. */
function isPageName(page: string): boolean {
  return page !== '' && !page.startsWith('.') && !/[/\0]/.test(page)
}

function remembered<T>(known: Map<string, T>, key: string, make: (key: string) => T): T {
  let value = known.get(key)
  if (value === undefined) known.set(key, (value = make(key)))
  return value
}
