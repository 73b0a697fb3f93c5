import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryCli } from '../../testing/arbitrary-cli.js'
import { isCommand } from '../define/is-command.js'
import type { AnyCommand, CliDefinition, CommandMap } from '../define/types.js'
import type { LoadedGroup } from '../model/model.js'
import { formOf } from '../model/parameters.js'
import { loadTree } from '../model/tree.js'
import type { Form } from '../schema/form.js'
import { Schema } from '../schema/t.js'
import { compareContracts } from './compare.js'
import { currentContract } from './snapshot.js'

type AnyCli = CliDefinition<CommandMap>

const runs = { numRuns: 50 }

test('a contract checked against the code it was made from finds no change', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const [first, second] = [await currentContract(cli), await currentContract(cli)]
      expect(compareContracts(first, second)).toEqual([])
      expect(first.text).toBe(second.text)
      // No default of a secret is in the text.
      expect(first.text).not.toContain('HUSH')
    }),
    runs,
  )
})

test('the order of commands in the map does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const reversed = { ...cli, commands: reverse(cli.commands ?? {}) }
      fc.pre(!sharesAliases(cli.commands ?? {}))
      expect((await currentContract(reversed)).text).toBe((await currentContract(cli)).text)
    }),
    runs,
  )
})

test('a command that goes is always found and named', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.nat(), async (cli, choice) => {
      const commands = await leavesOf(cli)
      fc.pre(commands.length > 0)
      const { path, command } = commands[choice % commands.length]!
      const after = { ...cli, commands: replace(cli.commands!, path, undefined) }
      const changes = await changesBetween(cli, after)
      // Removing the last command of a group removes the group.
      const gone = changes.find((one) => one.kind === 'command-removed' && isAbove(one.path, path))
      expect(gone?.message).toContain(JSON.stringify(gone!.path.join(' ')))
      if (command.definition.hidden !== true && gone!.path.length === path.length) expect(gone!.breaking).toBe(true)
      found++
    }),
    runs,
  )
  expect(found).toBeGreaterThan(20)
})

test('an option that goes is always found and named', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.nat(), async (cli, choice) => {
      const places = (await leavesOf(cli)).flatMap(({ path, command }) =>
        Object.keys(formOf(command.definition.options).properties ?? {}).map((key) => ({ path, command, key })),
      )
      fc.pre(places.length > 0)
      const { path, command, key } = places[choice % places.length]!
      const form = formOf(command.definition.options)
      const { [key]: gone, ...properties } = form.properties!
      const options = { ...form, properties, required: form.required!.filter((name) => name !== key) }
      const changes = await changesBetween(cli, withOptions(cli, path, command, options))
      const flag = `--${gone!['x-cli']?.flag ?? key.replaceAll('_', '-').replace('D', '-d')}`
      const change = changes.find((one) => one.kind.startsWith('option-') && one.message.includes(flag))
      expect(change).toMatchObject({ path })
      expect(change!.breaking).toBe(isPromised(command, gone!, form.required!.includes(key)))
      found++
    }),
    runs,
  )
  expect(found).toBeGreaterThan(20)
})

test('a choice that goes is always found and named', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, fc.nat(), async (cli, choice) => {
      const places = (await leavesOf(cli)).flatMap(({ path, command }) =>
        Object.entries(formOf(command.definition.options).properties ?? {})
          .filter(([, { enum: choices }]) => choices !== undefined)
          .map(([key, form]) => ({ path, command, key, form })),
      )
      fc.pre(places.length > 0)
      const { path, command, key, form } = places[choice % places.length]!
      const gone = form.enum![choice % form.enum!.length]
      const whole = formOf(command.definition.options)
      const kept = { ...form, enum: form.enum!.filter((one) => one !== gone) }
      const options = { ...whole, properties: { ...whole.properties, [key]: kept } }
      const changes = await changesBetween(cli, withOptions(cli, path, command, options))
      const change = changes.find(({ kind }) => kind === 'input-enum')
      expect(change).toMatchObject({ path, before: [gone] })
      expect(change!.message).toContain(`no longer accepts ${JSON.stringify(gone)}`)
      expect(change!.breaking).toBe(isPromised(command, form, whole.required!.includes(key)))
      found++
    }),
    { numRuns: 40 },
  )
  expect(found).toBeGreaterThan(20)
})

async function changesBetween(before: AnyCli, after: AnyCli) {
  return compareContracts(await currentContract(before), await currentContract(after))
}

/** Hidden parameters are not promised; required ones cannot be hidden. */
function isPromised({ definition }: AnyCommand, form: Form, isRequired: boolean): boolean {
  const isHidden = form['x-cli']?.hidden === true && !(isRequired && form.default === undefined)
  return definition.hidden !== true && !isHidden
}

async function leavesOf(cli: AnyCli): Promise<{ path: string[]; command: AnyCommand }[]> {
  const below = ({ children }: LoadedGroup): { path: string[]; command: AnyCommand }[] =>
    [...children.values()].flatMap((node) => (node.kind === 'group' ? below(node) : [node]))
  return below(await loadTree(cli))
}

function withOptions(cli: AnyCli, path: string[], old: AnyCommand, options: Form): AnyCli {
  const definition = { ...old.definition, options: new Schema(options) }
  const made = Object.assign((async () => null) as unknown as AnyCommand, { definition })
  return { ...cli, commands: replace(cli.commands!, path, made) }
}

function replace(map: CommandMap, [name, ...rest]: string[], command: AnyCommand | undefined): CommandMap {
  const entries = Object.entries(map).flatMap(([key, entry]): [string, CommandMap[string]][] => {
    if (key !== name) return [[key, entry]]
    if (rest.length > 0) return [[key, replace(entry as CommandMap, rest, command)]]
    return command === undefined ? [] : [[key, command]]
  })
  return Object.fromEntries(entries)
}

function isGroup(entry: CommandMap[string]): entry is CommandMap {
  return typeof entry === 'object' && !isCommand(entry) && typeof (entry as { load?: unknown }).load !== 'function'
}

function reverse(map: CommandMap): CommandMap {
  const entries = Object.entries(map).map(([key, entry]) => [key, isGroup(entry) ? reverse(entry) : entry] as const)
  return Object.fromEntries(entries.reverse())
}

/** Whether two commands claim the same alias, which then belongs to the first. */
function sharesAliases(map: CommandMap): boolean {
  const words = Object.values(map).flatMap((entry) => (isCommand(entry) ? (entry.definition.aliases ?? []) : []))
  return (
    new Set(words).size < words.length || Object.values(map).some((entry) => isGroup(entry) && sharesAliases(entry))
  )
}

function isAbove(upper: readonly string[], lower: readonly string[]): boolean {
  return upper.length > 0 && upper.every((name, index) => lower[index] === name)
}
