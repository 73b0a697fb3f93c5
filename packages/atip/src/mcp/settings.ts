import type { Mode } from '@atip/guard'

/** The settings of a server, from the user who starts it. */
export interface ServerSettings {
  policy: readonly string[] | undefined
  mode: Mode | undefined
  /** Who is asked if the client cannot prompt: a person with `atip approvals`, or no one. */
  asking: 'queue' | 'never'
  minutes: number
}
