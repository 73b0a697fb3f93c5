import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PlantedMachine } from './fixtures/planted-machine.js'

const machine = new PlantedMachine()
afterAll(() => machine.clear())
const shop = join(machine.home, 'shop')

interface Lesson {
  files: number
  commands: number
  asked: number
  left: number
  badRecords: number
  rules: { command: string; questions: number; examples: string[] }[]
}

function record(file: string, ...records: (object | string)[]): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `${records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')}\n`)
}
const bash = (command: string) => ({
  cwd: shop,
  message: { content: [{ type: 'tool_use', name: 'Bash', input: { command } }] },
})
const exec = (cmd: string) => ({
  type: 'response_item',
  payload: { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }) },
})

mkdirSync(shop, { recursive: true })
record(
  join(machine.home, '.claude/projects/-shop/a.jsonl'),
  ...['git add .', 'git add src', `touch ${shop}/ran`, 'curl -H "X-Api-Key: hunter2" https://x.io'].map(bash),
  '{"cwd":',
)
record(
  join(machine.home, '.codex/sessions/2026/01/02/rollout-1.jsonl'),
  { type: 'session_meta', payload: { cwd: shop } },
  ...['npm test', 'npm test', 'npm test', 'ls'].map(exec),
)

test('the transcripts of all agents in the home are read, and nothing in them is run', () => {
  const lesson = machine.get<Lesson>(['learn'])
  expect(lesson).toMatchObject({ files: 2, commands: 8, asked: 7, left: 2, badRecords: 1 })
  expect(lesson.rules).toMatchObject([
    { command: "atip policy allow --in '~/shop' npm test", questions: 3 },
    { command: 'atip policy allow git add', questions: 2, examples: ['git add .', 'git add src'] },
  ])
  expect(JSON.stringify(lesson)).not.toContain('hunter2')
  expect(existsSync(join(shop, 'ran'))).toBe(false)
  expect(existsSync(machine.config)).toBe(false)
})

test('one agent, a folder or a file can be chosen', () => {
  const commandsIn = (...words: string[]) => machine.get<Lesson>(['learn', ...words]).commands
  expect(commandsIn('--claude-code')).toBe(4)
  expect(commandsIn('--codex')).toBe(4)
  expect(commandsIn(join(machine.home, '.codex'))).toBe(4)
  expect(commandsIn(join(machine.home, '.claude/projects/-shop/a.jsonl'))).toBe(4)
})

test('a rule is added only if it is asked for by its number', () => {
  const { code, stdout } = machine.run(['learn', '--apply', '2'])
  const file = join(machine.config, 'policy.json')
  expect(code).toBe(0)
  expect(stdout).toContain('2. 2 questions: atip policy allow git add\n')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Added to ${file}: allow git add`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: '1',
    rules: [{ decision: 'allow', command: ['git', 'add'] }],
  })
  expect(machine.get<Lesson>(['learn'])).toMatchObject({ asked: 5, left: 2 })
  expect(machine.run(['learn', '--apply', '9']).code).toBe(2)
})

test('without transcripts it says where they would be', () => {
  const { code, stderr } = machine.run(['learn'], { env: { HOME: join(machine.folder, 'empty') } })
  expect({ code, stderr }).toMatchObject({ code: 66, stderr: expect.stringContaining('.claude/projects') })
})

test('a long transcript takes a bounded amount of memory', () => {
  const file = join(machine.folder, 'long.jsonl')
  const line = `${JSON.stringify({ ...bash('git add .'), output: 'x'.repeat(100_000) })}\n`
  writeFileSync(file, line.repeat(1_500))
  const env = { NODE_OPTIONS: '--max-old-space-size=64' }
  const { code, stdout } = machine.run(['learn', file, '-o', 'raw', '--fields', 'commands'], { env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"commands":1500}\n' })
})
