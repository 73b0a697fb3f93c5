import { command, t } from 'tooli'
import { folder, name } from '../parameters.mjs'
import { deleteNote, pathOf, readNote } from '../store.mjs'

export default command({
  description: 'Delete notes',
  args: t.object({ names: t.array(name, 'Names of the notes').min(1) }),
  options: t.object({ folder }),
  output: t.object({ deleted: t.array(t.string()) }),
  effects: {
    filesystem: { read: true, write: true, delete: true },
    network: false,
    subprocess: false,
    destructive: true,
    reversible: false,
    idempotent: false,
  },
  dryRun: true,
  examples: [
    { run: 'notes delete buy-milk --dry-run', description: 'See what would go' },
    { run: 'notes delete buy-milk --yes', description: 'Delete without being asked' },
  ],
  errors: { E3100: 'There is no such note' },

  async run({ args, options, ctx }) {
    // All or nothing: a wrong name is found before anything is deleted.
    for (const one of args.names) await readNote(options.folder, one)
    for (const one of args.names) {
      await ctx.effect(`delete ${pathOf(options.folder, one)}`, () => deleteNote(options.folder, one))
    }
    return { deleted: args.names }
  },
})
