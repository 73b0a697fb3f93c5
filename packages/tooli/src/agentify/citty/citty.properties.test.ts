import { CallError, toArgv, validate, walkCommands, type CallInput } from '@atip/protocol'
import { runCommand, type ArgDef } from 'citty'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputFor } from '../../../../protocol/testing/arbitraries.js'
import { describeCitty } from './describe.js'
import type { CittyCommand } from './shape.js'
import { buildProgram, programSpec, type ProgramSpec, type Received } from './testing/arbitrary-program.js'

test('what is described and written as words, citty reads as it was meant', async () => {
  const counts = { read: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(programSpec, fc.infiniteStream(fc.nat()), async (spec, seeds) => {
      const tool = await describeCitty(buildProgram(spec) as CittyCommand)
      const nodes = [...walkCommands(tool)].filter(({ command }) => command.commands === undefined)
      if (nodes.length === 0) return
      const { command, path } = nodes[seeds.next().value % nodes.length]!
      const bare = { ...tool, globalOptions: (tool.globalOptions ?? []).filter(({ name }) => name !== 'help') }
      const [input] = fc.sample(inputFor(bare, command) as fc.Arbitrary<CallInput>, {
        numRuns: 1,
        seed: seeds.next().value,
      })
      const names = path.filter((name) => name !== '')
      let argv
      try {
        argv = toArgv(tool, names, input)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        counts.refused++
        return
      }
      const received: Received[] = []
      await runCommand(
        buildProgram(spec, (got) => received.push(got)),
        { rawArgs: argv.slice(1) },
      )
      counts.read++
      expect({ argv, received }).toEqual({
        argv,
        received: expected(spec, names, { ...input!.arguments, ...input!.options }),
      })
    }),
    { numRuns: 300 },
  )
  expect(counts.read).toBeGreaterThan(counts.refused * 3)
})

/** What each command on the path receives: its own parameters, given or default. */
function expected(spec: ProgramSpec, names: readonly string[], given: Readonly<Record<string, unknown>>): Received[] {
  const received: Received[] = []
  let at = spec
  for (let depth = 0; depth <= names.length; depth++) {
    if (depth > 0) at = at.children[names[depth - 1]!]!
    const own = Object.entries(at.args).map(([name, arg]) => [name, valueOf(given[name], arg)] as const)
    const told = own.filter(([, value]) => value !== undefined)
    received.push({ path: names.slice(0, depth), args: Object.fromEntries(told) })
  }
  return received
}

/** A switch that is off by default can only be turned on; a text flag without a value gives an empty string. */
function valueOf(value: unknown, arg: ArgDef): unknown {
  if (value === undefined) return arg.default
  return arg.type === 'string' && value === true ? '' : value
}

test('descriptions of any program are valid', async () => {
  await fc.assert(
    fc.asyncProperty(programSpec, async (spec) => {
      const described = await describeCitty(buildProgram(spec) as CittyCommand)
      const { problems } = validate(JSON.parse(JSON.stringify({ ...described, version: '1', description: 'x' })))
      expect(problems).toEqual([])
    }),
    { numRuns: 100 },
  )
})
