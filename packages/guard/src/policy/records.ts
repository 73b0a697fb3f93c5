import { isBroken, type LoadedPolicy } from './types.js'

/** Whether a policy demands that every call is recorded; then a call that cannot be recorded must not run. */
export function demandsRecord(policies: readonly LoadedPolicy[]): boolean {
  return policies.some((policy) => !isBroken(policy) && policy.auditsAllCalls === true)
}
