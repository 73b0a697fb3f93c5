import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { defineCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import { t } from '../schema/t.js'
import { run } from '../testing/index.js'
import { writeSkill } from './skill-file.js'
import { skillText } from './skill-text.js'

const root = mkdtempSync(join(tmpdir(), 'tooli-skill-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder = root
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'one-'))
  file = join(folder, 'SKILL.md')
})

const cliWith = (option: string, name = 'demo') =>
  defineCli({
    name,
    version: '1.0.0',
    description: 'Show something',
    commands: {
      show: command({
        description: 'Show it',
        options: t.object({ [option]: t.string('How').optional() }),
        run: () => 1,
      }),
    },
  })
const demo = cliWith('colour')
const errorOf = (document: unknown) => (document as { error: Record<string, unknown> }).error

test('skill writes the file, and says whether it had to', async () => {
  const first = await run(demo, ['skill', file])
  expect(first).toMatchObject({ code: 0, document: { ok: true, data: { file, changed: true } } })
  expect(readFileSync(file, 'utf8')).toBe(await skillText(demo.definition))
  const again = await run(demo, ['skill', file])
  expect(again).toMatchObject({ code: 0, document: { data: { file, changed: false } } })
  const person = await run(demo, ['skill', file], { terminal: true })
  expect(person.stdout).toBe(`${file} is up to date\n`)
})

test('skill makes the folder that agents look in', async () => {
  const place = join(folder, '.claude/skills/demo/SKILL.md')
  expect((await run(demo, ['skill', place])).code).toBe(0)
  expect(existsSync(place)).toBe(true)
})

test('skill - prints the bare text, and as data where JSON is asked for', async () => {
  const text = await skillText(demo.definition)
  expect((await run(demo, ['skill', '-'])).stdout).toBe(text)
  expect((await run(demo, ['skill', '-'], { env: { TOOLI_OUTPUT: 'text' } })).stdout).toBe(text)
  expect((await run(demo, ['skill', '-', '-o', 'json'])).document).toMatchObject({ data: text })
})

test('--check passes for a file that is up to date, also with the line ends of Windows', async () => {
  await run(demo, ['skill', file])
  expect(await run(demo, ['skill', file, '--check'])).toMatchObject({ code: 0, document: { data: { changed: false } } })
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  expect((await run(demo, ['skill', file, '--check'])).code).toBe(0)
})

test('--check fails when an option has changed, and names the line', async () => {
  await run(demo, ['skill', file])
  const before = readFileSync(file, 'utf8')
  const { code, document } = await run(cliWith('shade'), ['skill', file, '--check'])
  const line = before.split('\n').indexOf('- `--colour TEXT`: How') + 1
  expect(line).toBeGreaterThan(1)
  expect(code).toBe(1)
  expect(errorOf(document)).toEqual({
    code: 'E3910',
    category: 'state',
    message: `"${file}" is out of date: line ${line} is "- \`--colour TEXT\`: How", and should be "- \`--shade TEXT\`: How"`,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Write it again',
      example: `demo skill ${file}`,
      applicability: 'machine_applicable',
    },
    is_retryable: false,
    details: { file, line, column: 5, found: '- `--colour TEXT`: How', expected: '- `--shade TEXT`: How' },
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('--check shows of a long line the part that differs', async () => {
  await run(demo, ['skill', file])
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('the shape of `data`.', 'the form of `data`.'))
  const { message } = errorOf((await run(demo, ['skill', file, '--check'])).document)
  expect(message).toMatch(/is "…[^"\\]*(\\"[^"\\]*)*the form of `data`\.", and should be "….*the shape of `data`\."$/)
})

test('--check fails for a missing file, and writes none', async () => {
  const { code, document } = await run(demo, ['skill', file, '--check'])
  expect(code).toBe(1)
  expect(errorOf(document)).toMatchObject({ code: 'E3910', message: `"${file}" is missing` })
  expect(readdirSync(folder)).toEqual([])
  expect((await run(demo, ['skill', '-', '--check'])).code).toBe(2)
})

test.each([
  ['a file that somebody wrote', '# How I use demo\n'],
  ['a skill that somebody wrote', '---\nname: demo\ndescription: Mine\n---\n\n# demo\n'],
  ['an empty file', ''],
])('%s is kept, unless told otherwise', async (_, text) => {
  writeFileSync(file, text)
  for (const words of [[], ['--check'], ['--dry-run']]) {
    const { code, document } = await run(demo, ['skill', file, ...words])
    expect(code).toBe(1)
    expect(errorOf(document)).toMatchObject({ code: 'E3911', suggestion: { example: `demo skill ${file} --force` } })
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  expect((await run(demo, ['skill', file, '--force'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(await skillText(demo.definition))
})

test('the skill of another tool is kept too', async () => {
  await run(cliWith('colour', 'other'), ['skill', file])
  const before = readFileSync(file, 'utf8')
  expect((await run(demo, ['skill', file])).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('a dry run says what it would write, and writes nothing', async () => {
  const { document } = await run(demo, ['skill', file, '--dry-run'])
  expect(document).toMatchObject({ ok: true, meta: { dry_run: true, plan: [`write ${file}`] } })
  expect(readdirSync(folder)).toEqual([])
})

test('a file is replaced, never rewritten in place: who has it open keeps the old one', async () => {
  await run(demo, ['skill', file])
  const before = readFileSync(file, 'utf8')
  const witness = join(folder, 'witness')
  linkSync(file, witness)
  await run(cliWith('shade'), ['skill', file])
  expect(readFileSync(witness, 'utf8')).toBe(before)
  expect(readFileSync(file, 'utf8')).not.toBe(before)
  expect(readdirSync(folder).sort()).toEqual(['SKILL.md', 'witness'])
})

test('a link stays a link, and a mode stays a mode', async () => {
  writeFileSync(join(folder, 'real.md'), await skillText(demo.definition), { mode: 0o640 })
  symlinkSync('real.md', file)
  await run(cliWith('shade'), ['skill', file])
  expect(readFileSync(join(folder, 'real.md'), 'utf8')).toContain('--shade')
  expect(statSync(join(folder, 'real.md')).mode & 0o777).toBe(0o640)
})

test('what cannot be written leaves nothing behind', async () => {
  mkdirSync(file)
  writeFileSync(join(file, 'inside'), '')
  expect(await run(demo, ['skill', file])).toMatchObject({ code: 66, document: { error: { code: 'E3912' } } })
  await expect(writeSkill(file, 'text')).rejects.toMatchObject({ code: 'E3912', exitCode: 73 })
  expect(readdirSync(folder)).toEqual(['SKILL.md'])
})

test('it writes, so a read-only policy refuses it', async () => {
  const { code } = await run(demo, ['skill', file], { env: { TOOLI_POLICY: 'read-only' } })
  expect(code).toBe(77)
  expect(readdirSync(folder)).toEqual([])
})
