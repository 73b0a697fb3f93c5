import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { validate } from '@atip/protocol'
import type { Cli } from 'tooli'
import { run, type RunOptions } from 'tooli/testing'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tooli-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [wordCount, notes, tailLog] = await Promise.all(['word-count', 'notes', 'tail-log'].map(definitionOf))

async function definitionOf(name: string): Promise<Cli> {
  const module = (await import(`${root}examples/${name}/cli.mjs`)) as { default: Cli }
  return module.default
}

/** The plain data of a successful run. */
async function dataOf(cli: Cli | undefined, words: string[], options?: RunOptions): Promise<unknown> {
  const { code, document, stderr } = await run(cli!, words, options)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return (document as { data: unknown }).data
}

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test.each(['word-count', 'notes', 'tail-log'])('%s describes itself to agents without a problem', async (name) => {
  const { document } = await run(await definitionOf(name), ['--agent'])
  expect(validate(document, { profile: 'strict' }).problems).toEqual([])
})

test('word-count counts what wc counts', async () => {
  const files = [file('a.txt', 'one two\nthree\t four\n'), file('b.txt', 'größer  \u00a0x'), `${root}LICENSE`]
  const lines = execFileSync('wc', ['-lwc', ...files], { encoding: 'utf8', env: { LC_ALL: 'C' } })
    .trim()
    .split('\n')
  const expected = lines.map((line) => line.trim().split(/\s+/).slice(0, 3).map(Number))
  const rows = (await dataOf(wordCount, [...files, '--total'])) as Record<string, number>[]
  expect(rows.map(({ lines, words, bytes }) => [lines, words, bytes])).toEqual(expected)
})

test('word-count shows a table on a terminal, and reads what is piped in', async () => {
  const { stdout } = await run(wordCount!, [file('c.txt', 'a b\n')], { terminal: true, env: { NO_COLOR: '1' } })
  expect(stdout).toMatch(/^FILE +LINES  WORDS  BYTES\n.*c\.txt +1 +2 +4\n$/)
  const program = `${root}examples/word-count/word-count.mjs`
  const piped = spawnSync(process.execPath, [program, '-o', 'raw'], { input: 'a b c', encoding: 'utf8' })
  expect(JSON.parse(piped.stdout)).toEqual([{ file: '-', lines: 0, words: 3, bytes: 5 }])
})

test('word-count says which file it cannot read', async () => {
  expect(await run(wordCount!, [join(folder, 'none')])).toMatchObject({
    code: 66,
    document: { ok: false, error: { code: 'E1100', details: { file: join(folder, 'none') } } },
  })
})

let shelf = ''
let shelves = 0
beforeEach(() => void (shelf = join(folder, `shelf-${shelves++}`)))
const note = (words: string[], options: RunOptions = {}) =>
  run(notes!, words, { cwd: folder, ...options, env: { NOTES_FOLDER: shelf, ...options.env } })

test('notes keeps notes with their tags', async () => {
  await note(['add', 'Buy milk!', '--tag', 'shop', '-p', 'high'])
  await note(['add', 'Minutes', '--text', '-'], { stdin: 'Ann was late.\n\nBob too.\n' })
  await note(['tag', 'add', 'buy-milk', 'today', 'shop'])
  await note(['tag', 'remove', 'buy-milk', 'shop'])
  expect((await note(['list', '--tag', 'today'])).document).toMatchObject({
    ok: true,
    data: [{ name: 'buy-milk', title: 'Buy milk!', priority: 'high', tags: ['today'] }],
  })
  expect((await note(['show', 'minutes', '--fields', 'text', '-o', 'raw'])).document).toEqual({
    text: 'Ann was late.\n\nBob too.',
  })
})

test('notes finds its folder in the configuration, the environment and the flag, the last of them first', async () => {
  const places = ['of-config', 'of-env', 'of-flag'].map((name) => join(folder, name))
  for (const place of places) await note(['add', 'x', '--folder', place])
  const [ofConfig, ofEnv, ofFlag] = places
  file('.notes.json', JSON.stringify({ folder: ofConfig }))
  const foundBy = async (words: string[], env: Record<string, string>) => {
    const { stdout } = await run(notes!, ['delete', 'x', '--dry-run', '-o', 'text', ...words], { cwd: folder, env })
    return stdout
  }
  expect(await foundBy([], {})).toBe(`would delete ${ofConfig}/x.md\n`)
  expect(await foundBy([], { NOTES_FOLDER: ofEnv! })).toBe(`would delete ${ofEnv}/x.md\n`)
  expect(await foundBy(['--folder', ofFlag!], { NOTES_FOLDER: ofEnv! })).toBe(`would delete ${ofFlag}/x.md\n`)
  rmSync(join(folder, '.notes.json'))
})

test('notes deletes after a yes, and nothing before', async () => {
  await note(['add', 'x'])
  const path = join(shelf, 'x.md')
  expect((await note(['delete', 'x', '--dry-run'])).document).toMatchObject({ meta: { plan: [`delete ${path}`] } })
  expect((await note(['delete', 'x'])).code).toBe(77)
  expect((await note(['delete', 'x'], { terminal: true, answers: [false] })).code).toBe(1)
  expect((await note(['delete', 'x', 'y', '--yes'])).document).toMatchObject({ error: { code: 'E3100' } })
  expect(existsSync(path)).toBe(true)
  expect((await note(['delete', 'x'], { terminal: true, answers: [true] })).code).toBe(0)
  expect(existsSync(path)).toBe(false)
})

test('notes says which note may be meant', async () => {
  await note(['add', 'Buy milk'])
  expect((await note(['show', 'milk'])).document).toMatchObject({
    error: { code: 'E3100', suggestion: { example: 'notes show buy-milk' } },
  })
})

test('notes exports, and replaces no file unasked', async () => {
  await note(['add', 'Buy milk', '--text', 'Two.'])
  const target = join(shelf, 'all.md')
  await note(['export', target, '--format', 'markdown'])
  expect(readFileSync(target, 'utf8')).toBe('# Buy milk\n\nTwo.\n')
  expect((await note(['export', target])).code).toBe(73)
  expect((await note(['export', target, '--overwrite'])).code).toBe(0)
})

test('notes primes agents', async () => {
  const { document } = await note(['prime', '--agent-id', 'a', '--session-id', 's'])
  expect(document).toMatchObject({ toolName: 'notes', schema: { preferredCommands: ['list', 'show', 'add'] } })
})

test('the manifest of notes is up to date', () => {
  const words = ['packages/tooli/bin/tooli.mjs', 'manifest', 'examples/notes/cli.mjs', '--check']
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

const LOG = `2026-01-05T10:00:00Z INFO started
2026-01-05T10:01:00Z WARN disk is nearly full
    at a place that is no entry
2026-01-05T10:02:00Z ERROR disk is full
`

test('tail-log shows entries of a level since a time', async () => {
  const log = file('app.log', LOG)
  const times = async (...words: string[]) =>
    ((await dataOf(tailLog, [log, ...words])) as { time: string }[]).map(({ time }) => time.slice(11, 16))
  expect(await times()).toEqual(['10:00', '10:01', '10:02'])
  expect(await times('--level', 'warn')).toEqual(['10:01', '10:02'])
  expect(await times('--since', '2026-01-05T10:02:00Z')).toEqual(['10:02'])
  expect(await times('--since', '1s')).toEqual([])
})

test.each([
  [['--since', 'noon'], 'E1101', 2],
  [['--level', 'eror'], 'E1004', 2],
])('tail-log %j is an argument error', async (words, errorCode, exitCode) => {
  const { code, document } = await run(tailLog!, [file('app.log', LOG), ...words])
  expect(document).toMatchObject({ error: { code: errorCode } })
  expect(code).toBe(exitCode)
})

test('tail-log follows a log, a JSON line for each entry when it is written, until it is stopped', async () => {
  const log = file('live.log', LOG)
  const program = `${root}examples/tail-log/tail-log.mjs`
  const child = spawn(process.execPath, [program, log, '--follow', '--level', 'error', '-o', 'jsonl'])
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const entries = () => text.split('\n').slice(0, -1)
  await expect.poll(() => entries().length, { timeout: 250_000 }).toBe(1)
  appendFileSync(log, '2026-01-05T10:03:00Z ERROR gave')
  appendFileSync(log, ' up\n')
  await expect.poll(() => entries().length, { timeout: 250_000 }).toBe(2)
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(JSON.parse(entries()[1]!)).toEqual({ time: '2026-01-05T10:03:00Z', level: 'error', message: 'gave up' })
  expect(code).toBe(130)
})
