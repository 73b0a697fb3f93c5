import { join } from 'node:path'
import type { InstallableAgent } from '../agents/agents.js'
import type { ScriptedCall } from './scripted-model.js'

/** How to start an agent unattended, with the user's configuration and another model. */
export interface LiveLaunch {
  argv: string[]
  env: Record<string, string>
  /** Files to create in the project. */
  files?: Record<string, string>
}

export interface LiveAgent {
  shellCall: (line: string) => ScriptedCall
  /** `folder`: a temporary one for files that the agent writes. */
  launch: (program: string, place: { modelUrl: string; folder: string }) => LiveLaunch
}

/** The scripted model does not check the key. */
const KEY = 'atip-doctor'

/** Agents that can be started in this way. The editors cannot. */
export const LIVE_AGENTS: Readonly<Partial<Record<InstallableAgent, LiveAgent>>> = {
  'claude-code': {
    shellCall: (line) => ({ tool: 'Bash', input: { command: line, description: 'atip doctor' } }),
    launch: (program, { modelUrl }) => ({
      argv: [program, '-p', 'atip doctor', '--allowedTools=Bash', '--output-format=json'],
      env: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_AUTH_TOKEN: '',
        CLAUDE_CODE_USE_BEDROCK: '',
        CLAUDE_CODE_USE_VERTEX: '',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
        // A scripted model does not search for tools before it calls them.
        ENABLE_TOOL_SEARCH: 'false',
      },
    }),
  },
  codex: {
    shellCall: (line) => ({ tool: 'exec_command', input: { cmd: line } }),
    launch: (program, { modelUrl }) => ({
      argv: [
        program,
        'exec',
        '--json',
        '--skip-git-repo-check',
        // Its sandbox could hide the effects of the hook, and only the canaries are run.
        '--sandbox=danger-full-access',
        ...setting('model', 'scripted'),
        ...setting('model_provider', 'scripted'),
        ...setting('model_providers.scripted.name', 'scripted'),
        ...setting('model_providers.scripted.base_url', `${modelUrl}/v1`),
        ...setting('model_providers.scripted.wire_api', 'responses'),
        ...setting('model_providers.scripted.env_key', 'ATIP_DOCTOR_KEY'),
        'atip doctor',
      ],
      env: { ATIP_DOCTOR_KEY: KEY },
    }),
  },
  gemini: {
    shellCall: (line) => ({ tool: 'run_shell_command', input: { command: line, description: 'atip doctor' } }),
    launch: (program, { modelUrl }) => ({
      // In any other mode, nothing would run unattended.
      argv: [
        program,
        '--prompt=atip doctor',
        '--model=gemini-2.5-flash',
        '--approval-mode=yolo',
        '--output-format=json',
      ],
      env: {
        GEMINI_API_KEY: KEY,
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_NO_RELAUNCH: '1',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
      files: { '.gemini/settings.json': JSON.stringify(GEMINI_PROJECT) },
    }),
  },
  opencode: {
    shellCall: (line) => ({ tool: 'bash', input: { command: line, description: 'atip doctor' } }),
    launch: (program, { modelUrl, folder }) => ({
      argv: [program, 'run', '--format', 'json', '--title=atip doctor', 'atip doctor'],
      env: {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          model: 'scripted/model',
          small_model: 'scripted/model',
          autoupdate: false,
          share: 'disabled',
          snapshot: false,
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${modelUrl}/v1`, apiKey: KEY },
              models: { model: { name: 'scripted' } },
            },
          },
        }),
        XDG_DATA_HOME: join(folder, 'data'),
        // It requests a package from npm, and is told at once that there is none.
        npm_config_registry: modelUrl,
      },
    }),
  },
}

/** JSON strings are valid TOML strings. */
function setting(name: string, value: string): string[] {
  return ['-c', `${name}=${JSON.stringify(value)}`]
}

/** A login that needs no account, as a project setting, which overrides the user's. */
const GEMINI_PROJECT = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
}
