import { readRoff } from '../../../generate/roff/read.js'
import { isEmpty, type FoundCommand } from '../../../generate/index.js'
import { belongsToSystem, programPaths, type Subject } from '../subject.js'
import type { PageFinder } from './find-page.js'
import { readPage } from './read-page.js'

export interface ManualText {
  file: string
  found: FoundCommand
}

export interface ManualReading {
  text?: ManualText
  notes: string[]
}

/** What the manual page of a tool or of one of its commands says. Nothing is run. */
export function manualAbout(subject: Subject, finder: PageFinder): ManualReading {
  const notes: string[] = []
  for (const page of pagesFor(subject)) {
    const file = finder.find(page, programPaths(subject), { alsoSystem: belongsToSystem(subject) })
    if (file === undefined) continue
    const read = readPage(finder, file)
    if (!read.ok) {
      notes.push(`the manual page ${read.file.path} was not read: ${read.reason}`)
      continue
    }
    const found = readRoff(read.text, { name: subject.name, path: [...subject.path] })
    if (!isEmpty(found) && isAbout(found, subject)) return { text: { file: read.file.path, found }, notes }
  }
  return { notes }
}

/** `git-push`; gcloud writes `gcloud_compute_instances_list`. */
function pagesFor({ name, path }: Subject): string[] {
  return path.length === 0 ? [name] : [[name, ...path].join('-'), [name, ...path].join('_')]
}

/** `apt-get` is the page of another tool, not of a command `get` of `apt`: its synopsis does not call `apt`. */
function isAbout({ usage }: FoundCommand, { name, path }: Subject): boolean {
  if (path.length === 0) return true
  return usage.some(({ text }) => {
    const words = text.split(/[\s|{}[\]()<>,]+/)
    return words[0] === name && path.every((step) => words.includes(step))
  })
}
