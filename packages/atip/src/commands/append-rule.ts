import { existsSync } from 'node:fs'
import { EXIT, ToolError, type Context } from 'tooli'
import { isBroken, readPolicy, sayRule, withRule, type Policy, type PolicyRule } from '@atip/guard'
import { readBytes, toText } from '../documents/read-file.js'
import { replaceFile } from '../documents/write-file.js'
import { createPolicyFile } from './policy-file.js'

/** Parses the rule as the guard does. Throws the error that `invalid` returns. */
export function parsedRule(text: string, invalid: (problem: string) => ToolError): PolicyRule {
  const read = readPolicy(`{"rules": [${text}\n]}`, { source: 'user', file: 'rule' })
  if (isBroken(read)) throw invalid(read.problems.map(({ message }) => message).join('; '))
  if (read.rules.length === 1) return read.rules[0]!
  throw new ToolError('E1004', 'give exactly one rule')
}

/** The text of a policy file, or of a new one. */
export function policyText(file: string): string {
  return existsSync(file) ? toText(readBytes(file)) : '{\n  "version": "1",\n  "rules": []\n}\n'
}

/** Parses a policy that is to be changed. A policy with errors is refused: it denies everything until it is fixed. */
export function usablePolicy(text: string, file: string): Policy {
  const policy = readPolicy(text, { source: 'user', file })
  if (!isBroken(policy)) return policy
  const { line, column, message } = policy.problems[0]!
  throw new ToolError('E1104', `${file}:${line}:${column} cannot be used: ${message}`, {
    exitCode: EXIT.configuration,
    details: { file },
  })
}

/** Appends a rule, given as JSON, to a policy file. */
export async function appendRule(file: string, text: string, rule: PolicyRule, ctx: Context): Promise<void> {
  const isThere = existsSync(file)
  const after = withRule(policyText(file), JSON.parse(text) as object)
  usablePolicy(after, file)
  await ctx.effect(`add "${sayRule(rule)}" to ${file}`, () =>
    isThere ? replaceFile(file, after) : createPolicyFile(file, after),
  )
}
