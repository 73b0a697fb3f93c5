/** Policies as the RFCs write them, as rules (decision 52). */
import { toPointer } from '@atip/protocol'
import type { Faults } from './faults.js'
import { CONDITION_FIELDS } from './fields.js'
import { readCommand, readEffects, readSomeEffects } from './read-rule.js'
import type { EffectCondition, Policy, Rule } from './types.js'

export const RFC_KEYS = ['organization', 'policy', 'registry', 'delegation', 'autoApprove', 'requireConfirmation']

const SIGNATURE_KEYS = ['requireSignature', 'requireSignatures', 'allowedSigners', 'minimumSlsaLevel']

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

/** RFC 4.8, and the shorter form of 3.2.2. */
function readOrganisation(value: unknown, policy: Policy, faults: Faults): void {
  const known = ['version', 'organization', 'approval', 'trust', 'execution', ...SIGNATURE_KEYS]
  const members = faults.members(value, ['policy'], known)
  if (members === undefined) return
  const { version, organization, approval, trust, execution } = members
  if (version !== undefined && version !== '1') faults.oneOf(version, ['policy', 'version'], ['1'])
  name(organization, ['policy', 'organization'], policy, faults)
  if (approval !== undefined) policy.rules.push(...approvals(approval, policy, faults))
  policy.rules.push(...signatures(members, ['policy'], faults))
  if (trust !== undefined) {
    const keys = ['policy', 'trust']
    const read = faults.members(trust, keys, SIGNATURE_KEYS)
    if (read !== undefined) policy.rules.push(...signatures(read, keys, faults))
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

function approvals(value: unknown, { organization }: Policy, faults: Faults): Rule[] {
  const keys = ['policy', 'approval']
  const members = faults.members(value, keys, ['mode', 'note'])
  if (members === undefined) return []
  const mode = faults.oneOf(members.mode, [...keys, 'mode'], ['allowlist', 'open'])
  if (mode !== 'allowlist') return []
  const { note } = members
  const because =
    typeof note === 'string' ? note : `${organization ?? 'the organisation'} has not approved this program`
  const sources = ['native', 'vendor', 'community', 'user', 'inferred', 'none']
  return [{ decision: 'deny', trust: { sources }, because, onlyTightens: true, pointer: toPointer(keys) }]
}

/** RFC 3.2.2: a person decides about side effects of what nobody has vouched for. */
function signatures(members: Members, keys: Keys, faults: Faults): Rule[] {
  const { requireSignature, requireSignatures = requireSignature, allowedSigners, minimumSlsaLevel } = members
  const isRequired =
    requireSignatures === undefined ? undefined : faults.flag(requireSignatures, [...keys, 'requireSignatures'])
  const signers = allowedSigners === undefined ? undefined : faults.texts(allowedSigners, [...keys, 'allowedSigners'])
  if (minimumSlsaLevel !== undefined && !(Number.isInteger(minimumSlsaLevel) && Number(minimumSlsaLevel) >= 0)) {
    faults.add([...keys, 'minimumSlsaLevel'], 'must be a whole number, 0 or more')
  }
  // A level is only worth what a check of it says, and that is in `verified` too (decision 58).
  const needsCheck = isRequired === true || Number(minimumSlsaLevel ?? 0) > 0
  const pointer = toPointer(keys)
  const because = 'nobody has verified the description of this program'
  const sideEffects: EffectCondition[] = [
    { field: 'network', values: [true, undefined] },
    { field: 'filesystem.write', values: [true, undefined] },
  ]
  return sideEffects.flatMap((effect) => {
    const rule = { decision: 'ask' as const, effects: [effect], because, onlyTightens: true, pointer }
    const unsigned: Rule = { ...rule, trust: { verified: [false, undefined] } }
    const stranger: Rule = {
      ...rule,
      trust: { signersExcept: signers ?? [] },
      because: 'its signer is not on the list',
    }
    return [...(needsCheck ? [unsigned] : []), ...(signers === undefined ? [] : [stranger])]
  })
}

/** What is unknown may be so (decision 11): it is confirmed too. */
function confirmations(value: unknown, keys: Keys, faults: Faults): Rule[] {
  const effects = value === undefined ? undefined : readEffects(value, keys, faults)
  return (effects ?? []).map(({ field, values }) => ({
    decision: 'ask',
    effects: [{ field, values: [...values, undefined] }],
    onlyTightens: true,
    pointer: toPointer([...keys]),
  }))
}

/** RFC 10.2. What a restriction forbids, it forbids where nobody knows, too (decision 65). */
function delegated(value: unknown, faults: Faults): Rule[] {
  const keys = ['delegation']
  const members = faults.members(value, keys, ['allowedTools', 'deniedCommands', 'effectRestrictions'])
  if (members === undefined) return []
  const rules: Rule[] = []
  const deny = (rule: Partial<Rule>, ...at: (string | number)[]) =>
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
    // Who permits the worst restricts nothing.
    if (values.includes(field !== 'reversible' && field !== 'idempotent')) continue
    const forbidden = [...CONDITION_FIELDS.get(field)!, undefined].filter((one) => !values.includes(one))
    deny({ effects: [{ field, values: forbidden }] }, 'effectRestrictions')
  }
  return rules
}
