/** The messages of the Prime RFC, from the host's side. */

export interface PrimeQuestion {
  agentId: string
  sessionId: string
  capabilities?: Record<string, unknown>
  locale?: string
  userRole?: 'end_user' | 'admin' | 'system'
  metadata?: Record<string, unknown>
}

export interface PrimeAnswer {
  version: string
  toolName?: string
  session: { sessionId: string; expiresAt?: string }
  usageDirectives: { primaryIntents?: string[]; do?: string[]; dont?: string[] }
  capabilities?: Record<string, unknown>
  rateLimits?: { requestsPerMinute?: number; burst?: number; [more: string]: unknown }
  schema?: { preferredCommands?: string[]; deprecatedCommands?: string[]; [more: string]: unknown }
  examples?: { description: string; sequence: string[] }[]
  breakingChangeSince?: string
  minAgentVersion?: string
}

/** A source of tools: the unit that is connected, primed and rate limited. */
export interface ToolProvider {
  id: string
  /** `pending`: its tools are not known yet. Default `ready`. */
  state?: 'ready' | 'pending'
  /** The user is logged in, as far as the host knows. */
  isAuthenticated?: boolean
  /** Requests the directives of a session. The answer is checked. Has no side effects. */
  prime?(request: PrimeQuestion): unknown
}
