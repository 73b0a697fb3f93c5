import { command, t } from 'tooli'
import { folder, note, PRIORITIES, READS } from '../parameters.mjs'
import { readNotes, summary } from '../store.mjs'

export default command({
  description: 'List the notes',
  options: t.object({
    tag: t.string('Only those with this tag').optional().short('t'),
    priority: t.enum(PRIORITIES, 'Only those of this priority').optional().short('p'),
    sort: t.enum(['name', 'priority'], 'What comes first').default('name'),
    folder,
  }),
  output: t.array(note),
  effects: READS,
  examples: [{ run: 'notes list --tag shop --sort priority', description: 'What to buy, the urgent first' }],

  async run({ options }) {
    const { tag, priority } = options
    const found = (await readNotes(options.folder)).filter(
      (one) => (tag === undefined || one.tags.includes(tag)) && (priority === undefined || one.priority === priority),
    )
    const urgency = ({ priority }) => -PRIORITIES.indexOf(priority)
    if (options.sort === 'priority') found.sort((a, b) => urgency(a) - urgency(b))
    return found.map(summary)
  },
})
