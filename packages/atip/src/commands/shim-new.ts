import { join, resolve } from 'node:path'
import type { CatalogProgram } from '@atip/discover'
import { PROTOCOL_VERSION, quoteWord, type AtipTool } from '@atip/protocol'
import type { OpenedSandbox } from '@atip/sandbox'
import { command, EXIT, t, ToolError } from 'tooli'
import { shimText, unknownEffects } from '../documents/shim-document.js'
import { createFile, replaceFile, WRITE_ERRORS } from '../documents/write-file.js'
import { machineHere } from '../home.js'
import { count } from '../report/words.js'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

export const shimNewCommand = command({
  description: 'Draft a shim for a program, to review and sign',
  details:
    'Writes {hash}.json with what is known about the program: from the descriptions that ship with atip, its manual page, and its help, for which it is run in a sandbox. The draft is marked as inferred. Unknown effects are left out and listed under "_unknown": find them out before you sign. The version is what the program answers in the sandbox, or what its manual page says.',
  args: t.object({ tool: TOOL }),
  options: t.object({
    out: t.path('The folder for the shim', { kind: 'directory' }).default('.'),
    toolVersion: t.string('The version of the program, if it does not say so itself').optional(),
    platform: t.string('Such as linux-amd64').optional(),
    depth: t.integer('How many levels of commands').min(0).max(8).default(1),
    force: t.boolean('Replace a draft that is there already').default(false),
  }),
  output: t.object({
    file: t.string(),
    hash: t.string(),
    version: t.string('Of the program'),
    isEmpty: t.boolean('Nothing is known about what it does'),
    unknown: t.array(t.object({ command: t.string('A JSON pointer'), fields: t.array(t.string()) })),
  }),
  effects: { ...ASKS, creates: ['a shim'] },
  errors: {
    ...MACHINE_ERRORS,
    ...WRITE_ERRORS,
    E4203: 'There is a draft already',
    E4205: 'The version of the program is not known',
  },
  examples: [
    { run: 'atip shim new curl --out shims', description: 'A draft for curl' },
    { run: 'atip shim new ./deploy --out shims --tool-version 1.2.0', description: 'For a program without --version' },
  ],

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
    const version = options.toolVersion ?? (await versionOf(program, tool, openSandbox, ctx.signal))
    if (version === undefined) throw versionUnknown(args.tool, options.out)
    const binary = {
      hash,
      name: program.name,
      version,
      platform: options.platform ?? platformHere(),
    }
    const text = shimText(drafted(tool, binary, layers, unknown))
    await ctx.effect(`write ${file}`, () => {
      if (options.force) replaceFile(resolve(file), text)
      else if (!createFile(file, text)) {
        throw new ToolError('E4203', `${JSON.stringify(file)} is there already; --force replaces it`, { exitCode: 73 })
      }
    })
    return { file, hash, version, isEmpty: Object.keys(tool.commands ?? {}).length === 0, unknown }
  },

  text: ({ file, version, isEmpty, unknown }) =>
    [`Wrote ${file}, version ${version}`, nextStep(isEmpty, unknown.length)].join('\n'),
})

function nextStep(isEmpty: boolean, unknown: number): string {
  if (isEmpty) return 'Nothing is known about what it does: write its "commands" with their effects before you sign it.'
  if (unknown === 0)
    return 'Every effect that decides is known. Review the file, then: atip shim validate, atip shim sign'
  return `The effects of ${count(unknown, 'command')} are not known; they are listed under "_unknown" in the file.`
}

/** The version that the program prints in the sandbox, else the one in its description. */
async function versionOf(
  { path }: CatalogProgram,
  tool: AtipTool,
  openSandbox: () => Promise<OpenedSandbox>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { askVersion } = await import('@atip/discover/describe')
  const opened = await openSandbox()
  const told = opened.ok ? await askVersion(opened.sandbox, path, signal) : undefined
  return told ?? (/^\d+(?:\.\d+)+/.test(tool.version) ? tool.version : undefined)
}

function versionUnknown(word: string, out: string): ToolError {
  const again = [
    'atip shim new',
    quoteWord(word),
    ...(out === '.' ? [] : ['--out', quoteWord(out)]),
    '--tool-version VERSION',
  ]
  const message = `${JSON.stringify(word)} does not say its version, and a shim needs it: ${again.join(' ')}`
  return new ToolError('E4205', message, { exitCode: EXIT.dataFormat })
}

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
