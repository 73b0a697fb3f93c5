import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ERAS, serve, soon, strangersIn, type Served, type ServeOptions } from './fixtures/mcp-process.js'
import { PlantedMachine } from './fixtures/planted-machine.js'
import { PROGRAM } from './fixtures/start-atip.js'

const machine = new PlantedMachine()
const project = join(machine.home, 'project')
const state = join(machine.home, '.local/state/agent-tools')
const PROGRAMS = ['git', 'cat', 'rm', 'touch', 'seq', 'sleep', 'ls']
const open: Served[] = []

beforeAll(() => {
  for (const name of PROGRAMS) {
    const folder = ['/usr/bin', '/bin'].find((one) => existsSync(join(one, name)))
    if (folder === undefined) throw new Error(`${name} has to be installed`)
    symlinkSync(join(folder, name), join(machine.bin, name))
  }
  mkdirSync(project)
  writeFileSync(join(project, 'kept.txt'), 'words\n')
  execFileSync('git', ['init', '-q', project])
  const { code, stderr } = machine.run(['scan'])
  if (code !== 0) throw new Error(stderr)
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

afterAll(() => machine.clear())

async function atip(words: readonly string[], options: ServeOptions = {}): Promise<Served> {
  const line = [process.execPath, PROGRAM, ...words]
  const served = await serve('', { ...options, line, env: machine.env, cwd: project })
  open.push(served)
  return served
}

/** The text that a model reads, which is the same in both forms. */
async function heard(served: Served, name: string, input: Record<string, unknown>) {
  const { result, isError } = await served.call(name, input)
  const [content] = result.content as { text: string }[]
  expect(JSON.parse(content!.text)).toEqual(result.structuredContent)
  // oxlint-disable-next-line typescript/no-explicit-any -- every tool answers with fields of its own
  return { isError, ...(result.structuredContent as Record<string, unknown>) } as Record<string, any>
}

describe.each(ERAS)('a client of the %s era', (era) => {
  test('finds, describes and runs commands through five tools, and is stopped where it must be', async () => {
    const served = await atip(['mcp'], { era })
    const { tools } = await served.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tool',
      'run_readonly',
      'run',
      'read_result',
    ])
    const reads = { readOnlyHint: true }
    expect(tools.map(({ annotations }) => annotations)).toEqual([reads, reads, reads, { destructiveHint: true }, reads])

    const found = await heard(served, 'search_tools', { query: 'list branches' })
    expect(found.hits.join('\n')).toContain('git branch [read-only')
    const described = await heard(served, 'describe_tool', { command: 'git status', about: 'short' })
    expect(described.use).toMatch(/^git status/)
    expect(described.options.join('\n')).toContain('--short')

    const read = await heard(served, 'run_readonly', { command: 'git status --short' })
    expect(read).toEqual({ isError: false, stdout: '?? kept.txt\n' })
    const writes = await heard(served, 'run_readonly', { command: 'touch new.txt' })
    expect(writes).toMatchObject({ isError: true, ok: false, error: { code: 'E2302' } })
    const denied = await heard(served, 'run', { command: 'git push --force' })
    expect(denied).toMatchObject({ isError: true, error: { code: 'E2300' } })
    expect(denied.error.message).toContain('destroys data for good')
    expect(denied.error.suggestion.fix).toContain('Acceptable')
    const asked = await heard(served, 'run', { command: 'touch new.txt' })
    expect(asked).toMatchObject({ isError: true, error: { code: 'E2301' } })
    // A request without options must not get an answer with options.
    expect(JSON.stringify([writes, asked])).not.toMatch(/(?<![\w-])--?[a-z]|atip \w/)
    expect(readdirSync(project).sort()).toEqual(['.git', 'kept.txt'])

    const failed = await heard(served, 'run_readonly', { command: 'cat missing' })
    expect(failed.error).toMatchObject({ code: 'E4302', details: { exitCode: 1, stdout: '' } })
    expect(failed.error.details.stderr).toContain('missing')
    expect(strangersIn(served.lines)).toEqual([])
  })

  test('asks its user where a person has to consent, and only a yes runs the call', async () => {
    const answers = [
      { action: 'accept' as const, content: { allow: false } },
      { action: 'decline' as const },
      { action: 'accept' as const, content: { allow: true } },
    ]
    const questions: string[] = []
    const served = await atip(['mcp'], {
      era,
      client: { capabilities: { elicitation: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          questions.push(params.message)
          return answers.shift()!
        }),
    })
    const file = `made-${era}.txt`
    const call = () => heard(served, 'run', { command: `touch ${file}` })
    expect(await call()).toMatchObject({ isError: true, error: { code: 'E2301' } })
    expect(await call()).toMatchObject({ isError: true, error: { code: 'E2301' } })
    expect(existsSync(join(project, file))).toBe(false)
    expect(await call()).toMatchObject({ isError: false, stdout: '' })
    expect(existsSync(join(project, file))).toBe(true)
    expect(questions).toHaveLength(3)
    expect(questions[0]).toContain(`touch ${file}`)
    execFileSync('rm', [join(project, file)])
  })
})

test('what needs a shell, no program, or an odd id is refused with what to do instead', async () => {
  const served = await atip(['mcp'])
  for (const command of ['ls | cat', 'cat $HOME/x', 'ls > out', 'ls; rm x', '$(ls)', '"open', '', '   ']) {
    expect(await heard(served, 'run', { command })).toMatchObject({ isError: true, error: { code: 'E1210' } })
  }
  expect(await heard(served, 'run', { command: 'no-such-program' })).toMatchObject({ error: { code: 'E3210' } })
  for (const command of ['git commi', 'git remote ad']) {
    const { isError, error } = await heard(served, 'describe_tool', { command })
    expect([isError, error.message]).toEqual([true, `git has no command ${JSON.stringify(command.slice(4))}`])
  }
  expect(await heard(served, 'describe_tool', { command: 'git commit words' })).toMatchObject({ isError: false })
  expect(await heard(served, 'describe_tool', { command: 'no-such-program' })).toMatchObject({
    error: { code: 'E3210' },
  })
  for (const id of ['../audit/x', '/etc/passwd', '..', '', 'inv_none.stdout', '%2e%2e']) {
    expect(await heard(served, 'read_result', { id })).toMatchObject({ isError: true })
  }
  expect(existsSync(join(project, 'out'))).toBe(false)
})

test('a long output is kept byte by byte, and a hundred questions about it are answered in parts', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index % 997 === 500 ? `error ${index}: disk ${index % 7} is full` : `line ${index} äö`,
  )
  const text = `${lines.join('\n')}\n`
  writeFileSync(join(project, 'long.log'), text)
  const value = { items: Array.from({ length: 5_000 }, (_, index) => ({ id: index, name: `item ${index}` })) }
  writeFileSync(join(project, 'long.json'), JSON.stringify(value))
  const served = await atip(['mcp'])
  const log = await heard(served, 'run_readonly', { command: 'cat long.log' })
  expect(log.stdout.length).toBeLessThan(3_000)
  const id = log.stored.stdout as string
  const sum = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
  expect(sum(readFileSync(join(state, 'results', id)))).toBe(sum(text))
  const json = (await heard(served, 'run_readonly', { command: 'cat long.json' })).stored.stdout as string

  let passed = 0
  const readPart = async (input: Record<string, unknown>) => {
    const part = await heard(served, 'read_result', input)
    passed += (part.text as string).length
    return part
  }
  const errors = lines.flatMap((line, index) => (line.startsWith('error') ? [`${index + 1}:${line}`] : []))
  for (let n = 0; n < 25; n++) {
    const from = 1 + n * 790
    const part = await readPart({ id, lines: `${from}-${from + 3}` })
    expect(part.text).toBe(`${lines.slice(from - 1, from + 3).join('\n')}\n`)
    const item = await readPart({ id: json, json: `items[${n * 199}].name` })
    expect(item.text).toBe(JSON.stringify(`item ${n * 199}`))
    const third = await readPart({ id, grep: `^error \\d+: disk ${n % 7} ` })
    expect(third.text.trimEnd().split('\n')).toEqual(errors.filter((line) => line.includes(`disk ${n % 7} `)))
    const number = Number(errors[n % errors.length]!.split(':')[0])
    const around = await readPart({ id, grep: `^error ${number - 1}:`, around: 1 })
    expect(around.text).toBe(
      `${number - 1}-${lines[number - 2]}\n${number}:${lines[number - 1]}\n${number + 1}-${lines[number]}\n`,
    )
  }
  expect((await readPart({ id, tail: 2 })).text).toBe(`${lines.slice(-2).join('\n')}\n`)
  // All hundred answers together are shorter than a tenth of the output.
  expect(passed).toBeLessThan(text.length / 10)
})

test('giving up ends the processes of a call', async () => {
  const served = await atip(['mcp'])
  const gone = new AbortController()
  const call = served.client.callTool(
    { name: 'run_readonly', arguments: { command: 'sleep 3600' } },
    { signal: gone.signal },
  )
  const children = () =>
    execFileSync('ps', ['-eo', 'ppid=,args='])
      .toString()
      .split('\n')
      .filter((line) => line.includes('sleep 3600') && !line.includes('ps -eo'))
  await soon(() => expect(children().length).toBeGreaterThan(0))
  gone.abort()
  await expect(call).rejects.toThrow(/abort/i)
  await soon(() => expect(children()).toEqual([]))
})

test('the log tells the story of every call', async () => {
  const all = machine.get<{ what: string; decision: string; status: string }[]>(['audit', 'show'])
  const told = all.map(({ what, decision, status }) => `${what} ${decision} ${status}`)
  expect(told).toContain('git status --short allow succeeded')
  expect(told).toContain('git push --force deny denied')
  expect(told).toContain('touch new.txt deny denied')
  expect(machine.run(['audit', 'verify']).code).toBe(0)
})

test('a program can be exposed as tools of its own, or be a server of its own', async () => {
  const both = await atip(['mcp', '--expose', 'ls,cat'])
  const names = (await both.client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(['search_tools', 'describe_tool', 'run_readonly', 'run', 'read_result', 'ls', 'cat'])
  const own = await atip(['serve-tool', 'cat'])
  const { tools } = await own.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['cat', 'read_result'])
  expect(tools[0]!.annotations).toMatchObject({ readOnlyHint: true })
  const file = Object.keys(tools[0]!.inputSchema.properties!).find((key) => /file/i.test(key))
  expect(await heard(own, 'cat', { [file!]: ['kept.txt'] })).toMatchObject({ isError: false, stdout: 'words\n' })
})
