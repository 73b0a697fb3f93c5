import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { HOST_NAMES, hookCommand, HOSTS, type AskMode, type HostName, type Piece } from '../hooks/index.js'

export const AGENT_NAMES = [...HOST_NAMES, 'vscode'] as const
export type InstallableAgent = (typeof AGENT_NAMES)[number]

/** Install for the user, or for the user in one project. */
export type InstallScope = 'user' | 'project'

export interface InstallPlaces {
  home: string
  /** The folder of the project. */
  project: string
  env: Readonly<Record<string, string | undefined>>
}

/** A file of an agent, and our pieces in it. */
export interface AgentFile {
  file: string
  role: 'hook' | 'server' | 'hook and server' | 'policy'
  pieces: readonly Piece[]
}

/** How atip is started: the paths of Node and of this program, and how the hook handles questions. */
export interface Registration {
  program: readonly string[]
  ask?: AskMode | undefined
}

export interface AgentFacts {
  title: string
  /** The names of its executable. */
  programs: readonly string[]
  /** Its configuration folder, which exists after its first start. */
  folder: (places: InstallPlaces) => string
  files: (places: InstallPlaces, scope: InstallScope, registration: Registration) => AgentFile[]
  /** Instructions for the user after the installation. */
  nextStep?: string
}

/** The name under which our server is registered. */
export const SERVER = 'atip'

export const AGENTS: Readonly<Record<InstallableAgent, AgentFacts>> = {
  'claude-code': {
    title: 'Claude Code',
    programs: ['claude'],
    folder: ({ home, env }) => absolute(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude'),
    files: (places, scope, registration) => {
      const folder = AGENTS['claude-code'].folder(places)
      // Its servers are configured next to its folder, unless the folder was moved.
      const servers = folder === join(places.home, '.claude') ? `${folder}.json` : join(folder, '.claude.json')
      const { command, args } = serverWords(registration)
      return [
        hookFile(
          'claude-code',
          scopeFile(scope, join(folder, 'settings.json'), places, '.claude/settings.local.json'),
          registration,
        ),
        {
          file: scopeFile(scope, servers, places, '.mcp.json'),
          role: 'server',
          pieces: [member(['mcpServers', SERVER], { type: 'stdio', command, args })],
        },
      ]
    },
  },
  codex: {
    title: 'Codex',
    programs: ['codex'],
    folder: ({ home, env }) => absolute(env.CODEX_HOME) ?? join(home, '.codex'),
    files: (places, scope, registration) => {
      const user = join(AGENTS.codex.folder(places), 'config.toml')
      const hook = hookFile('codex', scopeFile(scope, user, places, '.codex/config.toml'), registration)
      const { command, args } = serverWords(registration)
      const table = `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = ${tomlList(args)}`
      return [{ ...hook, role: 'hook and server', pieces: [...hook.pieces, { kind: 'toml', text: table }] }]
    },
    nextStep: 'start Codex, open /hooks and trust the hook: until then Codex skips it silently',
  },
  gemini: {
    title: 'Gemini CLI',
    programs: ['gemini'],
    folder: ({ home }) => join(home, '.gemini'),
    files: (places, scope, registration) => {
      const user = join(AGENTS.gemini.folder(places), 'settings.json')
      const hook = hookFile('gemini', scopeFile(scope, user, places, '.gemini/settings.json'), registration)
      const server = member(['mcpServers', SERVER], serverWords(registration))
      return [{ ...hook, role: 'hook and server', pieces: [...hook.pieces, server] }]
    },
  },
  opencode: {
    title: 'opencode',
    programs: ['opencode'],
    folder: ({ home, env }) => join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'opencode'),
    files: (places, scope, registration) => {
      const folder = AGENTS.opencode.folder(places)
      const { command, args } = serverWords(registration)
      const settings = scope === 'user' ? folder : places.project
      return [
        hookFile(
          'opencode',
          scopeFile(scope, join(folder, 'plugin/atip.js'), places, '.opencode/plugin/atip.js'),
          registration,
        ),
        {
          file: existingOf(join(settings, 'opencode.jsonc'), join(settings, 'opencode.json')),
          role: 'server',
          pieces: [member(['mcp', SERVER], { type: 'local', command: [command, ...args], enabled: true })],
        },
      ]
    },
  },
  cursor: {
    title: 'Cursor',
    programs: ['cursor', 'cursor-agent'],
    folder: ({ home }) => join(home, '.cursor'),
    files: (places, scope, registration) => {
      const folder = AGENTS.cursor.folder(places)
      return [
        hookFile('cursor', scopeFile(scope, join(folder, 'hooks.json'), places, '.cursor/hooks.json'), registration),
        {
          file: scopeFile(scope, join(folder, 'mcp.json'), places, '.cursor/mcp.json'),
          role: 'server',
          pieces: [member(['mcpServers', SERVER], serverWords(registration))],
        },
      ]
    },
  },
  vscode: {
    title: 'VS Code',
    programs: ['code', 'code-insiders', 'codium'],
    folder: ({ home, env }) =>
      process.platform === 'darwin'
        ? join(home, 'Library/Application Support/Code/User')
        : join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'Code/User'),
    files: (places, scope, registration) => [
      {
        file: scopeFile(scope, join(AGENTS.vscode.folder(places), 'mcp.json'), places, '.vscode/mcp.json'),
        role: 'server',
        pieces: [member(['servers', SERVER], { type: 'stdio', ...serverWords(registration) })],
      },
    ],
    nextStep: 'its hooks are a preview that we have not tested, so only the server is registered',
  },
}

export function isAgentName(word: string): word is InstallableAgent {
  return Object.hasOwn(AGENTS, word)
}

function hookFile(host: HostName, file: string, { program, ask }: Registration): AgentFile {
  const words = ask === undefined ? [] : ['--ask', ask]
  const command = hookCommand(host, program, words)
  return { file, role: 'hook', pieces: HOSTS[host].settings(command).pieces }
}

function serverWords({ program: [command, ...rest] }: Registration): { command: string; args: string[] } {
  return { command: command!, args: [...rest, 'mcp'] }
}

function member(path: string[], value: unknown): Piece {
  return { kind: 'member', path, value }
}

function scopeFile(scope: InstallScope, user: string, { project }: InstallPlaces, own: string): string {
  return scope === 'user' ? user : join(project, own)
}

function existingOf(preferred: string, otherwise: string): string {
  return existsSync(preferred) ? preferred : otherwise
}

function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}

/** JSON strings are valid TOML strings. */
function tomlList(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`
}
