import { isReadOnly } from '@atip/protocol'
import { needsConfirmation } from '../../effects/needs-confirmation.js'
import type { SkillTool } from '../tool/skill-tool.js'
import { authentication } from './authentication.js'
import { names } from './calling.js'

/** What is known about calls of a program of another framework. */
export function foreignCalling({ cli, commands }: SkillTool): string[] {
  const dangerous = commands.filter(({ effects }) => needsConfirmation(effects))
  const unknown = commands.filter(({ effects }) => Object.keys(effects).length === 0)
  const readers = commands.filter(({ effects }) => isReadOnly(effects))
  const lines = [
    'It prints in its own way: read stdout as text unless an option below promises a format, and stderr where it fails.',
    'Exit code 0 means success; what other codes mean is not known.',
    ...(readers.length > 0 ? [`Known to change nothing: ${names(readers)}.`] : []),
    ...(dangerous.length > 0
      ? [`Destructive or not reversible: ${names(dangerous)}. Ask the user before each call.`]
      : []),
    ...(unknown.length > 0
      ? [
          `What is done to files and the network by ${unknown.length === commands.length ? 'its commands' : names(unknown)} is not known: ask the user before a call that may change something.`,
        ]
      : []),
    ...authentication(cli),
  ]
  return [lines.map((line) => `- ${line}`).join('\n')]
}
