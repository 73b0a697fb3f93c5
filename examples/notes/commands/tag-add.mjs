import { command, t } from 'tooli'
import { folder, name, note, WRITES } from '../parameters.mjs'
import { pathOf, readNote, summary, writeNote } from '../store.mjs'

export default command({
  description: 'Add tags to a note',
  args: t.object({ name, tags: t.array(t.string(), 'The tags').min(1) }),
  options: t.object({ folder }),
  output: note,
  effects: WRITES,
  dryRun: true,
  examples: [{ run: 'notes tag add buy-milk shop today', description: 'Two tags at once' }],
  errors: { E3100: 'There is no such note' },

  async run({ args, options, ctx }) {
    const found = await readNote(options.folder, args.name)
    const tagged = { ...found, tags: [...new Set([...found.tags, ...args.tags])] }
    const path = pathOf(options.folder, args.name)
    await ctx.effect(`set the tags of ${path} to ${tagged.tags.join(', ')}`, () => writeNote(options.folder, tagged))
    return summary(tagged)
  },
})
