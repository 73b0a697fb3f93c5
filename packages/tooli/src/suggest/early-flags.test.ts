import { expect, test } from 'vitest'
import { command, defineCli, group, t, use } from '../index.js'
import { run } from '../testing/index.js'

const READS = { filesystem: { read: true, write: false }, network: false }
const everywhere = use(t.object({ context: t.string('The cluster').short('C').optional() }))
const pods = use(
  t.object({
    namespace: t.string('The namespace').short('n').default('default'),
    loud: t.boolean('Print more').default(false),
  }),
)
const get = command({
  description: 'Get one',
  args: t.object({ name: t.string().optional() }),
  options: t.object({ wide: t.boolean('All columns').default(false), level: t.enum(['low', 'high']).optional() }),
  effects: READS,
  run: ({ args, options }) => ({ ...args, ...options }),
})
const add = command({ description: 'Add one', effects: READS, run: () => 'added' })
const kc = defineCli({
  name: 'kc',
  version: '1.2.3',
  description: 'Clusters',
  use: everywhere,
  commands: { pod: group({ use: pods, description: 'Pods' }, { get }), get, add },
})

const errorOf = async (...words: string[]) => {
  const { stdout } = await run(kc, [...words, '-o', 'json'])
  return (JSON.parse(stdout) as { error: { code: string; message: string; suggestion: Record<string, string> } }).error
}

test.each([['--context', 'x'], ['-C', 'x'], ['--context=x'], ['-Cx']])(
  'a misspelt command after %s %s is what is wrong',
  async (...flags) => {
    const { code, message, suggestion } = await errorOf(...flags, 'gett')
    expect([code, message]).toEqual(['E1001', 'kc has no command "gett"'])
    expect(suggestion.example).toBe(`kc ${flags.join(' ')} get -o json`)
  },
)

test('a group without a command accepts the options that its commands share', async () => {
  expect(await errorOf('pod', '--loud')).toMatchObject({ code: 'E1001', message: 'kc pod needs a command' })
})

test('a misspelt shared option before the command is corrected', async () => {
  expect(await errorOf('--contxt', 'x', 'get')).toMatchObject({
    code: 'E1002',
    message: 'unknown option --contxt',
    suggestion: { example: 'kc --context x get -o json', applicability: 'machine_applicable' },
  })
})

test.each([
  ['-x', ''],
  ['-V', ''],
  ['-qx', ': there is no -x'],
])('an unknown letter is an unknown option: %s', async (word, more) => {
  expect(await errorOf(word)).toMatchObject({ code: 'E1002', message: `unknown option ${word}${more}` })
  expect(await errorOf('get', word)).toMatchObject({ code: 'E1002', message: `unknown option ${word}${more}` })
})

test.each([
  ['kc --wide get', 'kc get --wide'],
  ['kc --level high get', 'kc get --level high'],
  ['kc -n k pod get', 'kc pod get -n k'],
])('an option before the name of its command is moved: %s', async (line, better) => {
  const { stdout } = await run(kc, line.split(' ').slice(1), { env: { TOOLI_OUTPUT: 'json' } })
  const { error } = JSON.parse(stdout)
  expect(error).toMatchObject({ code: 'E1002', suggestion: { example: better, applicability: 'machine_applicable' } })
  expect(error.suggestion.fix).toMatch(/^Put -+\w+ after the name of the command$/)
})

test.each([
  ['completions', 'completion'],
  ['skil', 'skill'],
  ['prme', 'prime'],
  ['contrct', 'contract'],
  ['ad', 'add'],
  ['gt', 'get'],
])('%s was meant as %s', async (word, meant) => {
  expect((await errorOf(word)).suggestion.example).toBe(`kc ${meant} -o json`)
})

test('a word that may be two commands with one letter more is not guessed', async () => {
  const cli = defineCli({ name: 'x', version: '1', description: 'X', commands: { get: add, got: add } })
  const { stderr } = await run(cli, ['gt', '-o', 'text'])
  expect(stderr).not.toContain('Did you mean')
})

test('help and version are the words for the flags, unless the tool has such a command', async () => {
  expect((await run(kc, ['help', 'pod', 'get'])).stdout).toBe((await run(kc, ['pod', 'get', '--help'])).stdout)
  expect((await run(kc, ['help'])).stdout).toBe((await run(kc, ['--help'])).stdout)
  expect((await run(kc, ['version'])).stdout).toBe('1.2.3\n')
  // Not as the value of an option or an operand, with which the command would run.
  for (const words of [['--', 'x'], ['--context']])
    expect((await run(kc, ['help', 'pod', 'get', ...words])).stdout).toContain('kc pod get')
  const own = defineCli({ name: 'x', version: '1', description: 'X', commands: { help: add, version: add } })
  expect((await run(own, ['help'])).document).toMatchObject({ data: 'added' })
  expect((await run(own, ['version'])).document).toMatchObject({ data: 'added' })
  const single = defineCli({ name: 'x', version: '1', description: 'X', command: get })
  expect((await run(single, ['help'])).document).toMatchObject({ data: { name: 'help' } })
})

test.each([
  ['{"level":"hgh"}', '{"level":"high"}', 'Did you mean "high"?'],
  ['{"nam":"x"}', '{"name":"x"}', 'Did you mean "name"?'],
])('a mistake in --input is corrected there: %s', async (wrong, right, fix) => {
  const { suggestion } = await errorOf('get', '--input', wrong)
  expect(suggestion).toMatchObject({ fix, example: `kc get --input '${right}' -o json` })
})

test('help of the tool and of a group lists the options that their commands share', async () => {
  const [root, group] = [(await run(kc, ['--help'])).stdout, (await run(kc, ['pod', '--help'])).stdout]
  expect(root).toContain('Options for all commands:\n  -C, --context TEXT')
  expect(group).toContain('Options for all commands:\n')
  for (const flag of ['-C, --context', '-n, --namespace', '--loud']) expect(group).toContain(flag)
  expect(root).not.toContain('--namespace')
  for (const page of [root, group]) expect(page).toContain('--dry-run')
})

test('completion offers shared options before the command', async () => {
  const complete = async (...words: string[]) => (await run(kc, ['__complete', 'fish', '--', ...words])).stdout
  expect(await complete('--')).toContain('--context')
  expect(await complete('pod', '--')).toContain('--namespace')
  expect(await complete('pod', '--loud', '--')).not.toContain('--loud\t')
  expect(await complete('--')).not.toContain('--wide')
})

test('an equals sign after a letter is left out', async () => {
  const make = command({
    description: 'Make',
    options: t.object({ copies: t.integer('Copies').short('c').optional() }),
    effects: READS,
    run: () => 'made',
  })
  const cli = defineCli({ name: 'maker', version: '1', description: 'x', command: make })
  const { document } = await run(cli, ['-c=3'])
  expect(document).toMatchObject({
    error: { suggestion: { example: 'maker -c3', applicability: 'machine_applicable' } },
  })
})
