import { join, resolve } from 'node:path'
import { PROTOCOL_VERSION, type AtipTool } from '@atip/protocol'
import { command, t, ToolError } from 'tooli'
import { shimText, unknownEffects } from '../documents/shim-document.js'
import { createFile, replaceFile, WRITE_ERRORS } from '../documents/write-file.js'
import { machineHere } from '../home.js'
import { count } from '../report/words.js'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

export const shimNewCommand = command({
  description: 'Draft a shim for a program, to review and sign',
  details:
    'Writes {hash}.json with what is known about the program: from the descriptions that ship with atip, its manual page, and its help, for which it is run in a sandbox. The draft is marked as inferred. Unknown effects are left out and listed under "_unknown": find them out before you sign.',
  args: t.object({ tool: TOOL }),
  options: t.object({
    out: t.path('The folder for the shim', { kind: 'directory' }).default('.'),
    toolVersion: t.string('The version of the program').optional(),
    platform: t.string('Such as linux-amd64').optional(),
    depth: t.integer('How many levels of commands').min(0).max(8).default(1),
    force: t.boolean('Replace a draft that is there already').default(false),
  }),
  output: t.object({
    file: t.string(),
    hash: t.string(),
    unknown: t.array(t.object({ command: t.string('A JSON pointer'), fields: t.array(t.string()) })),
  }),
  effects: { ...ASKS, creates: ['a shim'] },
  errors: { ...MACHINE_ERRORS, ...WRITE_ERRORS, E4203: 'There is a draft already' },
  examples: [{ run: 'atip shim new curl --out shims --tool-version 8.4.0', description: 'A draft for curl' }],

  async run({ args, options, ctx }) {
    const machine = machineHere()
    const openSandbox = async () => (await import('@atip/sandbox')).openSandbox()
    const asking = { openSandbox, signal: ctx.signal }
    const { program } = await toolNamed(machine, args.tool, { command: 'show', asking })
    const { knowTool } = await import('@atip/discover/describe')
    const onProgress = (done: number, total: number, text: string) => ctx.progress(done, total, text)
    const { tool, layers } = await knowTool(machine, program, { ...asking, depth: options.depth, onProgress })
    const { hash } = program.file
    const file = join(options.out, `${hash.slice('sha256:'.length)}.json`)
    const unknown = unknownEffects(tool)
    const binary = {
      hash,
      name: program.name,
      ...(options.toolVersion !== undefined && { version: options.toolVersion }),
      platform: options.platform ?? platformHere(),
    }
    const text = shimText(drafted(tool, binary, layers, unknown))
    await ctx.effect(`write ${file}`, () => {
      if (options.force) replaceFile(resolve(file), text)
      else if (!createFile(file, text)) {
        throw new ToolError('E4203', `${JSON.stringify(file)} is there already; --force replaces it`, { exitCode: 73 })
      }
    })
    return { file, hash, unknown }
  },

  text: ({ file, unknown }) =>
    [
      `Wrote ${file}`,
      ...(unknown.length === 0
        ? ['Every effect that decides is known. Next: atip shim validate, atip shim sign']
        : [
            `The effects of ${count(unknown.length, 'command')} are not known; they are listed under "_unknown" in the file.`,
          ]),
    ].join('\n'),
})

function drafted(tool: AtipTool, binary: object, layers: readonly string[], unknown: readonly object[]): object {
  const { description, commands, globalOptions, authentication, patterns, effects } = tool as AtipTool &
    Record<string, unknown>
  return {
    atip: { version: PROTOCOL_VERSION },
    binary,
    trust: { source: 'inferred', verified: false },
    description,
    ...(effects !== undefined && { effects }),
    ...(globalOptions !== undefined && { globalOptions }),
    ...(commands !== undefined && { commands }),
    ...(authentication !== undefined && { authentication }),
    ...(patterns !== undefined && { patterns }),
    _generation: { method: layers.join('+') },
    ...(unknown.length > 0 && { _unknown: unknown }),
  }
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }
const platformHere = () => `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
