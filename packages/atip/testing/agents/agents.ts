import { join } from 'node:path'
import { programFile } from '../../../../test/fixtures/real-programs.js'
import type { Agent } from './launch.js'

const platform = `${process.platform}-${process.arch}`

export const claudeCode: Agent = {
  shellCall: (line) => ({ tool: 'Bash', input: { command: line, description: 'a test' } }),
  launch: ({ home, modelUrl, hook }) => ({
    argv: [programFile('.agents', `@anthropic-ai/claude-code-${platform}/claude`), '-p', 'go', '--allowedTools=Bash'],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'nobody',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    files: { [join(home, '.claude/settings.json')]: hook },
  }),
}

export const codex: Agent = {
  shellCall: (line) => ({ tool: 'exec_command', input: { cmd: line } }),
  launch: ({ home, modelUrl, hook }) => ({
    // Its sandbox would hide what the hook does; and a hook is run only if a person trusted it, or with this flag.
    argv: [
      process.execPath,
      programFile('.agents', '@openai/codex/bin/codex.js'),
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--sandbox=danger-full-access',
      '--dangerously-bypass-hook-trust',
      'go',
    ],
    env: { CODEX_HOME: home, SCRIPTED_MODEL_KEY: 'nobody' },
    files: {
      [join(home, 'config.toml')]: `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
analytics.enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"

${hook}`,
    },
  }),
}

export const gemini: Agent = {
  shellCall: (line) => ({ tool: 'run_shell_command', input: { command: line, description: 'a test' } }),
  launch: ({ home, modelUrl, hook }) => ({
    // In any other mode nothing at all would run without a person.
    argv: [
      process.execPath,
      programFile('.agents', '@google/gemini-cli/bundle/gemini.js'),
      '--prompt=go',
      '--model=gemini-2.5-flash',
      '--approval-mode=yolo',
      '--output-format=json',
    ],
    env: { GEMINI_API_KEY: 'nobody', GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: '1' },
    files: {
      [join(home, '.gemini/settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        ...(JSON.parse(hook) as object),
      }),
    },
  }),
}

export const opencode: Agent = {
  shellCall: (line) => ({ tool: 'bash', input: { command: line, description: 'a test' } }),
  launch: ({ home, modelUrl, hook }) => ({
    argv: [programFile('.agents', `opencode-${platform}/bin/opencode`), 'run', '--format', 'json', 'go'],
    env: {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
    files: {
      [join(home, '.config/opencode/opencode.json')]: JSON.stringify({
        model: 'scripted/model',
        small_model: 'scripted/model',
        autoupdate: false,
        share: 'disabled',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'nobody' },
            models: { model: { name: 'scripted' } },
          },
        },
      }),
      [join(home, '.config/opencode/plugin/atip.js')]: hook,
    },
  }),
}
