import type { CallEffects } from '@atip/protocol'
import { printable } from 'tooli/terminal'

/** Sentences about what a program writes or contacts only for its own purposes. */
export function incidentalWords(incidental: CallEffects['incidental']): string[] {
  const { paths = [], hosts = [] } = incidental ?? {}
  return [
    ...(paths.length > 0 ? [`Keeps files of its own in ${paths.map(printable).join(', ')}.`] : []),
    ...(hosts.length > 0 ? [`May contact ${hosts.map(printable).join(', ')} for its own purposes.`] : []),
  ]
}
