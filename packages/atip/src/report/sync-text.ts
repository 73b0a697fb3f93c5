import { printable, wrap, type Screen } from 'tooli/terminal'
import { count, grouped } from './words.js'

export interface SyncedReport {
  asked: number
  found: number
  trusted: number
  removed: number
  notApproved: number
  patterns: number
  problems: readonly { message: string }[]
}

/** What registries know about this machine, and what was refused. */
export function syncText(report: SyncedReport, { width }: Pick<Screen, 'width'>): string {
  const { asked, found, trusted, removed, notApproved, patterns, problems } = report
  const facts = [
    `Registries describe ${grouped(found)} of ${count(asked, 'program')}; ${grouped(trusted)} with a trusted signature.`,
    ...(removed > 0 ? [`${count(removed, 'description')} withdrawn.`] : []),
    ...(notApproved > 0 ? [`${count(notApproved, 'program')} not approved by your organisation.`] : []),
    ...(patterns > 0 ? [`${count(patterns, 'pattern')}.`] : []),
  ]
  const refused = problems.map(({ message }) => `Refused: ${printable(message)}`)
  return [...facts, ...refused].flatMap((line) => wrap(line, width)).join('\n')
}
