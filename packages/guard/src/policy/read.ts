import { positionsOf } from '@atip/protocol/calls'
import { Faults } from './faults.js'
import { readStrictJson } from './json.js'
import { readRules } from './read-rule.js'
import { readRfcShapes, RFC_KEYS } from './rfc-shapes.js'
import {
  MODES,
  type BrokenPolicy,
  type LoadedPolicy,
  type Policy,
  type PolicySource,
  type Repositories,
} from './types.js'

export interface PolicyOrigin {
  source: PolicySource
  file: string
  base?: string | undefined
}

const KEYS = ['version', 'mode', 'rules', 'repositories', ...RFC_KEYS]

/** Parses a policy. A single error makes all of it invalid: applying half a policy could allow too much. */
export function readPolicy(text: string, origin: PolicyOrigin): LoadedPolicy {
  const json = readStrictJson(text.replace(/^\uFEFF/, ' '))
  if ('fault' in json) {
    const { offset, message } = json.fault
    return brokenPolicy(origin, [{ pointer: '', message, ...positionsOf(text, [offset])[0]! }])
  }
  const faults = new Faults()
  const policy = policyIn(json.value, { ...origin, text, rules: [] }, faults)
  const problems = faults.located(text)
  return problems.length === 0 ? policy : brokenPolicy(origin, problems)
}

export function brokenPolicy({ source, file }: PolicyOrigin, problems: BrokenPolicy['problems']): BrokenPolicy {
  return { source, file, problems }
}

function policyIn(value: unknown, policy: Policy, faults: Faults): Policy {
  const members = faults.members(value, [], KEYS)
  if (members === undefined) return policy
  const { version, mode, rules, repositories } = members
  if (version !== undefined && version !== '1') faults.oneOf(version, ['version'], ['1'])
  if (mode !== undefined) {
    const known = faults.oneOf(mode, ['mode'], MODES)
    if (known !== undefined) policy.mode = known
  }
  if (rules !== undefined) policy.rules.push(...readRules(rules, faults))
  if (repositories !== undefined) {
    const read = repositoriesIn(repositories, faults)
    if (read !== undefined) policy.repositories = read
  }
  return readRfcShapes(members, policy, faults)
}

function repositoriesIn(value: unknown, faults: Faults): Repositories | undefined {
  const keys = ['repositories']
  const members = faults.members(value, keys, ['trusted', 'others'])
  if (members === undefined) return undefined
  const { trusted, others = 'ask' } = members
  const isEmpty = trusted === undefined || (Array.isArray(trusted) && trusted.length === 0)
  const list = isEmpty ? [] : faults.texts(trusted, [...keys, 'trusted'])
  const decision = faults.oneOf(others, [...keys, 'others'], ['allow', 'ask', 'deny'])
  return list && decision && { trusted: list, others: decision, pointer: '/repositories' }
}
