import { command, t, ToolError } from 'tooli'
import { folder, note, PRIORITIES, WRITES } from '../parameters.mjs'
import { nameFor, namesIn, pathOf, summary, writeNote } from '../store.mjs'

export default command({
  description: 'Write a new note',
  args: t.object({ title: t.string('What it is about').min(1) }),
  options: t.object({
    text: t.string('The note itself; - reads it from stdin').default(''),
    priority: t.enum(PRIORITIES, 'How much it matters').default('normal').short('p'),
    tag: t.array(t.string(), 'A tag').default([]).short('t'),
    folder,
  }),
  output: note,
  effects: { ...WRITES, idempotent: false, interactive: { stdin: 'optional' } },
  dryRun: true,
  examples: [
    { run: "notes add 'Buy milk' --tag shop --priority high", description: 'A short note' },
    { run: "notes add 'Minutes' --text - < minutes.txt", description: 'A long one' },
  ],
  errors: { E3101: 'There is a note of this name already', E1101: 'The title has no letters' },

  async run({ args, options, ctx }) {
    const name = nameFor(args.title)
    if (name === '')
      throw new ToolError('E1101', `the title needs a letter or a digit; found ${JSON.stringify(args.title)}`)
    if ((await namesIn(options.folder)).includes(name)) throw alreadyThere(name)
    const added = { name, title: args.title, priority: options.priority, tags: options.tag, text: options.text }
    await ctx.effect(`write ${pathOf(options.folder, name)}`, () => writeNote(options.folder, added))
    return summary(added)
  },
})

function alreadyThere(name) {
  return new ToolError('E3101', `there is a note ${JSON.stringify(name)} already`, {
    details: { name },
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Look at it, or give the new one another title',
      example: `notes show ${name}`,
      applicability: 'maybe_incorrect',
    },
  })
}
