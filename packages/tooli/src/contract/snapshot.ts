import { readFile } from 'node:fs/promises'
import { isObject, readTool } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { EXIT, ToolError } from '../errors/error.js'
import { writeWhole } from '@atip/files'
import type { ReadContract } from './compare.js'
import { CONTRACT_FORMAT, contractOf, documentOf, type Contract } from './contract.js'
import { printContract } from './print.js'

/** Codes of failures of `contract`. */
export const CONTRACT_CODES = {
  broken: 'E3920',
  drifted: 'E3921',
  unusable: 'E3922',
  notOurs: 'E3923',
  indescribable: 'E5920',
} as const

/** The start of a line that calls the command, to be shown to the user. */
export type Line = string

/** The contract of the current code, with its text as in a file. */
export async function currentContract(cli: CliDefinition<CommandMap>): Promise<ReadContract & { text: string }> {
  const text = printContract(await contractOf(cli))
  const contract = JSON.parse(text) as Contract
  const reading = readTool(documentOf(contract))
  if (reading.ok) return { contract, tool: reading.tool, text }
  const problem = reading.problems.find(({ severity }) => severity === 'error')
  throw new ToolError(
    CONTRACT_CODES.indescribable,
    `the tool cannot be described: ${problem?.pointer} ${problem?.message}`,
  )
}

/** Undefined if there is no such file. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unusable(`cannot read ${file} (${code})`, 'Name a file that can be read', undefined, EXIT.noInput)
  }
}

/** Reads a contract file. A missing, broken or newer file is an error that says what to do. */
export async function readSnapshot(file: string, line: Line): Promise<ReadContract> {
  const text = await readText(file)
  if (text === undefined) {
    throw unusable(`there is no contract ${file} to check against`, 'Write it first', line, EXIT.noInput)
  }
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw brokenSnapshot(file, /^<{7} /m.test(text) ? 'it holds a merge conflict' : 'it is not JSON', line)
  }
  const format = (found as Partial<Record<'contract', unknown>> | null)?.contract
  if (typeof format !== 'number') throw unusable(`${file} is not a contract`, 'Name the file that "contract" wrote')
  if (format > CONTRACT_FORMAT) {
    const cause = `${file} has format ${format}, and this version of tooli reads ${CONTRACT_FORMAT}`
    throw unusable(cause, 'Update tooli, or write the contract again with this version', line)
  }
  const contract = found as Contract
  const reading = isObject(contract.commands) ? readTool(documentOf(contract)) : undefined
  if (reading?.ok === true) return { contract, tool: reading.tool }
  const problem = reading?.problems.find(({ severity }) => severity === 'error')
  const why = problem === undefined ? 'it lists no commands' : `${problem.pointer} ${problem.message}`
  throw brokenSnapshot(file, why, line)
}

export function brokenSnapshot(file: string, why: string, line: Line): ToolError {
  return unusable(`${file} is broken: ${why}`, 'Restore it from version control, or write it again', line)
}

function unusable(message: string, fix: string, example?: string, exitCode: number = EXIT.dataFormat): ToolError {
  return new ToolError(CONTRACT_CODES.unusable, message, {
    exitCode,
    suggestion: {
      action: 'retry_with_modified_input',
      fix,
      ...(example !== undefined && { example }),
      applicability: 'maybe_incorrect',
    },
  })
}

/** A mistaken file name must not overwrite another file, or the contract of another tool. */
export function checkOwner(text: string, file: string, tool: string): void {
  const isContract = /^[^]{0,200}"contract"\s*:\s*\d/.test(text)
  const name = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(0, 1000))?.[1]
  if (text.trim() === '' || (isContract && (name === undefined || name === JSON.stringify(tool)))) return
  const found = isContract ? `the contract of ${name}` : 'something other than a contract'
  throw new ToolError(CONTRACT_CODES.notOurs, `${file} holds ${found}; it was left as it is`, {
    suggestion: {
      action: 'ask_user',
      fix: 'Name another file, or remove this one first',
      applicability: 'maybe_incorrect',
    },
  })
}

export function writeSnapshot(file: string, text: string): void {
  try {
    writeWhole(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError(CONTRACT_CODES.unusable, `cannot write ${file} (${code})`, { exitCode: EXIT.cannotCreate })
  }
}
