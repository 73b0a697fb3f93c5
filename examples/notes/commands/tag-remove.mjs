import { command, t, ToolError } from 'tooli'
import { folder, name, note, WRITES } from '../parameters.mjs'
import { pathOf, readNote, summary, writeNote } from '../store.mjs'

export default command({
  description: 'Remove tags from a note',
  args: t.object({ name, tags: t.array(t.string(), 'The tags').min(1) }),
  options: t.object({ folder }),
  output: note,
  effects: { ...WRITES, idempotent: false },
  dryRun: true,
  examples: [{ run: 'notes tag remove buy-milk today', description: 'No longer for today' }],
  errors: { E3100: 'There is no such note', E3102: 'The note has no such tag' },

  async run({ args, options, ctx }) {
    const found = await readNote(options.folder, args.name)
    const stranger = args.tags.find((tag) => !found.tags.includes(tag))
    if (stranger !== undefined) {
      throw new ToolError('E3102', `the note ${JSON.stringify(args.name)} has no tag ${JSON.stringify(stranger)}`, {
        details: { name: args.name, tags: found.tags },
      })
    }
    const untagged = { ...found, tags: found.tags.filter((tag) => !args.tags.includes(tag)) }
    const path = pathOf(options.folder, args.name)
    await ctx.effect(`remove ${args.tags.join(', ')} from ${path}`, () => writeNote(options.folder, untagged))
    return summary(untagged)
  },
})
