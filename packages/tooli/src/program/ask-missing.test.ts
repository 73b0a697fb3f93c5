import { describe, expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

const sign = command({
  description: 'Sign in',
  args: t.object({ name: t.string('Your name').min(2).prompt() }),
  options: t.object({
    kind: t.enum(['user', 'robot'], 'What you are').prompt('Who are you'),
    age: t.integer('Age').max(150).prompt(),
    token: t.secret('Token').prompt(),
    note: t.string('Note').prompt().optional(),
    guest: t
      .boolean('A guest')
      .optional()
      .cli({ conflicts: ['host'], implies: { age: 18 } }),
    host: t.boolean('The host').optional(),
  }),
  run: ({ args, options }) => ({ ...args, ...options, length: options.token.length }),
})
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', commands: { sign } })

describe('a person is asked for required values that are missing', () => {
  test('once for each, and what is given or optional is not asked for', async () => {
    const { document } = await run(cli, ['sign', '--age', '5', '-o', 'json'], {
      terminal: true,
      answers: ['Ann', '2', 'HUSH'],
    })
    expect(document).toMatchObject({
      ok: true,
      data: { name: 'Ann', kind: 'robot', age: 5, token: '[secret]', length: 4 },
    })
  })

  test('again after a wrong answer, with the reason, and at last the call fails', async () => {
    const answers = ['A', 'Ann', 'user', 'x', '', 'y', 'HUSH']
    const { stderr, code } = await run(cli, ['sign'], { terminal: true, answers })
    expect(stderr).toContain('name must have at least 2 characters\nage must be a whole number\nage is needed\n')
    expect(stderr).toContain('--age must be a whole number')
    expect(code).toBe(2)
  })

  test.each([
    [['--age', 'x'], '--age must be a whole number'],
    [['--age', '500'], '--age must be at most 150'],
    [['--age', '5', '--guest', '--host'], '--guest cannot be given with --host'],
  ])('not while something that is given is wrong: %j', async (words, message) => {
    const { stderr, code } = await run(cli, ['sign', ...words], {
      terminal: true,
      answers: ['Ann', 'user', 'HUSH'],
      env: { NO_COLOR: '1' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain(`]: ${message}`)
    expect(stderr).toContain(`  demo sign ${words.join(' ')}`)
  })

  test('and not for what a given option implies', async () => {
    const words = ['sign', '--guest', '-o', 'json']
    const { document } = await run(cli, words, { terminal: true, answers: ['Ann', 'user', 'HUSH'] })
    expect(document).toMatchObject({ data: { age: 18, kind: 'user' } })
  })

  test('but there is no question without a terminal, nor over MCP', async () => {
    const piped = await run(cli, ['sign'])
    expect(piped.document).toMatchObject({ error: { code: 'E1005' } })
    const client = await connect(cli, { answers: [true] })
    const { document } = await client.call('sign', {})
    expect(document).toMatchObject({ error: { code: 'E1005' } })
    expect(client.asked).toEqual([])
    await client.close()
  })

  test('and help says so', async () => {
    expect((await run(cli, ['sign', '--help'])).stdout).toMatch(
      /--age N +Age \[required\] \[at most 150\]\s+\[asked for on a terminal\]/,
    )
  })
})
