import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { command, EXIT, t, ToolError } from 'tooli'
import { folder, WRITES } from '../parameters.mjs'
import { namesIn, readNote } from '../store.mjs'

export default command({
  description: 'Write all notes to one file',
  args: t.object({ file: t.path('The file to write', { kind: 'file' }) }),
  options: t.object({
    format: t.enum(['json', 'markdown'], 'How the file is written').default('json'),
    overwrite: t.boolean('Replace a file that is there').default(false),
    folder,
  }),
  output: t.object({ file: t.string(), notes: t.integer() }),
  effects: WRITES,
  dryRun: true,
  timeout: '1m',
  examples: [{ run: 'notes export all.md --format markdown', description: 'Something to print' }],
  errors: { E3103: 'The file is there already' },

  async run({ args, options, ctx }) {
    if (!options.overwrite && existsSync(args.file)) throw alreadyThere(args.file)
    const names = await namesIn(options.folder)
    const notes = []
    for (const name of names) {
      ctx.progress(notes.length, names.length, name)
      notes.push(await readNote(options.folder, name))
    }
    const text = options.format === 'json' ? `${JSON.stringify(notes, null, 2)}\n` : notes.map(asMarkdown).join('\n')
    await ctx.effect(`write ${notes.length} notes to ${args.file}`, () => writeFile(args.file, text))
    return { file: args.file, notes: notes.length }
  },
})

function asMarkdown({ title, text }) {
  return `# ${title}\n\n${text}\n`
}

function alreadyThere(file) {
  return new ToolError('E3103', `the file ${JSON.stringify(file)} is there already`, {
    exitCode: EXIT.cannotCreate,
    details: { file },
    suggestion: {
      action: 'ask_user',
      fix: 'Give another name, or allow to replace it',
      example: `notes export ${file} --overwrite`,
      applicability: 'maybe_incorrect',
    },
  })
}
