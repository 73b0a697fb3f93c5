/** A program with commands, each loaded when it is called. */
import { defineCli } from 'tooli'

export default defineCli({
  name: 'notes',
  version: '1.0.0',
  description: 'Keep notes in a folder',
  details: 'Each note is a Markdown file in the folder. Set it with --folder, $NOTES_FOLDER or .notes.json.',
  config: true,
  // Written by: npx tooli manifest examples/notes/cli.mjs
  manifest: new URL('tooli-manifest.json', import.meta.url),
  commands: {
    add: { description: 'Write a new note', load: () => import('./commands/add.mjs') },
    list: { description: 'List the notes', aliases: ['ls'], load: () => import('./commands/list.mjs') },
    show: { description: 'Show a note', load: () => import('./commands/show.mjs') },
    tag: {
      '': 'Tag notes',
      add: { description: 'Add tags to a note', load: () => import('./commands/tag-add.mjs') },
      remove: { description: 'Remove tags from a note', load: () => import('./commands/tag-remove.mjs') },
    },
    delete: { description: 'Delete notes', aliases: ['rm'], load: () => import('./commands/delete.mjs') },
    export: { description: 'Write all notes to one file', load: () => import('./commands/export.mjs') },
  },
  prime: {
    primaryIntents: ['remember something for later', 'find what was noted'],
    do: ['List notes with --tag before adding one, to find what is there', 'Use --dry-run before delete'],
    dont: ['Do not write files in the folder by other means', 'Do not delete a note that the user has not named'],
    preferredCommands: ['list', 'show', 'add'],
    examples: [
      {
        description: 'Note something and find it again',
        sequence: ['notes add "Buy milk" --tag shop', 'notes list --tag shop'],
      },
    ],
    expiresIn: '1h',
  },
})
