import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { defineCli, t, type AnyCli, type AnyCommand, type CommandMap, type LazyCommand, type Schema } from 'tooli'
import { run } from 'tooli/testing'
import { runTooli } from '../packages/tooli/src/bin/run-tooli.js'

const examples = fileURLToPath(new URL('../examples/', import.meta.url))
const snapshot = `${examples}notes/tooli-contract.json`
const folder = mkdtempSync(join(tmpdir(), 'contracts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const exportOf = async (path: string) => ((await import(examples + path)) as { default: never }).default
const notes: AnyCli = await exportOf('notes/cli.mjs')

/** The next version of `notes`, with one command replaced. */
async function notesWith(path: [string] | ['tag', string], change: (old: AnyCommand) => object): Promise<AnyCli> {
  const old: AnyCommand = await exportOf(`notes/commands/${path.join('-')}.mjs`)
  const made = Object.assign(async () => null, { definition: { ...old.definition, ...change(old) } })
  const replaced = (map: CommandMap, name: string) => ({
    ...map,
    [name]: { ...(map[name] as LazyCommand), load: async () => ({ default: made }) },
  })
  const { definition } = notes
  const commands = definition.commands!
  const [first, second] = path
  const next =
    second === undefined
      ? replaced(commands, first)
      : { ...commands, [first]: replaced(commands[first] as CommandMap, second) }
  return defineCli({ ...definition, commands: next as CommandMap })
}

const formIn = (schema: unknown) => (schema as Schema<unknown>).form

/** The result of CI for the next version. */
async function checked(cli: AnyCli) {
  const { code, document } = await run(cli, ['contract', '--check', snapshot])
  const { error } = document as { error?: { message: string; details: { changes: object[] } } }
  return { code, sentences: error?.message.split('\n').slice(1), changes: error?.details.changes }
}

test.each(['notes', 'word-count', 'tail-log'])('the contract of %s is as its code has it', async (name) => {
  const file = `${examples}${name}/tooli-contract.json`
  const copy = join(folder, `${name}.json`)
  writeFileSync(copy, readFileSync(file))
  let out = ''
  const io = { cwd: examples, out: (text: string) => void (out += text), err: (text: string) => void (out += text) }
  expect(await runTooli(['contract', `${name}/cli.mjs`, copy, '-o', 'raw'], io)).toBe(0)
  expect(JSON.parse(out)).toEqual({ file: copy, changed: false })
})

test('an option that notes lost is a break for those who give it', async () => {
  const next = await notesWith(['export'], ({ definition: { options } }) => {
    const form = formIn(options)
    const kept = Object.entries(form.properties!).filter(([key]) => key !== 'overwrite')
    return { options: { ...form, properties: Object.fromEntries(kept) } }
  })
  expect(await checked(next)).toMatchObject({
    code: 1,
    sentences: ['- "export" no longer takes --overwrite; calls that give it fail'],
    changes: [{ kind: 'option-removed', path: ['export'], parameter: 'overwrite', breaking: true }],
  })
})

test('a choice that notes lost is a break for those who make it, and one that its results lost is not', async () => {
  const PRIORITIES = ['low', 'high'] as const
  const next = await notesWith(['list'], ({ definition: { options, output } }) => {
    const [given, result] = [formIn(options), formIn(output)]
    const priority = { ...given.properties!.priority, enum: PRIORITIES }
    const row = { ...result.items, properties: { ...result.items!.properties, priority: t.enum(PRIORITIES).form } }
    return {
      options: { ...given, properties: { ...given.properties, priority } },
      output: { ...result, items: row },
    }
  })
  const { code, sentences, changes } = await checked(next)
  expect({ code, sentences }).toEqual({
    code: 1,
    sentences: ['- --priority of "list" no longer accepts "normal"; calls that give it fail'],
  })
  expect(changes).toMatchObject([
    { kind: 'input-enum', before: ['normal'], breaking: true },
    { kind: 'result-enum', path: ['list'], breaking: false },
  ])
})

test('a command of notes that becomes destructive is a break for those who may run it without asking', async () => {
  const next = await notesWith(['tag', 'remove'], ({ definition: { effects } }) => ({
    effects: { ...effects, destructive: true },
  }))
  expect(await checked(next)).toMatchObject({
    code: 1,
    sentences: ['- "tag remove" now destroys data; agents that were allowed to run it must ask'],
    changes: [{ kind: 'effects-destructive', path: ['tag', 'remove'], before: false, after: true, breaking: true }],
  })
})
