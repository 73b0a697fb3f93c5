/** The tokens (o200k) that `atip mcp` costs a model. `npm run bench mcp` does the same with a thousand tasks. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type Served } from './fixtures/mcp-process.js'
import { PlantedMachine } from './fixtures/planted-machine.js'
import { PROGRAM } from './fixtures/start-atip.js'

/** Programs that only print their arguments; their descriptions are shipped. */
const PROGRAMS =
  `git docker kubectl gh npm aws gcloud terraform helm cargo pip apt systemctl journalctl find grep tar curl rsync ssh rm ls
  ps kill df du psql redis-cli ffmpeg openssl`.split(/\s+/)

const TASKS = [
  'list branches',
  'undo the last commit',
  'show which files have changed in git',
  'delete a remote branch',
  'list running containers',
  'remove all stopped containers',
  'show the logs of a pod',
  'scale a deployment',
  'list open pull requests',
  'merge a pull request',
  'install a package',
  'publish a package',
  'list buckets',
  'copy a file to a bucket',
  'create a virtual machine',
  'plan infrastructure changes',
  'install a chart',
  'run the tests of a crate',
  'restart a service',
  'show the journal of a service',
  'find large files',
  'search for text in files recursively',
  'extract an archive',
  'download a file',
  'synchronise two folders',
  'delete a folder with everything in it',
  'list processes by memory',
  'free space on the disk',
  'dump a database table',
  'convert a video',
  'generate a private key',
]

const machine = new PlantedMachine()
let served: Served

beforeAll(async () => {
  for (const name of PROGRAMS) machine.plant(name, `#!/bin/sh\necho "$@"\n`)
  const { code, stderr } = machine.run(['scan'])
  if (code !== 0) throw new Error(stderr)
  served = await serve('', { line: [process.execPath, PROGRAM, 'mcp'], env: machine.env, cwd: machine.home })
})

afterAll(async () => {
  await served.close()
  machine.clear()
})

interface Hits {
  id: string
  hits: string[]
}

/** The tokens that the model writes and reads, and the answer. */
async function call(name: string, input: Record<string, unknown>) {
  const { result } = await served.call(name, input)
  const { text } = result.content[0] as { text: string }
  const tokens = countTokens(JSON.stringify({ name, arguments: input })) + countTokens(text)
  return { tokens, answer: JSON.parse(text) as { hits?: string[] } }
}

test('all definitions together have at most 300 tokens, annotations included', async () => {
  const { tools } = await served.client.listTools()
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(300)
})

test('to search, describe and call has at most 600 tokens for most tasks, and finds what atip search finds', async () => {
  const totals: number[] = []
  const input = TASKS.map((query) => JSON.stringify({ id: query, query })).join('\n')
  const { stdout } = machine.run(['search', '--batch', '--limit', '5'], { input })
  const lines = stdout.trim().split('\n')
  const known = new Map(lines.map((line) => JSON.parse(line) as Hits).map(({ id, hits }) => [id, hits]))
  for (const query of TASKS) {
    const found = await call('search_tools', { query })
    const hits = found.answer.hits!.map((line) => /^(.*?) \[([^\]]*)\]/.exec(line)!)
    expect(hits.map(([, name]) => name)).toEqual(known.get(query))
    const [, command, effects] = hits[0]!
    const described = await call('describe_tool', { command })
    const lane = effects!.startsWith('read-only') ? 'run_readonly' : 'run'
    const made = await call(lane, { command })
    totals.push(found.tokens + described.tokens + made.tokens)
  }
  const sorted = totals.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(600)
  expect(sorted.at(-2)).toBeLessThanOrEqual(1300)
})
