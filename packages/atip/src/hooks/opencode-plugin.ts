import { HOST_PATIENCE_SECONDS } from './types.js'

/** Tools that neither use files nor start anything, or whose calls are reported one by one. */
export const QUIET_TOOLS: readonly string[] = [
  'batch',
  'glob',
  'invalid',
  'list',
  'plan_enter',
  'plan_exit',
  'question',
  'skill',
  'task',
  'todoread',
  'todowrite',
  'webfetch',
  'websearch',
]

/** The first line of the plugin, by which it is recognised. */
export const PLUGIN_MARK = '// Asks atip before opencode runs a shell line, touches a file or calls a tool of a server.'

/**
 * A plugin for opencode that asks the hook about every call, and throws unless the answer explicitly allows it. It
 * imports only Node's own modules, so that nothing else has to be installed.
 */
export function pluginText(command: string): string {
  return `${PLUGIN_MARK}
import { execFile } from 'node:child_process'

const COMMAND = ${JSON.stringify(command)}
const QUIET = ${JSON.stringify(QUIET_TOOLS)}

export const AtipGuard = async ({ directory }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    if (QUIET.includes(tool)) return
    const event = { hook_event_name: 'tool.execute.before', tool, args, cwd: directory }
    const { decision, reason } = await ask(JSON.stringify(event))
    if (decision !== 'go-on') throw new Error(reason ?? 'atip gave no answer that could be read: this was not run')
  },
})

function ask(event) {
  return new Promise((resolve) => {
    const options = { timeout: ${HOST_PATIENCE_SECONDS * 1000}, killSignal: 'SIGKILL', maxBuffer: 1_000_000 }
    const child = execFile('sh', ['-c', COMMAND], options, (error, stdout, stderr) => {
      if (error) return resolve({ reason: stderr.trim() || \`atip could not judge this: \${error.message}\` })
      try {
        resolve(JSON.parse(stdout) ?? {})
      } catch {
        resolve({})
      }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(event)
  })
}`
}
