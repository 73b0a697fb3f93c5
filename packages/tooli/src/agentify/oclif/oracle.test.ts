import { isInvocable, validate, walkCommands, type Argument, type Option } from '@atip/protocol'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { wordsFor } from '../../../testing/words-for.js'
import { anyText, inputsFor } from '../yargs/inputs.fixture.js'
import { describeOclif } from './describe.js'
import { core, program, received, removePrograms } from './program.fixture.js'

afterAll(removePrograms)

const CLASSES = {
  add: `
    static summary = 'Adds'
    static args = { file: Args.string({ required: true, description: 'What' }), mode: Args.string({ options: ['fast', 'safe'], description: 'How' }) }
    static flags = {
      force: Flags.boolean({ char: 'f', description: 'Do it' }),
      cache: Flags.boolean({ allowNo: true, default: true, description: 'Keep it' }),
      name: Flags.string({ char: 'n', aliases: ['called'], description: 'A name' }),
      size: Flags.integer({ description: 'How large' }),
      level: Flags.string({ options: ['low', 'high'], description: 'How high' }),
      tags: Flags.string({ multiple: true, char: 't', description: 'Words' }),
      single: Flags.string({ multiple: true, multipleNonGreedy: true, description: 'One word each time' }),
    }`,
  'remote:list': `
    static summary = 'Lists'
    static enableJsonFlag = true
    static strict = false
    static flags = { all: Flags.boolean({ description: 'All of them' }) }`,
  'remote:add': `
    static summary = 'Adds one'
    static args = { name: Args.string({ required: true, description: 'Its name' }), count: Args.integer({ description: 'How many' }) }
    static flags = { must: Flags.string({ required: true, description: 'Needed' }) }`,
  remote: `
    static summary = 'Shows one'
    static args = { name: Args.string({ description: 'Its name' }) }`,
}

test.each([' ', ':'])(
  'what is called by the description is received as it was given (names separated by %j)',
  async (topicSeparator) => {
    const { root, config } = await program(CLASSES, { topicSeparator })
    const tool = await describeOclif(core, config)
    expect(validate(tool).problems).toEqual([])
    const nodes = [...walkCommands(tool)].filter(({ command }) => isInvocable(command))
    expect(nodes.map(({ path }) => path.filter(Boolean).join(':')).sort()).toEqual(Object.keys(CLASSES).sort())
    const counts = { received: 0, refused: 0 }
    const calls = fc.constantFrom(...nodes).chain(({ path, command }) => {
      const flags = (command.options ?? []).flatMap((option) => option.flags)
      const text = (parameter: Argument | Option) => anyText.filter((word) => canReceive(parameter, word, flags))
      return inputsFor(tool, command, text).map((input) => ({ path, command, input }))
    })
    await fc.assert(
      fc.asyncProperty(calls, async ({ path, input }) => {
        const words = wordsFor(tool, path, input)
        if (words === undefined) {
          counts.refused++
          return
        }
        received.length = 0
        try {
          await core.run(words, { root })
        } catch (error) {
          throw new Error(JSON.stringify(words), { cause: error })
        }
        const { operands, ...args } = input.arguments
        const [call] = received
        expect({ words, id: call!.id }).toEqual({ words, id: path.filter(Boolean).join(':') })
        expect({ words, flags: call!.flags }).toMatchObject({ words, flags: input.options })
        expect({ words, args: call!.args }).toMatchObject({ words, args })
        if (operands !== undefined) expect([...call!.argv].sort()).toEqual([...(operands as string[])].sort())
        counts.received++
      }),
      { numRuns: 150 },
    )
    expect(counts.received).toBeGreaterThan(counts.refused)
  },
)

/** oclif rejects a value that is one of the command's flags. */
function canReceive({ flags: own }: Argument | Option, word: string, flags: readonly string[]): boolean {
  const isFlag = flags.some(
    (flag) => word === flag || (word.startsWith('-') && flag.length === 2 && word.startsWith(flag)),
  )
  return own === undefined || !isFlag
}
