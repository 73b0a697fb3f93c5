import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyAudit, type ApprovalRequest, type Runtime } from '@atip/runtime'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const examples = fileURLToPath(new URL('../examples/agents/', import.meta.url))
let folder: string
let server: Server | undefined
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'agents-'))))
afterEach(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The calls of the model: sequential, because they touch the same notes; a human rejects one of them. */
const CALLS: [name: string, input: Record<string, unknown>][] = [
  ['notes_add', { title: 'Buy milk', folder: 'notes' }],
  ['notes_list', { folder: 'notes' }],
  ['notes_delete', { notes: ['buy-milk'], folder: 'notes' }],
]

/** A scripted model over HTTP: makes the calls first, and then repeats the results it received. */
interface Script {
  path: string
  wants(): unknown
  says(text: string): unknown
  /** The results in a request: id, whether it is an error, and text. */
  told(body: ModelRequest): [id: string, isError: boolean, text: unknown][]
}

interface ModelRequest {
  messages: { role: string; content: unknown; tool_call_id?: string }[]
  contents: { parts: { functionResponse?: { response: object } }[] }[]
}

interface ResultBlock {
  type: string
  tool_use_id: string
  is_error?: boolean
  content: unknown
}

const inOneLine = (results: ReturnType<Script['told']>) =>
  results.map(([id, isError, text]) => `${id} ${isError} ${JSON.stringify(text)}`).join('\n')

const SCRIPTS: Record<string, Script> = {
  anthropic: {
    path: '/v1/messages',
    wants: () => ({ content: CALLS.map(([name, input], n) => ({ type: 'tool_use', id: `t${n}`, name, input })) }),
    says: (text) => ({ content: [{ type: 'text', text }] }),
    told: ({ messages }) =>
      ([messages.at(-1)!.content].flat() as ResultBlock[])
        .filter(({ type }) => type === 'tool_result')
        .map(({ tool_use_id, is_error, content }) => [tool_use_id, is_error === true, content]),
  },
  openai: {
    path: '/v1/chat/completions',
    wants: () => {
      const calls = CALLS.map(([name, input], n) => ({
        id: `t${n}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }))
      return { choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] }
    },
    says: (content) => ({ choices: [{ message: { role: 'assistant', content } }] }),
    told: ({ messages }) =>
      messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => [tool_call_id!, String(content).startsWith('Error'), content]),
  },
  gemini: {
    path: '/v1beta/models/gemini:generateContent',
    wants: () => {
      const parts = CALLS.map(([name, args]) => ({ functionCall: { name, args } }))
      return { candidates: [{ content: { role: 'model', parts } }] }
    },
    says: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    told: ({ contents }) =>
      contents
        .at(-1)!
        .parts.flatMap(({ functionResponse }) => functionResponse ?? [])
        .map(({ response }, n) => [`t${n}`, 'error' in response, response]),
  },
}

async function serve({ path, wants, says, told }: Script): Promise<string> {
  server = createServer((request, response) => {
    void bodyOf(request).then((body: ModelRequest) => {
      const results = told(body)
      const answer = request.url !== path ? undefined : results.length === 0 ? wants() : says(inOneLine(results))
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest
}

/** Writing notes is allowed; deleting needs a human. */
const approver = async ({ tool_name }: ApprovalRequest) => ({
  behavior: tool_name === 'notes_delete' ? ('deny' as const) : ('allow' as const),
})

const load = async <T>(name: string) => (await import(`${examples}${name}.mjs`)) as T
const runtimeHere = async () => {
  const { notesRuntime } = await load<{ notesRuntime(folder: string, approver: unknown): Promise<Runtime> }>(
    'notes-runtime',
  )
  return await notesRuntime(folder, approver)
}

function check(answer: string): void {
  const [added, listed, deleted] = answer.split('\n')
  expect(added).toMatch(/^t0 false .*buy-milk/)
  expect(listed).toMatch(/^t1 false .*Buy milk/)
  expect(deleted).toMatch(/^t2 true .*did not run/)
  expect(readdirSync(join(folder, 'notes'))).toEqual(['buy-milk.md'])
  expect(verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true })
}

describe('an agent runs the calls of its model, and sends each result back', () => {
  test.each(Object.keys(SCRIPTS))('on the API of %s', async (provider) => {
    const url = await serve(SCRIPTS[provider]!)
    const { ask } = await load<{ ask(url: string, question: string, runtime: Runtime): Promise<string> }>(provider)
    check(await ask(url, 'Note that I have to buy milk', await runtimeHere()))
  })

  test('on the Vercel AI SDK', async () => {
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
    const model = new MockLanguageModelV4({
      doGenerate: async ({ prompt }) => {
        const parts = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))
        const results = parts as unknown as { toolCallId: string; output: { value: string } }[]
        const calls = CALLS.map(([toolName, input], n) => ({
          type: 'tool-call' as const,
          toolCallId: `t${n}`,
          toolName,
          input: JSON.stringify(input),
        }))
        const text = inOneLine(
          results.map(({ toolCallId, output: { value } }) => [toolCallId, value.includes('did not run'), value]),
        )
        const isFirst = results.length === 0
        return {
          content: isFirst ? calls : [{ type: 'text' as const, text }],
          finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined } as never,
          usage,
          warnings: [],
        }
      },
    })
    const { ask } = await load<{ ask(model: unknown, question: string, runtime: Runtime): Promise<string> }>('ai-sdk')
    check(await ask(model, 'Note that I have to buy milk', await runtimeHere()))
  })

  test('the examples are short', () => {
    const long = readdirSync(examples).filter(
      (name) => readFileSync(join(examples, name), 'utf8').split('\n').length > 41,
    )
    expect(long).toEqual([])
  })
})
