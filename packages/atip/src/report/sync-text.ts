import { printable, wrap, type Screen } from 'tooli/terminal'
import { count, grouped } from './words.js'

export interface SyncedReport {
  asked: number
  found: number
  trusted: number
  removed: number
  notApproved: number
  patterns: number
  registries: readonly { name: string; build?: number | undefined; policy?: string | undefined }[]
  scanned?: number | undefined
  problems: readonly { message: string }[]
}

const POLICIES: Readonly<Record<string, string>> = {
  allowlist: 'its policy is an allow-list',
  open: 'its policy applies',
  none: 'no policy',
  unknown: 'its policy is not known, so everything is denied',
}

/** The result of a sync: what registries know about this machine, and what was refused. */
export function syncText(report: SyncedReport, { width }: Pick<Screen, 'width'>): string {
  const { asked, found, trusted, removed, notApproved, patterns, registries, scanned, problems } = report
  const facts = [
    ...(scanned === undefined ? [] : [`Scanned ${count(scanned, 'program')} first.`]),
    ...registries.flatMap(({ name, build, policy }) => {
      const said = [
        ...(build !== undefined ? [`build ${build}`] : policy === 'unknown' ? ['not available'] : []),
        ...(policy === undefined ? [] : [POLICIES[policy] ?? policy]),
      ]
      // Not every registry numbers its builds. One that cannot be reached is among the problems.
      return said.length === 0 ? [] : [`${printable(name)}: ${said.join(', ')}.`]
    }),
    `Registries describe ${grouped(found)} of ${count(asked, 'program')}; ${grouped(trusted)} with a trusted signature.`,
    ...(removed > 0 ? [`${count(removed, 'description')} withdrawn.`] : []),
    ...(notApproved > 0 ? [`${count(notApproved, 'program')} not approved by your organisation.`] : []),
    ...(patterns > 0 ? [`${count(patterns, 'pattern')}.`] : []),
  ]
  const refused = problems.map(({ message }) => `Refused: ${printable(message)}`)
  return [...facts, ...refused].flatMap((line) => wrap(line, width)).join('\n')
}
