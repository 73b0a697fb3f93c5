import { command, EXIT, t, ToolError } from 'tooli'
import { findProgram } from '@atip/discover/describe'
import { machineHere } from '../home.js'
import { hashOf } from '@atip/discover/scan'
import { FILE_ERRORS } from '../documents/errors.js'
import { READS } from './parameters.js'

const REPORT = t.object({
  path: t.string('The file, with all links followed'),
  hash: t.string('SHA-256 of its bytes'),
  kind: t.enum(['binary', 'script']),
  closure: t.string('For a script: over its bytes and those of what it launches').optional(),
  launches: t.array(t.string(), 'For a script: the files it launches').optional(),
  mentionsAtip: t.boolean('Its bytes mention ATIP, so it may answer --agent'),
})

export const hashCommand = command({
  description: 'Compute the hash that identifies a program',
  details: 'Prints the SHA-256 hash under which registries store the description of a program. Nothing is run.',
  args: t.object({ program: t.string('A program on PATH, or a path to a file').cli({ placeholder: 'PROGRAM' }) }),
  output: REPORT,
  effects: { ...READS, interactive: { stdin: 'none', prompts: false, tty: false } },
  errors: FILE_ERRORS,
  examples: [{ run: 'atip hash /usr/bin/env', description: 'Of a file' }],

  async run({ args }) {
    const machine = machineHere()
    const path = args.program.includes('/') ? args.program : findProgram(args.program, machine.searchPath)
    if (path === undefined) {
      throw new ToolError(
        'E1100',
        `there is no program ${JSON.stringify(args.program)} on PATH; for a file in this folder use ./${args.program}`,
        {
          exitCode: EXIT.noInput,
        },
      )
    }
    const file = await hashOf(path, machine)
    if ('reason' in file) {
      throw new ToolError('E1101', `${JSON.stringify(path)} ${file.reason}`, { exitCode: EXIT.noInput })
    }
    const { path: realPath, identity: _, launches, ...facts } = file
    return { path: realPath, ...facts, ...(launches && { launches: launches.map((part) => part.path) }) }
  },

  text: ({ hash, closure, path, launches }) =>
    [
      `${hash}  ${path}`,
      ...(closure === undefined ? [] : [`${closure}  with what it launches: ${(launches ?? []).join(', ')}`]),
    ].join('\n'),
})
