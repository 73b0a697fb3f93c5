import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { quoteLine } from '@atip/protocol'
import { command } from '../callable/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import { t } from '../schema/t.js'
import { MARK, pagesOf } from './pages.js'

const FOLDER = 'docs/reference'

/**
 * The built-in `docs`: writes reference pages, or checks that they are up to date. `call` is the line that calls it.
 */
export function docsCommand(cli: CliDefinition<CommandMap>, call = [cli.name, 'docs']): Command {
  const docs = command({
    description: 'Write reference pages in Markdown, one for each command, or check them',
    args: t.object({ folder: t.path('Where they go', { kind: 'directory' }).default(FOLDER) }),
    options: t.object({ check: t.boolean('Write nothing; fail if a page is missing or out of date').default(false) }),
    output: t.object({ folder: t.string(), written: t.array(t.string()), removed: t.array(t.string()) }),
    effects: {
      filesystem: { read: true, write: true, delete: true },
      network: false,
      subprocess: false,
      destructive: false,
      idempotent: true,
    },
    dryRun: true,
    examples: [
      { run: quoteLine(call), description: `Write them to ${FOLDER}` },
      { run: quoteLine([...call, '--check']), description: 'In CI: are they up to date?' },
    ],
    errors: {
      E3930: 'A page is missing or out of date',
      E3931: 'A file in the folder is not ours, and has the name of a page',
    },
    async run({ args: { folder }, options: { check }, ctx }) {
      const [pages, found] = [await pagesOf(cli), await filesIn(folder)]
      const foreign = [...pages.keys()].find((name) => found.has(name) && !isOurs(found.get(name)!))
      if (foreign !== undefined)
        throw new ToolError('E3931', `${join(folder, foreign)} was not written by this command, and is kept`)
      const written = [...pages].filter(([name, text]) => found.get(name) !== text).map(([name]) => name)
      const removed = [...found].filter(([name, text]) => isOurs(text) && !pages.has(name)).map(([name]) => name)
      if (check && written.length + removed.length > 0) throw outOfDate(folder, [...written, ...removed], call)
      for (const name of written)
        await ctx.effect(`write ${join(folder, name)}`, () => write(folder, name, pages.get(name)!))
      for (const name of removed) await ctx.effect(`delete ${join(folder, name)}`, () => rm(join(folder, name)))
      return { folder, written, removed }
    },
    text: ({ folder, written, removed }) =>
      written.length + removed.length === 0
        ? `${folder} is up to date`
        : `${folder}: wrote ${written.length} pages, removed ${removed.length}`,
  })
  return docs as unknown as Command
}

function isOurs(text: string): boolean {
  return text.startsWith(MARK)
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new ToolError('E3931', `${folder} cannot be read (${error.code}); name a folder`)
  })
  const pages = names.filter((name) => name.endsWith('.md'))
  const texts = await Promise.all(pages.map((name) => readFile(join(folder, name), 'utf8')))
  return new Map(pages.map((name, index) => [name, texts[index]!]))
}

async function write(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  writeWhole(join(folder, name), text)
}

function outOfDate(folder: string, names: readonly string[], call: readonly string[]): ToolError {
  const message = `${folder} is out of date: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
  return new ToolError('E3930', message, {
    details: { folder, pages: names },
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Write them again',
      example: quoteLine([...call, ...(folder === FOLDER ? [] : [folder])]),
      applicability: 'machine_applicable',
    },
  })
}
