import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { isAbsolute, join } from 'node:path'
import { isObject, tokenise } from '@atip/protocol'
import { AGENTS, type InstallableAgent, type InstallPlaces } from '../agents/agents.js'
import { HOOK_MARK } from '../hooks/index.js'
import { readJsonText } from '../install/json-text.js'
import { readToml } from '../install/toml-text.js'
import { surveyAgent } from '../install/survey.js'
import { installedHooks, settingsIn, textIn, type InstalledHook } from './installed-hook.js'

/** The problems of an installation that its files and one start of the hook reveal. */
export function diagnose(
  agent: InstallableAgent,
  places: InstallPlaces,
  program: readonly string[],
  cwd: string,
): string[] {
  const hooks = installedHooks(agent, places)
  return [
    ...unreadableFiles(agent, places),
    ...(hooks.length === 0 ? ['the entry for our hook is not in its configuration'] : []),
    ...hooks.flatMap((hook) => troubleWith(hook, agent, cwd)),
    ...outdated(agent, places, program),
    ...disabled(agent, places),
    ...untrusted(agent, places, hooks),
    ...readOnlyHome(places),
  ]
}

function filesOf(agent: InstallableAgent, places: InstallPlaces): string[] {
  const files = (['user', 'project'] as const).flatMap((scope) =>
    AGENTS[agent].files(places, scope, { program: ['atip'] }),
  )
  return [...new Set(files.map(({ file }) => file))].filter((file) => existsSync(file))
}

export function unreadableFiles(agent: InstallableAgent, places: InstallPlaces): string[] {
  return filesOf(agent, places).flatMap((file) => {
    const text = textIn(file)
    if (text === undefined) return [`${file} cannot be read`]
    try {
      if (file.endsWith('.toml')) readToml(text)
      else if (!file.endsWith('.js') && text.trim() !== '') readJsonText(text)
      return []
    } catch (error) {
      return [`${file}: ${(error as Error).message}`]
    }
  })
}

const HARMLESS: Readonly<Record<string, (cwd: string) => object>> = {
  'claude-code': (cwd) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd }),
  codex: (cwd) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd }),
  gemini: (cwd) => ({
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls' },
    cwd,
  }),
  opencode: (cwd) => ({ hook_event_name: 'tool.execute.before', tool: 'bash', args: { command: 'ls' }, cwd }),
  cursor: (cwd) => ({ hook_event_name: 'beforeShellExecution', command: 'ls', cwd }),
}

/** Longer than the hook's own timeout. */
const PATIENCE_MS = 20_000

/** Runs the hook as the agent does, in another folder than the user's, and asks it about `ls`. */
function troubleWith({ file, command }: InstalledHook, agent: InstallableAgent, cwd: string): string[] {
  const careless = command.includes(HOOK_MARK)
    ? []
    : [`the hook in ${file} is not started with care: if it fails, calls run unchecked; install it again`]
  const input = JSON.stringify(HARMLESS[agent]?.(cwd) ?? {})
  const started = Date.now()
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    input,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    // This decision must not appear in the user's log.
    env: { ...process.env, ATIP_DATA_DIR: join(cwd, '.git/atip') },
  })
  if (status === 0 && stdout.trim().startsWith('{')) return careless
  const isSlow = Date.now() - started > 9_000
  const said = stderr.trim().split('\n')[0] ?? ''
  return [...careless, ...(isSlow ? ['the hook takes longer than it may (timeout)'] : [why(command, said)])]
}

/** Finds the reason in the words that start the program. */
function why(command: string, said: string): string {
  const words = programIn(command)
  const [node, program] = words
  if (node === undefined) return `the hook does not answer: ${said}`
  if (words.length > 2 && words.some((word) => !existsSync(word)))
    return `the path of the program is not quoted: ${words.join(' ')} is read as ${words.length} words`
  const relative = words.find((word) => !isAbsolute(word))
  if (relative !== undefined) return `${relative} is not an absolute path, so the hook works in one folder only`
  if (!existsSync(node)) return `Node is gone: ${node} does not exist`
  if (program !== undefined && !existsSync(program))
    return `the program was moved or removed: ${program} does not exist`
  if (!isExecutable(node)) return `${node} has lost its execute bit`
  return `the hook does not answer: ${said}`
}

/** The words before `hook`, from the command line or from the script in it. */
function programIn(command: string): string[] {
  const script = wordsOf(command)[2] ?? command
  const call = /answer=\$\("\$@" (.+?)\); case/s.exec(script)?.[1] ?? command
  const words = wordsOf(call)
  return words.slice(0, Math.max(0, words.lastIndexOf('hook')))
}

function wordsOf(line: string): string[] {
  const tokens = tokenise(line)
  return tokens.ok ? tokens.words : []
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export function outdated(agent: InstallableAgent, places: InstallPlaces, program: readonly string[]): string[] {
  const { files } = surveyAgent(agent, places, { program })
  return files
    .filter(({ state, role }) => state === 'outdated' && role !== 'server')
    .map(({ file }) => `the hook in ${file} is another version, or has another path, than this program would install`)
}

/** Settings that turn hooks off, according to the agents' manuals. */
export function disabled(agent: InstallableAgent, places: InstallPlaces): string[] {
  const folder = AGENTS[agent].folder(places)
  const files = {
    'claude-code': [
      join(folder, 'settings.json'),
      ...['settings.json', 'settings.local.json'].map((name) => join(places.project, '.claude', name)),
      '/etc/claude-code/managed-settings.json',
    ],
    codex: [join(folder, 'config.toml'), '/etc/codex/requirements.toml'],
    gemini: [join(folder, 'settings.json'), '/etc/gemini-cli/settings.json'],
  }[agent as string]
  return (files ?? []).flatMap((file) => {
    const text = textIn(file)
    const setting = text === undefined ? undefined : switchIn(settingsIn(file, text))
    return setting === undefined ? [] : [`hooks are turned off: ${setting} in ${file}`]
  })
}

function switchIn(settings: unknown): string | undefined {
  if (!isObject(settings)) return undefined
  if (settings.disableAllHooks === true) return 'disableAllHooks'
  if (settings.allowManagedHooksOnly === true) return 'allowManagedHooksOnly'
  const { features, hooksConfig } = settings
  for (const name of ['hooks', 'codex_hooks'])
    if (isObject(features) && features[name] === false) return `features.${name} = false`
  if (!isObject(hooksConfig)) return undefined
  if (hooksConfig.enabled === false) return 'hooksConfig.enabled = false'
  return Array.isArray(hooksConfig.disabled) && hooksConfig.disabled.includes('atip')
    ? 'hooksConfig.disabled'
    : undefined
}

/** Codex records for each hook that its user has reviewed it. */
export function untrusted(agent: InstallableAgent, places: InstallPlaces, hooks: readonly InstalledHook[]): string[] {
  if (agent !== 'codex') return []
  const config = join(AGENTS.codex.folder(places), 'config.toml')
  const settings = settingsIn(config, textIn(config) ?? '')
  const state = isObject(settings) && isObject(settings.hooks) ? settings.hooks.state : undefined
  return hooks
    .filter(({ file }) => {
      const entries = isObject(state) ? Object.entries(state) : []
      return !entries.some(
        ([key, value]) =>
          key.startsWith(`${file}:pre_tool_use:`) && isObject(value) && value.trusted_hash !== undefined,
      )
    })
    .map(() => 'the hook is not trusted, so Codex skips it: start Codex, open /hooks and trust it')
}

function readOnlyHome({ home }: InstallPlaces): string[] {
  try {
    accessSync(home, constants.W_OK)
    return []
  } catch {
    return [`${home} is read-only: the agent may not start, and atip log stays empty`]
  }
}
