/** The messages of a client to an MCP server over stdio, in both generations of the protocol. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const CLIENT = { name: 'bench', version: '1.0.0' }
const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT }
export const LEGACY = [
  { id: 1, method: 'initialize', params: INITIALIZE },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
}
export const MODERN = [
  { id: 1, method: 'server/discover', params: { _meta: META } },
  { id: 2, method: 'tools/list', params: { _meta: META } },
]

/**
 * Starts a server and measures until its tools are listed: milliseconds of time and of CPU, and memory in MB. Undefined
 * if it gives any other response.
 */
export function timeToTools(argv, conversation, env = process.env) {
  const began = performance.now()
  const child = start(argv, env)
  const messages = conversation.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  /** A client waits for each response. */
  const say = () => {
    while (messages.length > 0) {
      const message = messages.shift()
      child.stdin.write(message)
      if (message.includes('"id":')) return
    }
  }
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', () => resolve(undefined))
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part
      while (text.includes('\n')) {
        const end = text.indexOf('\n')
        const answer = JSON.parse(text.slice(0, end))
        text = text.slice(end + 1)
        if (answer.id === 1 && answer.result !== undefined) say()
        else if (answer.id !== undefined) {
          const isTools = answer.result?.tools !== undefined
          const cost = () => ({ wall: performance.now() - began, cpu: cpuOf(child.pid), memory: memoryOf(child.pid) })
          resolve(isTools ? cost() : undefined)
          child.kill('SIGKILL')
        }
      }
    })
    say()
  })
}

/** A server that gets many requests, one after the other. */
export async function openServer(argv, env, cwd) {
  const child = start(argv, env, cwd)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method, params) => {
    send({ id: ++id, method, params })
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the server ended before it answered ${method}`)
      const answer = JSON.parse(value)
      if (answer.id !== id) continue
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result
    }
  }
  await ask('initialize', INITIALIZE)
  send({ method: 'notifications/initialized' })
  return { ask, memory: () => memoryOf(child.pid), close: () => child.kill('SIGKILL') }
}

function start([file, ...words], env, cwd) {
  // NODE_EXTRA_CA_CERTS makes some Node versions start three times slower.
  const { NODE_EXTRA_CA_CERTS: _, ...own } = env
  return spawn(file, words, { env: own, cwd, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** The CPU milliseconds of all threads of a process so far, as Linux counts them. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

/** The peak memory of a process so far, in MB. */
function memoryOf(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
