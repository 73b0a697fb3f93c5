/** The parameters that several commands share. */
import { t } from 'tooli'
import { namesIn } from './store.mjs'

const FOLDER = 'notes'

export const folder = t
  .path('Where the notes are', { kind: 'directory' })
  .default(FOLDER)
  .env('NOTES_FOLDER')
  .cli({ short: 'f', placeholder: 'FOLDER' })

/** Shells complete it with the existing notes. */
export const name = t.string('Name of the note').cli({ complete: () => namesIn(process.env.NOTES_FOLDER ?? FOLDER) })

export const PRIORITIES = ['low', 'normal', 'high']

export const note = t.object({
  name: t.string(),
  title: t.string(),
  priority: t.enum(PRIORITIES),
  tags: t.array(t.string()),
})

export const READS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
}

export const WRITES = { ...READS, filesystem: { read: true, write: true, delete: false } }
