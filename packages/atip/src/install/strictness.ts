import { existsSync, readFileSync } from 'node:fs'
import starter from '@atip/guard/policies/user.json' with { type: 'json' }
import type { AgentFile } from '../agents/agents.js'
import type { AskMode } from '../hooks/index.js'
import { hashOf, type InstallRecord } from './record.js'

export const STRICTNESS = ['careful', 'balanced', 'terrible'] as const
export type GuardStrictness = (typeof STRICTNESS)[number]

export const STRICTNESS_WORDS: Readonly<Record<GuardStrictness, string>> = {
  careful: 'ask whenever unsure',
  balanced:
    'reads, builds, tests and edits in the project pass; deleting outside of it, rewriting history, publishing and secrets do not',
  terrible: "only deny: the agent's own rules decide everything else",
}

/** How the hook handles questions. */
export function askModeFor(strictness: GuardStrictness): AskMode | undefined {
  return strictness === 'terrible' ? 'pass' : undefined
}

/** The user's policy: a starter if there is none. Existing rules and an existing mode are preserved. */
export function policyFile(file: string, strictness: GuardStrictness, record: InstallRecord | undefined): AgentFile {
  const mode = strictness === 'balanced' ? { mode: 'balanced' } : {}
  const { version, ...rest } = starter
  const text = `${JSON.stringify({ version, ...mode, ...rest }, null, 2)}\n`
  const isOurs = record !== undefined && existsSync(file) && hashOf(readFileSync(file)) === record.after
  const isStarter = !existsSync(file) || (isOurs && record.before === undefined)
  if (isStarter) return { file, role: 'policy', pieces: [{ kind: 'file', text }] }
  const pieces =
    strictness === 'balanced' ? ([{ kind: 'member', path: ['mode'], value: 'balanced', isTheirs: true }] as const) : []
  return { file, role: 'policy', pieces }
}

/** The strictness of an installed hook, as far as its command shows. */
export function strictnessIn(text: string): GuardStrictness | undefined {
  return text.includes('--ask pass') ? 'terrible' : undefined
}
