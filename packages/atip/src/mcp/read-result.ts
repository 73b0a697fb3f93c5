import { command, t } from 'tooli'
import { OWN_READS } from './effects.js'
import type { ServerSettings } from './settings.js'

export function readResultCommand(settings: ServerSettings) {
  return command({
    description: 'Read part of a stored output',
    args: t.object({ id: t.string() }),
    options: t.object({
      lines: t.string('10-20').optional(),
      grep: t.string().optional(),
      around: t.integer().optional(),
      json: t.string('a[0].b').optional(),
      tail: t.integer().optional(),
    }),
    output: t.record(t.unknown()),
    effects: OWN_READS,
    run: async ({ args, options }) => (await import('./read-part.js')).readPart(settings, args.id, options),
  })
}
