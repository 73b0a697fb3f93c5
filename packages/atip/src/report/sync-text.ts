import { printable, wrap, type Screen } from 'tooli/terminal'
import { count, grouped } from './words.js'

export interface SyncedReport {
  asked: number
  found: number
  trusted: number
  removed: number
  notApproved: number
  unanswered: number
  patterns: number
  registries: readonly RegistryState[]
  scanned?: number | undefined
  problems: readonly { message: string }[]
}

interface RegistryState {
  name: string
  build?: number | undefined
  policy?: string | undefined
  policyBuild?: number | undefined
  expired?: string | undefined
}

const POLICIES: Readonly<Record<string, string>> = {
  allowlist: 'its policy is an allow-list',
  open: 'its policy applies',
  none: 'no policy',
  unknown: 'its policy is not known, so everything is denied',
}

/** Undefined if there is nothing to say: not every registry numbers its builds. */
function stateText({ name, build, policy, policyBuild, expired }: RegistryState): string | undefined {
  const isMissing = build === undefined && (policy === 'unknown' || policyBuild !== undefined || expired !== undefined)
  const inUse =
    policyBuild === undefined || policyBuild === build || policy === 'none'
      ? policy && (POLICIES[policy] ?? policy)
      : `the policy of build ${policyBuild} stays in use${policy === 'allowlist' ? ', an allow-list' : ''}`
  const parts = [
    ...(isMissing ? ['not available'] : build === undefined ? [] : [`build ${build}`]),
    ...(inUse === undefined ? [] : [inUse]),
    ...(expired === undefined ? [] : [expiryText(expired)]),
  ]
  return parts.length === 0 ? undefined : `${printable(name)}: ${parts.join(', ')}.`
}

const expiryText = (date: string) => `expired on ${date.slice(0, 10)}, so that nothing new is used`

/** The result of a sync: what registries know about this machine, and what was refused. */
export function syncText(report: SyncedReport, { width }: Pick<Screen, 'width'>): string {
  const { asked, found, trusted, removed, notApproved, unanswered, patterns, registries, scanned, problems } = report
  const facts = [
    ...(scanned === undefined ? [] : [`Scanned ${count(scanned, 'program')} first.`]),
    ...registries.flatMap((one) => stateText(one) ?? []),
    `Registries describe ${grouped(found)} of ${count(asked, 'program')}; ${grouped(trusted)} with a trusted signature.`,
    ...(removed > 0 ? [`${count(removed, 'description')} withdrawn.`] : []),
    ...(notApproved > 0 ? [`${count(notApproved, 'program')} not approved by your organisation.`] : []),
    ...(unanswered > 0
      ? [`${count(unanswered, 'program')} could not be asked about; what was stored stays in use.`]
      : []),
    ...(patterns > 0 ? [`${count(patterns, 'pattern')}.`] : []),
  ]
  const refused = problems.map(({ message }) => `Refused: ${printable(message)}`)
  return [...facts, ...refused].flatMap((line) => wrap(line, width)).join('\n')
}
