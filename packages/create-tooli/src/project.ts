import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface NewProject {
  name: string
  /** The version of tooli for the project's dependencies. */
  tooli: string
}

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url))

/** Keeps npm and the compiler from treating template files as ours. */
const SUFFIX = '.txt'

/** The files of a new project, with their contents. */
export function filesOf({ name, tooli }: NewProject): Map<string, string> {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  const fill = (text: string) => text.replaceAll('{{name}}', name).replaceAll('{{tooli}}', tooli)
  return new Map(
    files.map((file) => [relative(TEMPLATE, file).slice(0, -SUFFIX.length), fill(readFileSync(file, 'utf8'))]),
  )
}

export function writeProject(folder: string, project: NewProject): void {
  for (const [name, text] of filesOf(project)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** Whether a project can be created there without touching existing files. */
export function isFree(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
