import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from '@atip/protocol'
import { lintRules } from '@atip/protocol/lint'
import { afterAll, expect, test } from 'vitest'
import { blocksOf, isProgram, runPrograms, runSessions, type Block } from '../scripts/examples.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`),
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const read = new Map(pages.map((page) => [page, blocksOf(root + page)]))
const written = (language: string) =>
  [...read].flatMap(([page, blocks]) =>
    blocks.filter((block) => block.language === language).map((block) => ({ ...block, page })),
  )
const pagesWith = (isWanted: (block: Block) => boolean) => pages.filter((page) => read.get(page)!.some(isWanted))

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder for the files of a page, with the packages installed and the examples available. */
function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'documentation-'))
  for (const name of ['node_modules', 'packages', 'examples']) symlinkSync(root + name, join(folder, name))
  folders.push(folder)
  return folder
}

test.each(pagesWith(isProgram))('the programs in %s run and give what they say', (page) => {
  const { status, stderr, held, assertions } = runPrograms(read.get(page)!, folderFor())
  expect({ status, stderr, held }).toEqual({ status: 0, stderr: '', held: assertions })
  expect(held).toBeGreaterThan(0)
})

/** `atip install` adds this line if the clone is in a temporary folder. */
const ADVICE = /^Next: .* is in a temporary folder: install atip for good first\n/gm

test.each(pagesWith(({ language }) => language === 'console'))('the sessions in %s go as they say', (page) => {
  for (const { at, line, printed, expected } of runSessions(read.get(page)!, folderFor(), `${root}node_modules/.bin`))
    expect(printed.replaceAll(ADVICE, ''), `${page}:${at} $ ${line}`).toBe(expected)
})

test('the commands of the README are those of the manifest', () => {
  const commands = written('sh')
    .filter(({ page }) => page === 'README.md')
    .map(({ code }) => code.trim())
  expect(commands).toEqual(['npm ci && npx atip scan && npx atip list', 'npm cit'])
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  for (const name of ['test', 'bench', 'format', 'build', 'prepare']) expect(scripts).toHaveProperty(name)
})

test.each(written('json'))('the JSON in $page:$line is an option that validates strictly', ({ code }) => {
  const option: unknown = JSON.parse(code)
  const tool = { atip: { version: '0.6' }, name: 'x', version: '1', description: 'x', globalOptions: [option] }
  expect(validate(tool, { profile: 'strict' }).problems).toEqual([])
})

test('every lint rule is documented in the words it has', () => {
  const page = readFileSync(`${root}docs/lint.md`, 'utf8')
  for (const { id, severity, summary, why } of lintRules()) {
    expect(page).toContain(`## \`${id}\`\n\n*${severity}.* ${summary}.\n\n${why}\n`)
  }
})

test('every rule the validator can report is documented', () => {
  const page = readFileSync(`${root}docs/validation.md`, 'utf8')
  const folder = `${root}packages/protocol/src/`
  const sources = ['validate/rules.ts', 'validate/findings.ts', 'validate/validate.ts', 'text/json.ts']
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n')
  const reported = [
    ...sources.matchAll(
      /(?:'error'|'warning'|'strict'|level|side|null|: 'strict'), '([a-z0-9-]+)',|rule: '([a-z0-9-]+)'/g,
    ),
  ].map(([, a, b]) => a ?? b)
  expect(reported.length).toBeGreaterThan(25)
  for (const rule of new Set(reported)) expect(page).toContain(`\`${rule}\``)
})

test('links between pages lead somewhere', () => {
  for (const page of [...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    const folder = `${dirname(root + page)}/`
    for (const [, target] of readFileSync(root + page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(() => readFileSync(folder + target!), `${page} → ${target}`).not.toThrow()
    }
  }
})
