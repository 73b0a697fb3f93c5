import { AGENTS, type InstallableAgent, type Registration } from '../agents/agents.js'
import { textOf } from '../hooks/index.js'

/** A file for an administrator, so that users cannot turn the hook off. */
export interface ManagedSettings {
  agent: InstallableAgent
  file: string
  text: string
  note: string
}

/** Files that only an administrator can write, according to the agents' manuals. */
const FILES: Readonly<Partial<Record<InstallableAgent, { file: string; note: string; head?: string }>>> = {
  'claude-code': {
    file: '/etc/claude-code/managed-settings.json',
    note: 'On macOS: /Library/Application Support/ClaudeCode/managed-settings.json. Users cannot turn these hooks off; add "allowManagedHooksOnly": true to run no others.',
  },
  codex: {
    file: '/etc/codex/requirements.toml',
    head: '[features]\nhooks = true',
    note: 'Hooks in this file need no trust of the user.',
  },
  gemini: {
    file: '/etc/gemini-cli/settings.json',
    note: 'On macOS: /Library/Application Support/GeminiCli/settings.json. These settings win over those of users and projects.',
  },
  cursor: {
    file: '/etc/cursor/hooks.json',
    note: 'On macOS: /Library/Application Support/Cursor/hooks.json. Not tested.',
  },
}

export function managedSettings(agent: InstallableAgent, registration: Registration): ManagedSettings | undefined {
  const found = FILES[agent]
  if (found === undefined) return undefined
  const places = { home: '/', project: '/', env: {} }
  const [hook] = AGENTS[agent].files(places, 'user', registration)
  const isServer = (kind: string, text: string) => kind === 'toml' && text.startsWith('[mcp_servers')
  const pieces = hook!.pieces.filter(
    (piece) =>
      !(piece.kind === 'toml' ? isServer(piece.kind, piece.text) : piece.kind === 'member' && piece.isTheirs !== true),
  )
  const text = [...(found.head === undefined ? [] : [found.head]), textOf(pieces)].join('\n\n')
  return { agent, file: found.file, text, note: found.note }
}
