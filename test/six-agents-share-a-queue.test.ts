import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())
const at = (name: string) => `${place.folder}/${name}`
const root = fileURLToPath(new URL('..', import.meta.url))

/** An agent in a separate process: it makes one call that needs consent, and prints the outcome. */
const AGENT = `
  import { writeFileSync } from 'node:fs'
  import { createRuntime, openApprovalQueue, openAuditFolder, textForModel } from '@atip/runtime'
  const [state, name] = process.argv.slice(1)
  const tool = { id: 'mark', namespace: 'x', name: 'mark', description: 'marks', input: { type: 'object' },
    execute: () => writeFileSync(state + '/../ran-' + name, '') }
  const runtime = createRuntime({ tools: [tool], cwd: '/', audit: openAuditFolder(state + '/audit'),
    approver: openApprovalQueue(state + '/approvals', { pollMs: 20 }).approver })
  const [result] = await runtime.run(runtime.surface(), [{ id: name, name: 'mark', input: { name } }]).results
  console.log(JSON.stringify({ name, status: result.status, text: textForModel(result) }))`

interface Question {
  id: string
  input: { name: string }
  digest: string
}

test('six agents ask at once: every question is answered by itself, and an old answer is refused', async () => {
  const state = at('state')
  mkdirSync(state)
  const env = { ATIP_STATE_DIR: state }
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const agents = names.map((name) => agent(state, name))
  const questions = () =>
    (JSON.parse(place.run(['approvals', 'list', '-o', 'json'], { env }).stdout) as { data: Question[] }).data
  let open: Question[] = []
  while (open.length < 6) {
    await sleep(50)
    open = questions()
  }
  expect(open.map(({ input }) => input.name).sort()).toEqual(names)
  expect(place.run(['approvals', 'show', open[0]!.id], { env }).stdout).toContain(open[0]!.digest)

  const answer = (verb: 'allow' | 'deny', { id }: Question, ...more: string[]) =>
    place.run(['approvals', verb, id, ...more], { env })
  const [first, second, ...others] = open as [Question, Question, ...Question[]]
  expect(answer('allow', first, '--digest', second.digest).code).not.toBe(0)
  // A stored answer must not be valid for another question.
  expect(answer('allow', first).code).toBe(0)
  const kept = readdirSync(`${state}/approvals`).find((file) => file.startsWith(first.id) && file.includes('answer'))
  if (kept !== undefined && existsSync(`${state}/approvals/${kept}`)) {
    copyFileSync(`${state}/approvals/${kept}`, `${state}/approvals/${second.id}.answer.json`)
  }
  expect(answer('deny', first).code).not.toBe(0)
  let refused = answer('deny', second, '--feedback', 'not this one')
  // The copied answer remains until its agent has read and discarded it.
  while (refused.code !== 0) refused = answer('deny', second, '--feedback', 'not this one')
  for (const one of others) expect(answer('allow', one).code).toBe(0)

  const results = (await Promise.all(agents)).map((line) => JSON.parse(line) as Record<string, string>)
  for (const { name, status, text } of results) {
    const isRefused = name === second.input.name
    expect([status, existsSync(at(`ran-${name}`))]).toEqual(isRefused ? ['rejected', false] : ['succeeded', true])
    if (isRefused) expect(text).toContain('not this one')
  }
  expect(questions()).toEqual([])
  expect(answer('allow', second).code).toBe(66)
  expect(place.run(['audit', 'verify'], { env }).code).toBe(0)
  const stats = place.run(['audit', 'stats', '-o', 'json'], { env }).stdout
  expect((JSON.parse(stats) as { data: unknown }).data).toMatchObject([
    { tool: 'mark', calls: 6, asked: 6, allowed: 5, refused: 1, failed: 0 },
  ])
})

function agent(state: string, name: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', AGENT, state, name], { cwd: root })
  let text = ''
  child.stdout.on('data', (data) => void (text += String(data)))
  child.stderr.on('data', (data) => void (text += String(data)))
  return new Promise((resolve) => child.once('close', () => resolve(text)))
}

test('a program that needs consent waits for its answer', async () => {
  const state = at('command')
  const env = { ATIP_STATE_DIR: state }
  const child = spawn(
    process.execPath,
    [`${root}packages/atip/bin/atip.cjs`, 'run', '--ask', 'queue', 'touch', 'made'],
    {
      cwd: place.folder,
      env: { PATH: process.env.PATH, HOME: place.folder, ...env },
    },
  )
  let said = ''
  child.stderr.on('data', (data) => void (said += String(data)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!/app_[0-9a-f-]{36}/.test(said)) await sleep(50)
  expect(existsSync(at('made'))).toBe(false)
  const [id] = /app_[0-9a-f-]{36}/.exec(said)!
  expect(place.run(['approvals', 'allow', id.slice(0, 12)], { env })).toMatchObject({
    code: 0,
    stdout: 'allowed touch made\n',
  })
  expect(await ended).toBe(0)
  expect(existsSync(at('made'))).toBe(true)
  expect(readdirSync(`${state}/approvals`)).toEqual([])
  expect(
    readFileSync(`${state}/audit/${readdirSync(`${state}/audit`).find((name) => name.endsWith('.jsonl'))}`, 'utf8'),
  ).toContain('touch')
})
