import { quoteLine } from '@atip/protocol'
import type { Failure } from '../call/outcome.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, type Suggestion } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { nameOf } from './line-error.js'

/** Adds the command line that would help, which the executor does not know. */
export function withExample(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  failed: Failure,
  words: readonly string[],
): Failure {
  const { error } = failed
  const line = [cli.name, ...words]
  const put = (suggestion: Suggestion): Failure => ({ ...failed, error: { ...error, suggestion } })
  if (error.code === CODES.confirmationNeeded && error.suggestion !== undefined) {
    const end = line.includes('--') ? line.indexOf('--') : line.length
    return put({ ...error.suggestion, example: quoteLine([...line.slice(0, end), '--yes', ...line.slice(end)]) })
  }
  if (error.suggestion !== undefined || error.category !== 'input') return failed
  const key = error.details?.parameter
  if (typeof key !== 'string') return failed
  const parameter = model.parameters.find((candidate) => candidate.key === key)
  if (parameter === undefined || error.code !== CODES.missingArgument) {
    const fix = `Correct ${nameOf(model, key)}; see ${quoteLine([cli.name, ...model.path, '--help'])}`
    return put({ action: 'retry_with_modified_input', fix, applicability: 'has_placeholders' })
  }
  const missing = parameter.kind === 'argument' ? `<${key}>` : `${nameOf(model, key)} <${key}>`
  return put({
    action: 'retry_with_modified_input',
    fix: `Add ${missing}`,
    example: withBefore(line, missing, parameter.kind),
    applicability: 'has_placeholders',
  })
}

/** After `--` an option would be read as an argument. */
function withBefore(line: readonly string[], missing: string, kind: 'argument' | 'option'): string {
  const end = kind === 'option' && line.includes('--') ? line.indexOf('--') : line.length
  const [before, after] = [quoteLine(line.slice(0, end)), quoteLine(line.slice(end))]
  return `${before} ${missing}${after === '' ? '' : ` ${after}`}`
}
