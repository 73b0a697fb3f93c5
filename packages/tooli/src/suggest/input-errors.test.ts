/**
 * Mistakes that only the schema finds: the error lists all missing values, points at the wrong word, and shows a line
 * to try.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, defineCli, t, type ErrorDocument } from '../index.js'
import { connect, run } from '../testing/index.js'

const resources = z.object({ cpu: z.number().max(8), labels: z.array(z.object({ key: z.string() })).optional() })
const start = command({
  description: 'Start',
  args: z.object({ name: z.string().min(2) }),
  options: z.object({ region: z.string(), size: z.number().multipleOf(2).default(2), resources: resources.optional() }),
  run: ({ args, options }) => ({ ...args, ...options }),
})
const plain = command({
  description: 'Plain',
  args: t.object({ name: t.string('Name') }),
  options: t.object({ a: t.string('A'), b: t.integer('B').min(5), c: t.string('C').optional() }),
  run: () => 'done',
})
const list = command({
  description: 'List',
  args: t.object({ what: t.string('What').optional() }),
  options: t.object({ max: t.integer('Most').optional() }),
  run: () => [],
})
const machine = command({
  description: 'Machine',
  options: t.object({
    size: t.object({
      cpu: t.integer('Cores').min(1),
      disk: t.object({ gb: t.integer('Size') }),
      os: t.string().default('x'),
    }),
    limits: t.object({ low: t.integer(), high: t.integer() }).optional(),
    tuning: t.object({ swap: t.integer().min(1).default(1) }),
    spot: t
      .boolean('Cheap')
      .optional()
      .cli({ conflicts: ['reserved'] }),
    reserved: t.boolean('Reserved').optional(),
    user: t
      .string('User')
      .optional()
      .cli({ requires: ['word'] }),
    word: t.string('Word').optional(),
  }),
  run: ({ options }) => options,
})
const commands = { start, plain, list, machine }
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands })

async function errorOf(words: string[]): Promise<ErrorDocument> {
  const { document, code } = await run(cli, words)
  expect(code).toBe(2)
  return (document as { error: ErrorDocument }).error
}

test.each([
  [['start'], 'NAME and --region are missing', 'demo start <name> --region <region>'],
  [['plain'], 'NAME, --a and --b are missing', 'demo plain <name> --a <a> --b <b>'],
  [['plain', 'x', '--b', '7'], '--a is missing', 'demo plain x --b 7 --a <a>'],
  [['plain', '--', 'x'], '--a and --b are missing', 'demo plain --a <a> --b <b> -- x'],
  [['machine'], '--size and --tuning are missing', "demo machine --size.cpu <cpu> --size.disk.gb <gb> --tuning '{}'"],
])('%j is told all that is missing, in one line to fill in', async (words, message, example) => {
  expect(await errorOf(words)).toMatchObject({ code: 'E1005', message, suggestion: { example } })
})

test.each([
  [['start', 'ab', '--region', 'eu', '--size', '3'], 6, '3', 'demo start ab --region eu --size <size>'],
  [['start', 'ab', '--size=3', '--region', 'eu'], 3, '--size=3', 'demo start ab --size=<size> --region eu'],
  [['start', 'x', '--region', 'x'], 2, 'x', 'demo start <name> --region x'],
  [['plain', 'x', '--a', 'x', '--b', '3'], 6, '3', 'demo plain x --a x --b <b>'],
  [
    ['machine', '--size.cpu', '0', '--size.disk.gb', '1', '--tuning', '{}'],
    3,
    '0',
    "demo machine --size.cpu <cpu> --size.disk.gb 1 --tuning '{}'",
  ],
  [['plain', '--input', '{"name":"x","a":"x","b":3}'], 3, '{"name":"x","a":"x","b":3}', 'demo plain --input <input>'],
  // The value is replaced, not the first occurrence of the same letters.
  [['list', '--max', 'x'], 3, 'x', 'demo list --max <max>'],
  [['list', 'x', '--max', 'x'], 4, 'x', 'demo list x --max <max>'],
])('%j points at the wrong word and shows where to fill in another', async (words, index, word, example) => {
  const { code, details, suggestion } = await errorOf(words)
  expect({ code, index: details?.index, word: details?.word }).toEqual({ code: 'E1004', index, word })
  expect(suggestion?.example).toBe(example)
})

const SIZED = ['machine', '--size.cpu=1', '--size.disk.gb=1', '--tuning', '{}']

test('a wrong key of an object is named by its own flag', async () => {
  const { suggestion } = await errorOf([...SIZED, '--tuning.swap', '0'])
  expect(suggestion).toMatchObject({ fix: 'Correct --tuning.swap; see demo machine --help' })
})

test('a key that is missing inside of an object is added by its own flag', async () => {
  const { message, suggestion } = await errorOf([
    'machine',
    '--size.cpu',
    '1',
    '--size.disk.gb',
    '1',
    '--tuning.swap',
    '2',
    '--limits.low',
    '1',
  ])
  expect([message, suggestion]).toMatchObject([
    '--limits.high is missing',
    { fix: 'Add --limits.high <high>', example: expect.stringMatching(/--limits.low 1 --limits.high <high>$/) },
  ])
})

test('options that contradict or lack each other come with the way out', async () => {
  const both = await errorOf([...SIZED, '--spot', '--reserved'])
  expect(both.suggestion).toMatchObject({ fix: 'Give only one of --spot and --reserved' })
  const alone = await errorOf([...SIZED, '--user', 'ann'])
  expect(alone.suggestion).toMatchObject({
    fix: 'Add --word <word>, or leave out --user',
    example: `demo ${SIZED.slice(0, -1).join(' ')} '{}' --user ann --word <word>`,
  })
})

test('people see a mark under the word that the schema refuses', async () => {
  const words = ['start', 'ab', '--region', 'eu', '--size', '3']
  const { stderr } = await run(cli, words, { terminal: true, env: { NO_COLOR: '1' } })
  expect(stderr).toContain('  demo start ab --region eu --size 3\n                                   ^\n')
  // Pasted into a shell, a placeholder would be a redirection.
  expect(stderr).toContain('fix: Correct --size; see demo start --help')
  expect(stderr).not.toContain('<')
})

const MISSPELT: [string, unknown, string, string][] = [
  ['a key', { cpuu: 2, cpu: 1 }, 'resources.cpuu', 'cpu'],
  ['a key deep inside', { cpu: 1, labels: [{ key: 'a', kye: 'b' }] }, 'resources.labels.0.kye', 'key'],
]

test.each(MISSPELT)(
  '%s that zod would drop is refused on every surface, with the likely one',
  async (_, value, at, meant) => {
    const input = { name: 'ab', region: 'eu', resources: value }
    const error = { code: 'E1002', message: `--${at} is not known`, suggestion: { fix: `Did you mean "${meant}"?` } }
    const json = JSON.stringify(value)
    const line = await errorOf(['start', 'ab', '--region', 'eu', '--resources', json])
    expect(line).toMatchObject(error)
    const whole = await errorOf(['start', '--input', JSON.stringify(input)])
    expect(whole).toMatchObject(error)
    const client = await connect(cli)
    const { document } = await client.call('start', input)
    const { inputSchema } = (await client.tools())[0]!
    await client.close()
    expect(document).toMatchObject({ ok: false, error })
    expect(JSON.stringify(inputSchema)).toContain('"additionalProperties":false')
    await expect(cli.call('start', input as never)).rejects.toMatchObject({ code: 'E1002' })
  },
)

test('the line to try holds the corrected JSON', async () => {
  const { suggestion } = await errorOf(['start', 'ab', '--region', 'eu', '--resources', '{"cppu":2}'])
  expect(suggestion?.example).toBe(`demo start ab --region eu --resources '{"cpu":2}'`)
})

test('keys that zod lets through stay allowed', async () => {
  const open = z.object({ more: z.looseObject({ a: z.string() }), any: z.record(z.string(), z.number()) })
  const take = command({ description: 'Take', options: open, run: ({ options }) => options })
  const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { take } })
  const input = { more: { a: 'x', b: 1 }, any: { k: 2 } }
  expect((await run(tool, ['take', '--input', JSON.stringify(input)])).document).toMatchObject({ data: input })
})

test('an entry of a map is asked for as a key and a value', async () => {
  const label = command({
    description: 'Label',
    options: t.object({ label: t.record(t.string(), 'Labels').optional() }),
    run: () => 1,
  })
  const { stdout } = await run(defineCli({ name: 'demo', version: '1', description: 'x', command: label }), [
    '--label',
    'x',
  ])
  const { error } = JSON.parse(stdout) as { error: { suggestion: { example: string } } }
  expect(error.suggestion.example).toBe('demo --label <key=value>')
})
