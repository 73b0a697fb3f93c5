import type { Mode } from '@atip/guard'

/** What the one who starts a server decides. */
export interface ServerSettings {
  policy: readonly string[] | undefined
  mode: Mode | undefined
  /** Whom to ask where the client cannot ask its user: a person with `atip approvals`, or no one. */
  asking: 'queue' | 'never'
  minutes: number
}
