/** Notes as files: a few `key: value` lines, an empty line, the text. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, ToolError } from 'tooli'

export function pathOf(folder, name) {
  return join(folder, `${name}.md`)
}

/** `Buy milk!` is stored as `buy-milk`. */
export function nameFor(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A folder that does not exist yet has no notes. */
export async function namesIn(folder) {
  try {
    const files = await readdir(folder)
    return files
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length))
      .sort()
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw new ToolError('E1100', `cannot read the folder ${JSON.stringify(folder)} (${error.code})`, {
      exitCode: EXIT.noInput,
      details: { folder },
    })
  }
}

export async function readNote(folder, name) {
  // Prevents a name such as `../x` from leaving the folder.
  const names = await namesIn(folder)
  if (!names.includes(name)) throw noSuchNote(name, names)
  const [head, ...text] = (await readFile(pathOf(folder, name), 'utf8')).split('\n\n')
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: ?(.*)/, 2)))
  const { title = name, priority = 'normal', tags = '' } = fields
  return {
    name,
    title,
    priority,
    tags: tags.split(', ').filter((tag) => tag !== ''),
    text: text.join('\n\n').trimEnd(),
  }
}

export async function readNotes(folder) {
  return Promise.all((await namesIn(folder)).map((name) => readNote(folder, name)))
}

export async function writeNote(folder, { name, title, priority, tags, text }) {
  await mkdir(folder, { recursive: true })
  const head = [`title: ${title}`, `priority: ${priority}`, `tags: ${tags.join(', ')}`].join('\n')
  await writeFile(pathOf(folder, name), `${head}\n\n${text}\n`)
}

export async function deleteNote(folder, name) {
  await rm(pathOf(folder, name))
}

/** A note without its text, as shown in lists. */
export function summary({ name, title, priority, tags }) {
  return { name, title, priority, tags }
}

function noSuchNote(name, names) {
  const likely = names.find((other) => other.includes(name) || name.includes(other))
  return new ToolError('E3100', `there is no note ${JSON.stringify(name)}`, {
    details: { name, notes: names.slice(0, 20) },
    suggestion:
      likely === undefined
        ? {
            action: 'retry_with_modified_input',
            fix: 'Look for it',
            example: 'notes list',
            applicability: 'maybe_incorrect',
          }
        : {
            action: 'retry_with_modified_input',
            fix: `Did you mean "${likely}"?`,
            example: `notes show ${likely}`,
            applicability: 'maybe_incorrect',
          },
  })
}
