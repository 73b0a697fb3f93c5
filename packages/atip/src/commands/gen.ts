import type { AtipTool } from '@atip/protocol'
import { command, t, ToolError } from 'tooli'
import { batchLines, textIn } from '../documents/batch.js'
import { DOCUMENT_ERRORS } from '../documents/errors.js'
import { readBytes, toText } from '../documents/read-file.js'
import { generateFromSources, type Conflict, type TextSource } from '@atip/generate'

const file = (description: string) => t.path(description, { kind: 'file' }).optional()

const words = (path: string | undefined) => (path ?? '').split(/\s+/).filter((word) => word !== '')

export const genCommand = command({
  description: 'Describe a tool from its help, manual page or completions',
  details:
    'With TOOL, runs it and its commands with --help in a sandbox; without a sandbox nothing is run. With --from-help, --from-man or --from-completion only these files are read, and several are merged. Effects are inferred from wording and marked so: trust.source is "inferred".',
  args: t.object({ tool: t.string('A program on PATH, or a path to one').optional().cli({ placeholder: 'TOOL' }) }),
  options: t.object({
    fromHelp: file('Read this text, as the tool printed it, and run nothing'),
    fromMan: file('Read this manual page, as man shows it or its source, and run nothing'),
    fromCompletion: file('Read this completion file of fish, zsh or bash, and run nothing'),
    name: t.string("The tool's name, with a file").optional(),
    path: t.string('The command the text is about: "remote add"').optional(),
    depth: t.integer('How many levels of commands to ask about').min(0).max(8).default(1),
    batch: t
      .boolean('Read {"id","file","name","path","format"} lines from stdin, print one answer for each')
      .default(false),
  }),
  output: t.unknown('A description in ATIP, or a list of {"id","metadata"}'),
  effects: {
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: true,
    destructive: false,
    idempotent: true,
    interactive: { stdin: 'optional', prompts: false, tty: false },
    cost: { billable: false },
  },
  errors: { ...DOCUMENT_ERRORS, E3200: 'No sandbox works here, so nothing is run', E3201: 'No description was found' },
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  examples: [
    { run: 'atip gen tar --output raw', description: 'Describe a tool of this machine' },
    { run: 'atip gen --from-help help.txt --name mytool', description: 'From a text, running nothing' },
  ],

  async run({ args, options, ctx }) {
    if (options.batch) return answers()
    const sources = sourcesIn(options)
    if (sources.length > 0) {
      const name = options.name ?? args.tool
      if (name === undefined) throw new ToolError('E1005', '--name is missing: the text does not name the tool')
      const { metadata, conflicts, notes } = generateFromSources(sources, { name, path: words(options.path) })
      for (const message of [...conflicts.map(inWords), ...notes]) ctx.log(message)
      return metadata
    }
    if (args.tool === undefined)
      throw new ToolError('E1005', 'give a tool, a text with --from-help, --from-man or --from-completion, or --batch')
    return await describeProgram(args.tool, words(options.path), options.depth, ctx)
  },
})

/** The given texts, each with its format. */
function sourcesIn(files: {
  fromHelp: string | undefined
  fromMan: string | undefined
  fromCompletion: string | undefined
}): TextSource[] {
  const { fromHelp, fromMan, fromCompletion } = files
  const read = (path: string) => toText(readBytes(path))
  return [
    ...(fromHelp === undefined ? [] : [{ kind: 'help' as const, text: read(fromHelp) }]),
    ...(fromMan === undefined ? [] : [manualPage(read(fromMan))]),
    ...(fromCompletion === undefined ? [] : [{ kind: 'completion' as const, text: read(fromCompletion) }]),
  ]
}

/** Roff source has lines that begin with a dot and a macro; the output of man has none. */
function manualPage(text: string): TextSource {
  return { kind: /^\.(?:TH|Dd|SH|Sh)\b/m.test(text) ? 'roff' : 'man', text }
}

function inWords({ name, field, taken, said }: Conflict): string {
  const statements = said.map(({ what, evidence }) => `${evidence.source} line ${evidence.lines[0]}: ${what}`)
  return `the texts disagree about the ${field} of ${name} (${statements.join('; ')}); taken: ${taken}`
}

async function* answers() {
  for await (const question of batchLines()) yield answerTo(question)
}

function answerTo(question: Record<string, unknown>) {
  const text = toText(readBytes(textIn(question, 'file')))
  const { id = null, path } = question
  const steps = Array.isArray(path) ? path.map(String) : words(path === undefined ? '' : textIn(question, 'path'))
  const source: TextSource = question.format === 'man' ? manualPage(text) : { kind: 'help', text }
  return { id, metadata: generateFromSources([source], { name: textIn(question, 'name'), path: steps }).metadata }
}

async function describeProgram(
  tool: string,
  path: string[],
  depth: number,
  ctx: { signal: AbortSignal; progress(done: number, total: number, text: string): void; log(text: string): void },
): Promise<AtipTool> {
  const { findProgram } = await import('@atip/discover/describe')
  const program = findProgram(tool, process.env.PATH ?? '')
  if (program === undefined) throw new ToolError('E1008', `there is no program "${tool}" on PATH`, { exitCode: 66 })
  const { openSandbox } = await import('@atip/sandbox')
  const opened = await openSandbox()
  if (!opened.ok) {
    const message = [`"${tool}" was not run, because no sandbox works here:`, ...opened.reasons, ...opened.advice].join(
      '\n',
    )
    throw new ToolError('E3200', message, { exitCode: 69 })
  }
  const { describeTool } = await import('@atip/discover/describe')
  const onProgress = (done: number, total: number, text: string) => ctx.progress(done, total, text)
  const described = await describeTool(program, {
    sandbox: opened.sandbox,
    depth,
    path,
    signal: ctx.signal,
    onProgress,
  })
  if (described === undefined) throw new ToolError('E3201', `"${tool}" prints no help that could be read`)
  for (const note of described.notes) ctx.log(note)
  return described.metadata
}
