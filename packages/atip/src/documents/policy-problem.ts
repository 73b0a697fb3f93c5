import { readSource } from '@atip/registry'
import { isBroken, readPolicy } from '@atip/guard'

/** The problem with a policy in a folder of shims that a registry would publish; undefined if it is valid or does not exist. */
export function policyProblem(folder: string, file: string): string | undefined {
  let text: string
  try {
    text = readSource(folder, file).toString('utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : `${file} cannot be read: ${message}`
  }
  const policy = readPolicy(text, { source: 'org', file })
  if (!isBroken(policy)) return undefined
  const { line, column, pointer, message } = policy.problems[0]!
  return `${file}:${line}:${column}${pointer === '' ? '' : ` at ${pointer}`}: ${message}`
}
