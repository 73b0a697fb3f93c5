import { isBroken, readPolicy, type LoadedPolicy, type Policy, type PolicyRule, type PolicySource } from '@atip/guard'
import { nameFits } from '@atip/protocol'
import type { RuntimeTool } from '../tool/tool.js'

/** A rule in the notation of policy files: `{ decision: 'deny', paths: ['secrets/**'] }`. */
export type RuleNotation = Readonly<Record<string, unknown>> & { decision: 'allow' | 'ask' | 'deny' }

/** The rules of a session as a policy. Throws if one of them is invalid. */
export function policyOf(rules: readonly RuleNotation[], base: string, source: PolicySource = 'user'): Policy {
  return readOrThrow({ rules }, source, 'rules', base)
}

/** The policy without its allow rules, for agents that must not gain permissions. */
export function withoutAllowing(policy: LoadedPolicy): LoadedPolicy {
  if (isBroken(policy)) return policy
  return { ...policy, rules: policy.rules.filter(({ decision }) => decision !== 'allow') }
}

/** Reads a policy written by the host, so an error is a defect of the host. */
export function readOrThrow(document: object, source: PolicySource, file: string, base?: string): Policy {
  const policy: LoadedPolicy = readPolicy(JSON.stringify(document), { source, file, base })
  if (!isBroken(policy)) return policy
  const { pointer, message } = policy.problems[0]!
  throw new TypeError(`${file}${pointer}: ${message}`)
}

/** A rule that denies all calls of a tool, if there is one. */
export function ruleAgainst({ id }: RuntimeTool, policies: readonly LoadedPolicy[]): PolicyRule | undefined {
  const rules = policies.flatMap((policy) => (isBroken(policy) ? [] : policy.rules))
  return rules.find((rule) => {
    const isPlain = Object.keys(rule).every((name) => WITHOUT_CONDITION.has(name))
    return rule.decision === 'deny' && isPlain && rule.tools?.some((pattern) => nameFits(pattern, id)) === true
  })
}

const WITHOUT_CONDITION: ReadonlySet<string> = new Set(['decision', 'tools', 'because', 'onlyTightens', 'pointer'])
