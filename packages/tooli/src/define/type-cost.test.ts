import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
// Inside node_modules, so that what the module imports is found from there.
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'tooli-type-cost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A builder chain that accumulates types costs 540,000 at this size. */
const MOST = 100_000
const COMMANDS = 200

test(`a tool of ${COMMANDS} commands, all called by path, is cheap to check`, async () => {
  const { instantiations, problems } = await check(moduleOf(COMMANDS))
  expect(problems).toBe('')
  expect(instantiations, `${COMMANDS} commands cost ${instantiations} type instantiations`).toBeLessThan(MOST)
  // So that a compiler that counts nothing does not pass.
  expect(instantiations).toBeGreaterThan(COMMANDS * 10)
})

test('a mistake in one of the calls is found, so the types were really looked at', async () => {
  const { problems } = await check(`${moduleOf(3)}\nvoid cli.call('group0 run2', { name: 5 })\n`)
  expect(problems).toContain("Type 'number' is not assignable to type 'string'")
})

async function check(text: string): Promise<{ instantiations: number; problems: string }> {
  writeFileSync(join(folder, 'cli.ts'), text)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['.'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const words = [compiler, '-p', folder, '--noEmit', '--extendedDiagnostics']
  const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => error)
  const [, count] = /^Instantiations:\s+(\d+)$/m.exec(stdout) ?? []
  return { instantiations: Number(count), problems: stdout.split('\n').filter((line) => line.includes('error TS')).join('\n') }
}

/** Commands as people write them, ten to a group, each of its own types. */
function moduleOf(count: number): string {
  const commands = Array.from({ length: count }, (_, index) => commandText(index))
  const groups: string[] = []
  for (let first = 0; first < count; first += 10) {
    const names = commands.slice(first, first + 10).map((_, offset) => `run${first + offset}`)
    groups.push(`    group${first / 10}: { '': 'Group', ${names.join(', ')} },`)
  }
  const calls = commands.map((_, index) => {
    const path = `group${Math.floor(index / 10)} run${index}`
    return `export const result${index}: Promise<{ path: string; size${index}: number }[]> = cli.call('${path}', { name: 'x', tag${index}: ['y'] })`
  })
  return [
    "import { command, defineCli, t } from 'tooli'",
    ...commands,
    "export const cli = defineCli({ name: 'big', version: '1.0.0', description: 'Big', commands: {",
    ...groups,
    '} })',
    ...calls,
  ].join('\n')
}

function commandText(index: number): string {
  return `const run${index} = command({
  description: 'Command ${index}',
  args: t.object({ name: t.string('Name'), count${index}: t.integer('Count').min(1).optional() }),
  options: t.object({
    root${index}: t.path('Where').short('r').default('.'),
    mode: t.enum(['fast', 'slow', 'mode${index}'], 'Mode').default('fast'),
    tag${index}: t.array(t.string(), 'Tags'),
    deep: t.boolean('Deep').default(false),
  }),
  output: t.array(t.object({ path: t.string(), size${index}: t.integer() })),
  effects: { filesystem: { read: true, write: false }, network: false },
  run: async ({ args, options }) => [{ path: args.name + options.root${index}, size${index}: args.count${index} ?? 0 }],
})`
}
