import { CallError, toArgv, validate, walkCommands, type CallInput, type Command } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputFor } from '../../../../protocol/testing/arbitraries.js'
import { describeCommander } from './describe.js'
import type { CommanderCommand } from './shape.js'
import { buildProgram, programSpec, type Received } from './testing/arbitrary-program.js'

const describe = (program: unknown) => describeCommander(program as CommanderCommand)

test('what is described and written as words, commander reads as it was meant', () => {
  const counts = { read: 0, refused: 0 }
  const call = programSpec.chain((spec) => {
    const tool = describe(buildProgram(spec))
    const nodes = [...walkCommands(tool)].filter(({ command }) => isCallable(command))
    const node = nodes.length === 0 ? fc.constant(undefined) : fc.constantFrom(...nodes)
    return node.chain((chosen) => {
      const input = chosen === undefined ? fc.constant({}) : inputFor(tool, withoutHelp(chosen.command))
      return input.map((given: CallInput) => ({
        spec,
        tool,
        path: chosen?.path ?? [],
        command: chosen?.command,
        given,
      }))
    })
  })
  fc.assert(
    fc.property(call, ({ spec, tool, path, command, given: { arguments: args = {}, options = {} } }) => {
      if (command === undefined) return
      const wanted = Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'help'))
      const names = path.filter((name) => name !== '')
      let argv
      try {
        argv = toArgv(tool, names, { arguments: args, options: wanted })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        counts.refused++
        return
      }
      let received: Received | undefined
      const program = buildProgram(spec, (got) => (received = got))
      program.parse(argv.slice(1), { from: 'user' })
      counts.read++
      expect({ argv, ...received }).toEqual({
        argv,
        path: names,
        operands: (command.arguments ?? []).map(({ name, variadic }) => args[name] ?? (variadic ? [] : undefined)),
        options: Object.fromEntries(Object.entries(wanted).flatMap(expected)),
      })
    }),
    { numRuns: 500 },
  )
  expect(counts.read).toBeGreaterThan(counts.refused * 3)
})

/** The name under which commander stores an option, and the value that the action receives. */
function expected([name, value]: [string, unknown]): [string, unknown][] {
  const isNegative = name.startsWith('no-')
  const key = name.replace(/^no-/, '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  // A negative option that is not given stores nothing.
  if (isNegative) return value === true ? [[key, false]] : []
  return [[key, value]]
}

function isCallable(command: Command): boolean {
  return command.commands === undefined && command['x-atip']?.cases === undefined
}

function withoutHelp(command: Command): Command {
  return { ...command, options: command.options?.filter(({ name }) => name !== 'help') ?? [] }
}

test('descriptions of any program are valid, without a warning', () => {
  fc.assert(
    fc.property(programSpec, (spec) => {
      const described = describe(buildProgram(spec))
      const { problems } = validate(JSON.parse(JSON.stringify({ ...described, version: '1', description: 'x' })))
      expect(problems).toEqual([])
    }),
    { numRuns: 100 },
  )
})
