import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { readTool } from '@atip/protocol'
import { command, t } from 'tooli'
import { printable } from 'tooli/terminal'
import { FILE_ERRORS, fileError } from '../documents/errors.js'
import { findFiles, STDIN } from '../documents/find-files.js'
import { policyProblem } from '../documents/policy-problem.js'
import { readBytes } from '../documents/read-file.js'
import { unknownEffects } from '../documents/shim-document.js'
import { count } from '../report/words.js'
import { FILES, READS } from './parameters.js'

export const shimValidateCommand = command({
  description: 'Check that shims, and the policy among them, could be published',
  details:
    'A shim must be a valid description, named by the hash that it gives as binary.hash. Effects that are not known are counted: they are no mistake, but each means a question. The exit code is 1 if a shim would be refused.',
  args: t.object({ files: FILES }),
  output: t.object({
    passed: t.boolean(),
    shims: t.array(
      t.object({
        file: t.string(),
        problem: t.string('Why it would be refused').optional(),
        isPolicy: t.boolean('It is the policy that the registry publishes').optional(),
        unknown: t.integer('Commands with effects that are not known'),
      }),
    ),
  }),
  effects: READS,
  errors: FILE_ERRORS,
  examples: [{ run: 'atip shim validate shims', description: 'All below a folder' }],

  async run({ args, ctx }) {
    const { readPolicy, readSource, validateShim } = await import('@atip/registry')
    const folders = args.files.filter(isFolder).map((word) => word.replace(/\/*$/, '/'))
    const shims = await Promise.all(
      findFiles(args.files).map(async (file) => {
        const isPolicy = basename(file) === 'policy.json'
        const folder = folders.find((one) => file.startsWith(one)) ?? dirname(file)
        let bytes: Uint8Array
        try {
          bytes = file === STDIN ? readBytes(file) : readSource(folder, file)
        } catch (error) {
          if ((error as Error).name !== 'RefusedFile') throw fileError(file, error)
          return { file, problem: (error as Error).message, ...(isPolicy && { isPolicy }), unknown: 0 }
        }
        if (isPolicy) {
          const problem = policyProblem(folder, file) ?? problemOf(() => readPolicy(bytes))
          return { file, ...(problem !== undefined && { problem }), isPolicy, unknown: 0 }
        }
        const refusal = await validateShim(file, bytes)
        const reading = readTool(bytes)
        const unknown = reading.ok ? unknownEffects(reading.tool).length : 0
        return { file, ...(refusal && { problem: refusal.reason }), unknown }
      }),
    )
    const passed = shims.every(({ problem }) => problem === undefined)
    if (!passed) ctx.exitWith(1)
    return { passed, shims }
  },

  text: ({ shims }) =>
    shims
      .map(({ file, problem, isPolicy, unknown }) => {
        if (problem !== undefined) return `${printable(file)}: ${printable(problem)}`
        if (isPolicy === true) return `${printable(file)}: good, a policy`
        return `${printable(file)}: good${unknown === 0 ? '' : `, effects of ${count(unknown, 'command')} not known`}`
      })
      .join('\n'),
})

function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const isFolder = (word: string): boolean => statSync(word, { throwIfNoEntry: false })?.isDirectory() === true
