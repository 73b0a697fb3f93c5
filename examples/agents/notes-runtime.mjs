/** A runtime with the commands of the notes example, each call a process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { normalise } from '@atip/protocol'
import { createRuntime, openAudit, programProvider, toolsFromAtip } from '@atip/runtime'

const PROGRAM = fileURLToPath(new URL('../notes/notes.mjs', import.meta.url))
const execute = promisify(execFile)

export async function notesRuntime(folder, approver) {
  const start = async ([, ...words], { signal } = {}) => {
    const { stdout } = await execute(process.execPath, [PROGRAM, ...words], { cwd: folder, signal })
    return stdout
  }
  const description = normalise(JSON.parse(await start(['notes', '--agent'])))
  // Whoever runs this example vouches for the program's description.
  const vouched = { ...description, trust: { source: 'user' } }
  return createRuntime({
    tools: toolsFromAtip(vouched, { run: ({ argv }, context) => start(argv, context), provider: 'notes' }),
    providers: [programProvider('notes', start)],
    cwd: folder,
    approver,
    audit: openAudit(`${folder}/audit.jsonl`),
  })
}

/** Posts JSON to a server and returns the parsed response. */
export async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}
