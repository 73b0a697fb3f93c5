/** Where a coding agent finds MCP servers and skills. Paths are relative to the project or the home folder. */
export interface AgentPlaces {
  name: string
  mcp: {
    project?: string
    user?: string
    /** The key of the servers in the file. `toml` is a table in a TOML file, the others are keys of a JSON document. */
    form: 'mcpServers' | 'servers' | 'mcp' | 'toml'
  }
  /** Folders of skills. */
  skills?: { project: string; user: string }
}

/** According to the documentation of each agent. */
export const AGENTS: Readonly<Record<string, AgentPlaces>> = {
  'claude-code': {
    name: 'Claude Code',
    mcp: { project: '.mcp.json', user: '.claude.json', form: 'mcpServers' },
    skills: { project: '.claude/skills', user: '.claude/skills' },
  },
  codex: {
    name: 'Codex',
    mcp: { project: '.codex/config.toml', user: '.codex/config.toml', form: 'toml' },
    skills: { project: '.agents/skills', user: '.agents/skills' },
  },
  cursor: {
    name: 'Cursor',
    mcp: { project: '.cursor/mcp.json', user: '.cursor/mcp.json', form: 'mcpServers' },
    skills: { project: '.cursor/skills', user: '.cursor/skills' },
  },
  gemini: {
    name: 'Gemini CLI',
    mcp: { project: '.gemini/settings.json', user: '.gemini/settings.json', form: 'mcpServers' },
    skills: { project: '.gemini/skills', user: '.gemini/skills' },
  },
  opencode: {
    name: 'opencode',
    mcp: { project: 'opencode.json', user: '.config/opencode/opencode.json', form: 'mcp' },
    skills: { project: '.opencode/skills', user: '.config/opencode/skills' },
  },
  vscode: { name: 'VS Code', mcp: { project: '.vscode/mcp.json', form: 'servers' } },
}

export const AGENT_NAMES = Object.keys(AGENTS)
