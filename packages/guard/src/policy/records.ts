import { isBroken, type LoadedPolicy } from './types.js'

/** Whether one of the policies demands that every call is recorded: a call that cannot be must not run. */
export function demandsRecord(policies: readonly LoadedPolicy[]): boolean {
  return policies.some((policy) => !isBroken(policy) && policy.auditsAllCalls === true)
}
