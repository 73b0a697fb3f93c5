import { readRoff } from '@atip/generate/roff'
import { isEmpty, readText, type FoundCommand } from '@atip/generate'
import { belongsToSystem, programPaths, type DescribedCommand } from '../source/subject.js'
import type { PageFinder } from './find-page.js'
import { readPage } from './read-page.js'

export interface ManualText {
  file: string
  found: FoundCommand
  /** The page is about the parent command; only its synopsis mentions this one. */
  isFromAbove: boolean
}

export interface ManualReading {
  text?: ManualText
  notes: string[]
}

/** Reads the manual page of a tool or of one of its commands. Nothing is run. */
export function manualAbout(subject: DescribedCommand, finder: PageFinder): ManualReading {
  const notes: string[] = []
  for (const page of pagesFor(subject)) {
    const read = pageNamed(page, subject, finder, notes)
    if (read === undefined) continue
    const found = readRoff(read.text, namingOf(subject))
    if (!isEmpty(found) && isAbout(found, subject))
      return { text: { file: read.file, found, isFromAbove: false }, notes }
  }
  const above = subject.path.length === 0 ? undefined : synopsisAbove(subject, finder, notes)
  return { ...(above && { text: above }), notes }
}

function pageNamed(page: string, subject: DescribedCommand, finder: PageFinder, notes: string[]) {
  const file = finder.find(page, programPaths(subject), { alsoSystem: belongsToSystem(subject) })
  if (file === undefined) return undefined
  const read = readPage(finder, file)
  if (read.ok) return { file: read.file.path, text: read.text }
  notes.push(`the manual page ${read.file.path} was not read: ${read.reason}`)
  return undefined
}

/** The page of `git remote` shows how `git remote add` is called. */
function synopsisAbove(subject: DescribedCommand, finder: PageFinder, notes: string[]): ManualText | undefined {
  const above = { ...subject, path: subject.path.slice(0, -1) }
  const start = `${[subject.name, ...subject.path].join(' ')} `
  for (const page of pagesFor(above)) {
    const read = pageNamed(page, subject, finder, notes)
    if (read === undefined) continue
    const { usage } = readRoff(read.text, namingOf(above))
    const own = usage.map(({ text }) => text).filter((text) => `${text} `.startsWith(start))
    const found = readText(own.map((text) => `usage: ${text}`).join('\n'), namingOf(subject), 'man')
    if (!isEmpty(found)) return { file: read.file, found, isFromAbove: true }
  }
  return undefined
}

function namingOf({ name, path }: DescribedCommand) {
  return { name, path: [...path] }
}

/** `git-push`; gcloud writes `gcloud_compute_instances_list`. */
function pagesFor({ name, path }: DescribedCommand): string[] {
  return path.length === 0 ? [name] : [[name, ...path].join('-'), [name, ...path].join('_')]
}

/** `apt-get` is the page of another tool, not of a command `get` of `apt`: its synopsis does not mention `apt get`. */
function isAbout({ usage }: FoundCommand, { name, path }: DescribedCommand): boolean {
  if (path.length === 0) return true
  return usage.some(({ text }) => {
    const words = text.split(/[\s|{}[\]()<>,]+/)
    return words[0] === name && path.every((step) => words.includes(step))
  })
}
