import { t } from 'tooli'
import type { ServerWish } from 'tooli/mcp'
import type { ServerSettings } from '../mcp/settings.js'
import { MINUTES } from './parameters.js'
import { POLICY_OPTIONS } from './policies.js'

/** Options of every command that serves. */
export const SERVER_OPTIONS = {
  ...POLICY_OPTIONS,
  http: t.boolean('Serve over HTTP instead of stdin and stdout').default(false),
  port: t.integer('For HTTP; 0 chooses a free one').min(0).max(65_535).default(3333),
  host: t.string('For HTTP; other addresses than loopback need a token').min(1).default('127.0.0.1'),
  tokenFile: t
    .path('For HTTP: clients must send what is in this file; by default $TOOLI_MCP_TOKEN', { kind: 'file' })
    .optional(),
  ask: t
    .enum(
      ['queue', 'never'],
      'If a client cannot ask its user: queue the call for `atip approvals`, or never ask and deny it',
    )
    .default('never'),
  minutes: MINUTES.default(10),
} as const

interface GivenOptions {
  policy: string[] | undefined
  mode: ServerSettings['mode']
  http: boolean
  port: number
  host: string
  tokenFile: string | undefined
  ask: ServerSettings['asking']
  minutes: number
}

export function wishOf({ http, port, host, tokenFile }: GivenOptions): ServerWish {
  return { transport: http ? 'http' : 'stdio', host, port, tokenFile }
}

export function settingsOf({ policy, mode, ask, minutes }: GivenOptions): ServerSettings {
  return { policy, mode, asking: ask, minutes }
}
