import { command, t } from 'tooli'
import { folder, name, PRIORITIES, READS } from '../parameters.mjs'
import { readNote } from '../store.mjs'

export default command({
  description: 'Show a note',
  args: t.object({ name }),
  options: t.object({ folder }),
  output: t.object({
    name: t.string(),
    title: t.string(),
    priority: t.enum(PRIORITIES),
    tags: t.array(t.string()),
    text: t.string(),
  }),
  effects: READS,
  examples: [{ run: 'notes show buy-milk --fields text --output text', description: 'Only its text' }],
  errors: { E3100: 'There is no such note' },
  run: ({ args, options }) => readNote(options.folder, args.name),
})
