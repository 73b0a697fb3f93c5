import fc from 'fast-check'
import {
  CallError,
  filter,
  findCommand,
  isInvocable,
  parseArgv,
  toArgv,
  validate,
  walkCommands,
  type AtipTool,
  type Command,
} from '@atip/protocol'
import { expect, test } from 'vitest'
import { arbitraryCli, FLAGS } from '../../testing/arbitrary-cli.js'
import { sampleInput } from '../../testing/sample-input.js'
import type { AnyCommand, CommandMap, LazyCommand } from '../define/types.js'
import { formOf } from '../model/parameters.js'
import { modelOf, rootOf } from '../model/tree.js'
import { findNode } from '../parse/find-node.js'
import { readLine } from '../parse/read-line.js'
import { describeTool } from './agent.js'

const problemsOf = (document: AtipTool) => validate(JSON.stringify(document), { profile: 'strict' }).problems

test('every definition gives a document without any problem, whole or in part', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.integer({ min: 1, max: 3 }), async (cli, depth) => {
      const document = await describeTool(cli)
      expect(problemsOf(document)).toEqual([])
      expect(validate(document, { profile: 'strict' }).problems).toEqual([])
      expect(problemsOf(filter(document, { depth }))).toEqual([])
      const commands = Object.keys(document.commands!).slice(0, 2)
      expect(problemsOf(filter(document, { commands, depth }))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('no default of a secret appears anywhere', async () => {
  let described = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const text = JSON.stringify(await describeTool(cli))
      described += text.includes('"kind":"secret"') ? 1 : 0
      expect(text).not.toContain('HUSH')
    }),
    { numRuns: 200 },
  )
  expect(described).toBeGreaterThan(50)
})

test('every argument and option that is not hidden is described, under the flag people type', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const document = await describeTool(cli)
      for (const { path, command } of await declared(cli.commands ?? {})) {
        const { definition } = command
        const found = findCommand(document, path)?.command
        expect(found === undefined).toBe(definition.hidden === true)
        if (found === undefined) continue
        expect((found.arguments ?? []).map(({ name }) => name)).toEqual(
          Object.keys(formOf(definition.args).properties ?? {}),
        )
        const { properties = {}, required = [] } = formOf(definition.options)
        const shown = Object.keys(properties).filter(
          (key) => properties[key]!['x-cli']?.hidden !== true || required.includes(key) || REPLACES.includes(key),
        )
        const flags = new Set((found.options ?? []).flatMap((option) => option.flags))
        for (const key of shown) expect(flags).toContain(FLAGS[key])
        const extra = definition.dryRun === true ? 1 : 0
        const open = shown.filter((key) => properties[key]!['x-cli']?.hidden !== true)
        const inner = open.flatMap((key) => Object.keys(properties[key]!.properties ?? {}))
        expect(found.options ?? []).toHaveLength(shown.length + inner.length + extra)
        seen += shown.length
      }
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThan(200)
})

/** Keys of the generator whose flags mean something else on other commands, so they must be described. */
const REPLACES = ['limit', 'depth']

const call = arbitraryCli.map((cli) => describeTool(cli))

test('a call of any described command is read back as it was written', async () => {
  const counts = { written: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(call, fc.infiniteStream(fc.nat()), async (pending, seeds) => {
      const tool = await pending
      for (const { path, command } of walkCommands(tool)) {
        if (!isInvocable(command)) continue
        const input = sampleInput(tool, command, seeds.next().value!)
        const argv = expressed(() => toArgv(tool, path, input))
        counts[argv === undefined ? 'refused' : 'written']++
        if (argv === undefined) continue
        const parsed = parseArgv(tool, argv)
        expect({ argv, leftovers: parsed.leftovers, path: parsed.path }).toEqual({ argv, leftovers: [], path })
        expect({ argv, input: { ...parsed.arguments } }).toEqual({ argv, input: { ...input.arguments } })
        expect({ argv, input: { ...parsed.options } }).toEqual({ argv, input: { ...input.options } })
      }
    }),
    { numRuns: 200 },
  )
  expect(counts.written).toBeGreaterThan(counts.refused * 4)
})

test("the tool's own reader understands every line written from its document", async () => {
  let written = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.nat(), async (cli, seed) => {
      const tool = await describeTool(cli)
      const root = rootOf(cli)
      for (const { path, command } of await declared(cli.commands ?? {})) {
        const found = findCommand(tool, path)?.command
        if (found === undefined) continue
        const input = sampleInput(tool, found, seed)
        const words = expressed(() => toArgv(tool, path, input))?.slice(1)
        if (words === undefined) continue
        written++
        expect({ words, path: (await findNode(root, words)).node.path }).toEqual({ words, path })
        const { parsed, given } = readLine(cli.name, modelOf(command, path), words)
        expect({ words, leftovers: parsed.leftovers }).toEqual({ words, leftovers: [] })
        expect({ words, given }).toMatchObject({ words, given: input.arguments })
        const own = Object.entries(input.options).filter(([name]) => Object.hasOwn(FLAGS, name) && has(found, name))
        expect({ words, given }).toMatchObject({ words, given: Object.fromEntries(own) })
      }
    }),
    { numRuns: 200 },
  )
  expect(written).toBeGreaterThan(200)
})

const has = (command: Command, name: string) => command.options?.some((option) => option.name === name) === true

/** Some values cannot be written on a command line; an error that says so is right. */
function expressed(write: () => string[]): string[] | undefined {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    expect(error.problems.map(({ code }) => code)).toEqual(['not-expressible'])
    return undefined
  }
}

/** The author's commands, found independently of the code under test. */
async function declared(map: CommandMap, above: string[] = []): Promise<{ path: string[]; command: AnyCommand }[]> {
  const all: { path: string[]; command: AnyCommand }[] = []
  for (const [name, entry] of Object.entries(map)) {
    const path = [...above, name]
    if (typeof entry === 'function') all.push({ path, command: entry as AnyCommand })
    else if (typeof entry === 'object' && typeof entry.load === 'function') {
      const { default: command } = (await (entry as LazyCommand).load()) as { default: AnyCommand }
      all.push({ path, command })
    } else if (typeof entry === 'object') all.push(...(await declared(entry as CommandMap, path)))
  }
  return all
}
