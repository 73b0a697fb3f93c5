import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runTooli } from './run-tooli.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-bin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module as an author's build writes it. Node caches modules by URL, so each has its own name. */
let modules = 0
function author(description: string): string {
  const name = `cli-${modules++}.mjs`
  const list = `Object.assign(() => {}, { definition: { description: ${JSON.stringify(description)}, run() {} } })`
  const definition = `{ name: 'hub', version: '1.0.0', description: 'A hub', commands: { list: ${list} } }`
  writeFileSync(join(folder, name), `export default { definition: ${definition} }`)
  return name
}

async function run(...words: string[]) {
  let [out, err] = ['', '']
  const code = await runTooli(words, { cwd: folder, out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, err }
}

test('writes the manifest beside the module, and finds it up to date then', async () => {
  const module = author('List')
  const file = join(folder, 'tooli-manifest.json')
  expect(await run('manifest', module)).toEqual({ code: 0, out: `wrote ${file}\n`, err: '' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ manifest: 1, name: 'hub' })
  expect(await run('manifest', module, '--check')).toMatchObject({ code: 0, err: '' })
})

test('a check of an outdated file fails, says what differs, and writes nothing', async () => {
  await run('manifest', author('List'), '--out', 'other.json')
  const before = readFileSync(join(folder, 'other.json'), 'utf8')
  const { code, out, err } = await run('manifest', author('List all'), '--check', '--out', 'other.json')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('/agent/commands/list/description: "List" -> "List all"')
  expect(readFileSync(join(folder, 'other.json'), 'utf8')).toBe(before)
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('what makes the description hard to use is said', async () => {
  writeFileSync(
    join(folder, 'odd.mjs'),
    `export default { definition: { name: 'hub', version: '1', description: 'x', homepage: 'example.org' } }`,
  )
  const { code, err } = await run('manifest', 'odd.mjs', '--out', 'odd.json')
  expect(code).toBe(0)
  expect(err).toMatch(/^warning: \/homepage /)
})

test.each([
  [[]],
  [['manifest']],
  [['manifest', 'a', 'b']],
  [['bild', 'a']],
  [['build']],
  [['build', 'a', 'b']],
  [['build', 'a', '--check']],
  [['manifest', 'a', '--nope']],
  [['contract']],
  [['contract', '--check', 'a']],
])('%j is a usage error', async (words) => {
  const { code, err } = await run(...words)
  expect(code).toBe(2)
  expect(err).toContain('Usage: tooli build MODULE')
})

test('help is on stdout', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--check'), err: '' })
})

test('a module that is not there, or exports something else, is told', async () => {
  expect(await run('manifest', 'none.mjs')).toMatchObject({ code: 1, err: expect.stringContaining('none.mjs') })
  writeFileSync(join(folder, 'else.mjs'), 'export default 1')
  expect(await run('manifest', 'else.mjs')).toMatchObject({ code: 1, err: expect.stringContaining('defineCli') })
})

/** A tool to which `contract` is an argument like any other. */
function authorOfOne(choices: string): string {
  const name = `cli-${modules++}.mjs`
  const options = `{ type: 'object', properties: { as: { enum: ${choices} } } }`
  const echo = `Object.assign(() => {}, { definition: { description: 'Echo', options: ${options}, run() {} } })`
  const definition = `{ name: 'echo', version: '1.0.0', description: 'Echo', command: ${echo} }`
  writeFileSync(join(folder, name), `export default { definition: ${definition} }`)
  return name
}

test('the contract of a tool that is one command is written and checked from its module', async () => {
  const file = join(folder, 'contract.json')
  const module = authorOfOne(`['json', 'xml']`)
  expect(await run('contract', module, file, '-o', 'text')).toEqual({ code: 0, out: `Wrote ${file}.\n`, err: '' })
  expect(await run('contract', module, file, '--check', '--strict')).toMatchObject({ code: 0 })
  const after = authorOfOne(`['json']`)
  const { code, err } = await run('contract', after, file, '--check', '-o', 'text')
  expect(code).toBe(1)
  expect(err.replaceAll(/\n\s+/g, ' ')).toContain('--as of "echo" no longer accepts "xml"; calls that give it fail')
  expect(err).toContain(`try: tooli contract ${after} ${file}`)
})

test('the skill of a tool that is one command is written from its module', async () => {
  const file = join(folder, 'SKILL.md')
  expect(await run('skill', authorOfOne('[1]'), file)).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(file, 'utf8')).toContain('name: echo')
})

test('a wrong word after the module is told with the whole line', async () => {
  const module = authorOfOne('[1]')
  const { code, out } = await run('contract', module, '--chekc')
  expect(code).toBe(2)
  expect(JSON.parse(out)).toMatchObject({ error: { suggestion: { example: `tooli contract ${module} --check` } } })
})
