import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { arbitraryCli } from '../../testing/arbitrary-cli.js'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'
import { pagesOf } from './pages.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tooli-docs-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const add = command({
  description: 'Add a note | or two',
  args: t.object({ name: t.string('Its name') }),
  options: t.object({
    tag: t
      .array(t.string(), 'Tags')
      .default([])
      .cli({ conflicts: ['plain'] }),
    plain: t.boolean('No tags').optional(),
  }),
  output: t.object({ id: t.integer() }),
  effects: { filesystem: { write: true } },
  errors: { E3001: 'It is there already' },
  examples: [{ run: 'add milk', description: 'One note' }],
  run: () => ({ id: 1 }),
})
const list = command({ description: 'List', run: () => [] })
const secret = command({ description: 'Hidden', hidden: true, run: () => [] })
const base = { name: 'notes', version: '1.0.0', description: 'Keep notes' }
const notes = defineCli({ ...base, commands: { add, tag: { '': 'Tags', list, secret } } })

test('there is a page for the tool, each group and each command that is not hidden', async () => {
  const { document } = await run(notes, ['docs', folder])
  expect(document).toMatchObject({
    ok: true,
    data: { written: ['index.md', 'add.md', 'tag.md', 'tag-list.md'], removed: [] },
  })
  expect(readdirSync(folder).sort()).toEqual(['add.md', 'index.md', 'tag-list.md', 'tag.md'])
  const page = readFileSync(join(folder, 'add.md'), 'utf8')
  expect(page).toContain('notes add [OPTIONS] NAME')
  expect(page).toContain('| `--tag TEXT` | Tags (repeatable) (not with --plain) |')
  expect(page).toContain('| `E3001` | It is there already |')
  expect(page).toContain('{id: integer}')
  expect(page).toContain('Writes files.')
  expect(readFileSync(join(folder, 'index.md'), 'utf8')).toContain('| [`add`](add.md) | Add a note \\| or two |')
})

test('--check tells what is out of date and writes nothing; a page of a command that is gone goes', async () => {
  const missing = await run(notes, ['docs', folder, '--check'])
  expect([missing.code, missing.document]).toMatchObject([1, { error: { code: 'E3930' } }])
  expect(readdirSync(folder)).toEqual([])
  await run(notes, ['docs', folder])
  expect((await run(notes, ['docs', folder, '--check'])).code).toBe(0)
  expect((await run(notes, ['docs', folder])).document).toMatchObject({ data: { written: [], removed: [] } })
  const smaller = defineCli({ ...base, commands: { add } })
  expect((await run(smaller, ['docs', folder, '--check'])).document).toMatchObject({
    error: { code: 'E3930', details: { pages: ['index.md', 'tag-list.md', 'tag.md'] } },
  })
  await run(smaller, ['docs', folder])
  expect(readdirSync(folder).sort()).toEqual(['add.md', 'index.md'])
})

test('files that the command did not write are kept', async () => {
  writeFileSync(join(folder, 'guide.md'), '# Mine\n')
  await run(notes, ['docs', folder])
  expect(readFileSync(join(folder, 'guide.md'), 'utf8')).toBe('# Mine\n')
  writeFileSync(join(folder, 'add.md'), '# Mine\n')
  expect((await run(notes, ['docs', folder])).document).toMatchObject({ error: { code: 'E3931' } })
  expect(existsSync(join(folder, 'add.md'))).toBe(true)
})

test('every definition has pages, each with a name of its own, whose links lead to a page', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const pages = await pagesOf(cli)
      for (const [name, text] of pages) {
        expect(name).toMatch(/^[\w.%~!'()-]+\.md$/)
        for (const [, target] of text.matchAll(/^\| \[.*?\]\((\S+?)\) \|/gm))
          expect(pages.has(decodeURI(target!))).toBe(true)
        expect(text).not.toContain('HUSH')
      }
    }),
    { numRuns: 100 },
  )
})
