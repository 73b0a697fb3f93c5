/** Translates the RFC's three policy formats (4.8, 3.2.2, and the dotted keys of version 0.1) to rules. */
import { toPointer } from '@atip/protocol/calls'
import type { Faults } from './faults.js'
import { CONDITION_FIELDS } from './fields.js'
import { readCommand, readEffects, readSomeEffects } from './read-rule.js'
import { DEMANDS, readDemands } from './read-demands.js'
import type { Policy, PolicyRule } from './types.js'

export const RFC_KEYS = ['organization', 'policy', 'registry', 'delegation', 'autoApprove', 'requireConfirmation']

const TRUST_KEYS = [...DEMANDS, 'otherwise']

type Members = Record<string, unknown>
type Keys = readonly (string | number)[]

export function readRfcShapes(members: Members, policy: Policy, faults: Faults): Policy {
  const { organization, policy: inner, delegation, autoApprove } = members
  name(organization, ['organization'], policy, faults)
  if (inner !== undefined) readOrganisation(inner, policy, faults)
  if (delegation !== undefined) policy.rules.push(...delegated(delegation, faults))
  if (autoApprove !== undefined) {
    const effects = readSomeEffects(autoApprove, ['autoApprove'], faults)
    if (effects !== undefined) policy.rules.push({ decision: 'allow', effects, pointer: '/autoApprove' })
  }
  policy.rules.push(...confirmations(members.requireConfirmation, ['requireConfirmation'], faults))
  return policy
}

function name(value: unknown, keys: Keys, policy: Policy, faults: Faults): void {
  const text = value === undefined ? undefined : faults.text(value, keys)
  if (text !== undefined) policy.organization = text
}

/** The formats of RFC 4.8 and of 3.2.2, which is shorter. */
function readOrganisation(value: unknown, policy: Policy, faults: Faults): void {
  const known = ['version', 'organization', 'approval', 'trust', 'execution', ...TRUST_KEYS]
  const members = faults.members(value, ['policy'], known)
  if (members === undefined) return
  const { version, organization, approval, trust, execution } = members
  if (version !== undefined && version !== '1') faults.oneOf(version, ['policy', 'version'], ['1'])
  name(organization, ['policy', 'organization'], policy, faults)
  if (approval !== undefined) policy.rules.push(...approvals(approval, policy, faults))
  policy.rules.push(...demanded(members, ['policy'], faults))
  if (trust !== undefined) {
    const keys = ['policy', 'trust']
    const read = faults.members(trust, keys, TRUST_KEYS)
    if (read !== undefined) policy.rules.push(...demanded(read, keys, faults))
  }
  if (execution === undefined) return
  const keys = ['policy', 'execution']
  const read = faults.members(execution, keys, ['requireConfirmation', 'auditAllCalls'])
  if (read === undefined) return
  policy.rules.push(...confirmations(read.requireConfirmation, [...keys, 'requireConfirmation'], faults))
  if (read.auditAllCalls === undefined) return
  const audits = faults.flag(read.auditAllCalls, [...keys, 'auditAllCalls'])
  if (audits !== undefined) policy.auditsAllCalls = audits
}

function approvals(value: unknown, { organization }: Policy, faults: Faults): PolicyRule[] {
  const keys = ['policy', 'approval']
  const members = faults.members(value, keys, ['mode', 'note'])
  if (members === undefined) return []
  const mode = faults.oneOf(members.mode, [...keys, 'mode'], ['allowlist', 'open'])
  if (mode !== 'allowlist') return []
  const { note } = members
  const who = organization ?? 'the organisation'
  const common = { decision: 'deny' as const, onlyTightens: true, pointer: toPointer(keys) }
  const because = (reason: string) => (typeof note === 'string' ? note : reason)
  return [
    { ...common, isUnapproved: true, because: because(`${who} has not approved this program`) },
    // A script passed to an interpreter is a program that was not approved.
    {
      ...common,
      startsUnknown: true,
      because: because(`${who} has not approved this program: it is code from elsewhere`),
    },
    {
      ...common,
      decision: 'ask',
      isForeign: true,
      yields: true,
      because: `${who} approves programs, and what this tool runs cannot be seen; a rule of its policy can allow it`,
    },
  ]
}

/** RFC 3.2.2: side effects of programs that do not meet the demands need the user's approval, or are denied. */
function demanded(members: Members, keys: Keys, faults: Faults): PolicyRule[] {
  const { otherwise = 'ask' } = members
  const demands = readDemands(members, keys, faults)
  const decision = faults.oneOf(otherwise, [...keys, 'otherwise'], ['ask', 'deny'])
  if (demands === undefined || decision === undefined) return []
  return [{ decision, mayChange: true, demands, onlyTightens: true, pointer: toPointer(keys) }]
}

/** An absent effect is unknown, and unknown needs confirmation too. */
function confirmations(value: unknown, keys: Keys, faults: Faults): PolicyRule[] {
  const effects = value === undefined ? undefined : readEffects(value, keys, faults)
  return (effects ?? []).map(({ field, values }) => ({
    decision: 'ask',
    effects: [{ field, values: [...values, undefined] }],
    onlyTightens: true,
    pointer: toPointer([...keys]),
  }))
}

/** RFC 10.2. A restriction such as `destructive: false` also denies calls whose effect is unknown. */
function delegated(value: unknown, faults: Faults): PolicyRule[] {
  const keys = ['delegation']
  const members = faults.members(value, keys, ['allowedTools', 'deniedCommands', 'effectRestrictions'])
  if (members === undefined) return []
  const rules: PolicyRule[] = []
  const deny = (rule: Partial<PolicyRule>, ...at: (string | number)[]) =>
    rules.push({ decision: 'deny', onlyTightens: true, pointer: toPointer([...keys, ...at]), ...rule })
  const { allowedTools, deniedCommands, effectRestrictions } = members
  if (allowedTools !== undefined) {
    const isEmpty = Array.isArray(allowedTools) && allowedTools.length === 0
    const toolsExcept = isEmpty ? [] : faults.texts(allowedTools, [...keys, 'allowedTools'])
    if (toolsExcept) deny({ toolsExcept, because: 'the tool is not among those delegated' }, 'allowedTools')
  }
  if (deniedCommands !== undefined) {
    const list = [deniedCommands].flat()
    for (const [index, one] of list.entries()) {
      const command = readCommand(one, [...keys, 'deniedCommands', index], faults)
      if (command) deny({ command }, 'deniedCommands', index)
    }
  }
  const effects =
    effectRestrictions === undefined
      ? []
      : (readEffects(effectRestrictions, [...keys, 'effectRestrictions'], faults) ?? [])
  for (const { field, values } of effects) {
    // Permitting the worst value restricts nothing.
    if (values.includes(field !== 'reversible' && field !== 'idempotent')) continue
    const forbidden = [...CONDITION_FIELDS.get(field)!, undefined].filter((one) => !values.includes(one))
    deny({ effects: [{ field, values: forbidden }] }, 'effectRestrictions')
  }
  return rules
}
