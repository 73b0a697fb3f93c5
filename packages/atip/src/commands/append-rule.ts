import { existsSync } from 'node:fs'
import { EXIT, ToolError, type Context } from 'tooli'
import { isBroken, readPolicy, sayRule, withRule, type Policy, type PolicyRule } from '@atip/guard'
import { readBytes, toText } from '../documents/read-file.js'
import { replaceFile } from '../documents/write-file.js'
import { createPolicyFile } from './policy-file.js'

/** The rule as the guard reads it. Throws what `invalid` makes of the problem. */
export function parsedRule(text: string, invalid: (problem: string) => ToolError): PolicyRule {
  const read = readPolicy(`{"rules": [${text}\n]}`, { source: 'user', file: 'rule' })
  if (isBroken(read)) throw invalid(read.problems.map(({ message }) => message).join('; '))
  if (read.rules.length === 1) return read.rules[0]!
  throw new ToolError('E1004', 'give exactly one rule')
}

/** A policy file as it is, or what a new one begins with. */
export function policyText(file: string): string {
  return existsSync(file) ? toText(readBytes(file)) : '{\n  "version": "1",\n  "rules": []\n}\n'
}

/** The rules of a policy that is to be changed. One with errors is left alone: everything is denied until it is fixed. */
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
