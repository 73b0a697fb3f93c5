import { HOST_PATIENCE_SECONDS } from './types.js'

/**
 * A plugin for opencode that asks the hook about every shell line, and throws unless it hears in so many words that the
 * line may run. It imports nothing but Node's own modules, so nothing has to be installed beside it.
 */
export function pluginText(command: string): string {
  return `// Asks atip about every shell line before opencode runs it.
import { execFile } from 'node:child_process'

const COMMAND = ${JSON.stringify(command)}

export const AtipGuard = async ({ directory }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    if (tool !== 'bash') return
    const event = { hook_event_name: 'tool.execute.before', tool, args, cwd: directory }
    const { decision, reason } = await ask(JSON.stringify(event))
    if (decision !== 'go-on') throw new Error(reason ?? 'atip gave no answer that could be read: the line was not run')
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
