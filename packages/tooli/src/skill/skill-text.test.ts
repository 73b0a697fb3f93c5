import { chdir, cwd } from 'node:process'
import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { outlineOf, partsOf } from './outline.fixture.js'
import { bigCli, foreignCli, shop } from './skill.fixture.js'
import { MARK, skillText } from './skill-text.js'

const here = cwd()
afterEach(() => {
  chdir(here)
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const text = await skillText(shop.definition)

/** The text below a heading, up to the next one of the same or a higher level. */
function below(heading: string, page = text): string {
  const lines = page.split('\n')
  const from = lines.indexOf(heading)
  if (from === -1) throw new Error(`there is no ${heading}`)
  const level = /^#+/.exec(heading)![0].length
  const rest = lines.slice(from + 1)
  const to = rest.findIndex((line) => (/^##+(?= )/.exec(line)?.[0].length ?? 9) <= level)
  return rest.slice(0, to === -1 ? rest.length : to).join('\n')
}

test('a skill has a head, says that it is generated, and goes from purpose to details', () => {
  const { head, body } = partsOf(text)
  expect(parse(head)).toEqual({
    name: 'shop',
    description: 'Sell things. Use the command-line tool shop to sell something.',
    compatibility: 'Needs the command shop on the PATH',
    metadata: { version: '2.1.0' },
  })
  expect(body.trimStart().startsWith(MARK)).toBe(true)
  expect(outlineOf(body)).toEqual([
    '# `shop`',
    '## When to use it',
    '## Calling it',
    '## Commands',
    '### `shop stock list`',
    '### `shop stock empty`',
    '### `shop sell --to TEXT ID [NOTES...]`',
    '### `shop old`',
    '## Errors',
    '## Exit codes',
    '## More',
  ])
})

test('it says when to use the tool in the words of its author', () => {
  expect(below('## When to use it')).toBe(`
Sell things.

Prices are in cents.

\`\`\`
shop stock list
\`\`\`

Nothing is sold twice.

For these tasks:

- sell something

Do:

- Look before you sell

Do not:

- Guess prices
- Never sell twice

Begin with \`stock list\`. No longer use \`old\`. At most 30 calls in a minute. At most 3 calls at once.

Sell one:

\`\`\`sh
shop stock list
shop sell 1
\`\`\`
`)
})

test.each([
  ['stock list', '- `--kind CHOICE` (one of `food`, `drink`, `a longer kind of thing`): Only these'],
  ['stock list', '- `-m, --max-price N` (integer, 1..900, env `SHOP_MAX`, default `500`): At most'],
  ['stock list', '- `--base-url URL` (key `base_url`): Where'],
  ['stock list', '- `--where JSON` (`{shelf: integer, room?: string}`)'],
  ['stock list', 'Reads files, changes none; does not use the network; is safe to repeat. Also called `ls`.'],
  ['stock list', 'Gives `{id: integer, tags?: string[]}[]`.'],
  ['stock empty', '- `--token @FILE` (secret): Who you are'],
  [
    'stock empty',
    'Writes and deletes files; does not use the network; destroys data; is safe to repeat. Needs `--yes`, with consent of the user.',
  ],
  ['sell --to TEXT ID [NOTES...]', '- `ID` (integer, at least 1): Which'],
  ['sell --to TEXT ID [NOTES...]', '- `NOTES...` (text, at most 3): Words'],
  ['sell --to TEXT ID [NOTES...]', '- `--force` (with it: destroys data): At any price'],
  ['sell --to TEXT ID [NOTES...]', '- `--[no-]bill` (default on): Send a bill'],
  ['sell --to TEXT ID [NOTES...]', '- `--to TEXT` (required, matches ``^[a-z|`]+$``): Whom'],
  [
    'sell --to TEXT ID [NOTES...]',
    'Creates an order; uses the network; can be undone; is not safe to repeat; may cost money; unknown whether it deletes files.',
  ],
  ['sell --to TEXT ID [NOTES...]', '# To Ann\nshop sell 1 --to ann'],
  ['old', 'The old way. Effects unknown. Deprecated: use sell.'],
])('of %s it says: %s', (heading, said) => {
  expect(below(`### \`shop ${heading}\``)).toContain(said)
})

test('it explains only those ways of calling that make a difference to this tool', () => {
  const calling = below('## Calling it')
  expect(calling).toContain('Needs confirmation: `stock empty`; `sell` with some options.')
  expect(calling).toContain('`--dry-run` does nothing and lists in `meta.plan` what would be done: `stock empty`.')
  expect(calling).toContain('`TOOLI_POLICY=read-only` in the environment refuses all but `stock list`.')
  expect(calling).toContain('by default `stock empty` after 90s')
  expect(calling).toContain('For `sell` and `old`.')
  expect(calling).toContain(
    '`--output jsonl` prints each entry on a line of its own as soon as it is there: `stock list`.',
  )
  expect(calling).toContain('never as the value itself')
  expect(calling).toContain('`.shop.json`')
  expect(calling).toContain(
    'Needs a login: token (in `$SHOP_TOKEN`; set up by the user with `shop login`). `shop whoami` checks it.',
  )
})

test('a tool that only reads is told nothing about consent, dry runs, policies and repeated calls', async () => {
  const { '': _, list } = shop.definition.commands!.stock!
  const calling = below(
    '## Calling it',
    await skillText({ name: 'look', version: '1', description: 'Look', commands: { list } }),
  )
  for (const word of ['--yes', '--dry-run', 'TOOLI_POLICY', '--idempotency-key', 'login', 'secret']) {
    expect(calling).not.toContain(word)
  }
})

test('every code is explained with its commands, those of the framework with what to do', () => {
  const page = below('## Errors')
  expect(page).toContain('- `E2001`: Not logged in (`stock empty`)')
  expect(page).toContain('- `E3001`: Nothing is there (`stock empty` and `sell`)')
  expect(page).toContain('- `E4001`: The till is broken (`sell`)')
  expect(page).toContain('- `E3900`: a confirmation is needed: ask the user, then add `--yes`.')
})

test('what is hidden or secret is not in it', () => {
  for (const word of ['HUSH', 'Nobody knows', 'E3999', '--inner', 'Not for you']) expect(text).not.toContain(word)
})

test('what all commands take alike is said once', async () => {
  const { commands } = bigCli(3)
  const page = await skillText({ name: 'three', version: '1', description: 'Three', commands })
  expect(page.split('`--how TEXT`')).toHaveLength(2)
  expect(below('## Commands', page)).toMatch(/^\nEvery command takes:\n\n- `--how TEXT`: How\n/)
})

test('the same definition gives the same text, wherever and whenever', async () => {
  chdir(tmpdir())
  vi.stubEnv('SHOP_MAX', '1')
  vi.stubEnv('LANG', 'de_DE.UTF-8')
  vi.stubEnv('COLUMNS', '20')
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  expect(await skillText(shop.definition)).toBe(text)
})

test('beyond forty commands there is a line for each, by group, and the way to the rest', async () => {
  const page = await skillText(bigCli(60))
  const groups = [0, 1, 2, 3, 4, 5].map((number) => `### \`group${number}\``)
  expect(outlineOf(partsOf(page).body).filter((heading) => heading.startsWith('###'))).toEqual(groups)
  for (let index = 0; index < 60; index++) {
    const kind = index % 10 === 0 ? 'destructive' : 'reads'
    const line = `- \`big group${Math.floor(index / 10)} verb${index} WHAT\` (${kind}): Do thing ${index}`
    expect(page.split('\n')).toContain(line)
  }
  expect(page).toContain('`big --agent --commands group0/verb0` (JSON) or `big group0 verb0 --help` (text)')
  expect(page).not.toContain('--how')
  expect(page).toContain('`E3059`: Thing 59 failed')
})

test('however many commands there are, all are named and the file stays short', async () => {
  const page = await skillText(bigCli(1000))
  expect(page.split('\n').length).toBeLessThan(500)
  expect(page.split(/\s+/).length).toBeLessThan(5000)
  for (let index = 0; index < 1000; index++) expect(page).toContain(`\`verb${index}\``)
})

test('of a program of another framework it says only what is known', async () => {
  const page = await skillText(foreignCli())
  expect(outlineOf(partsOf(page).body)).toEqual([
    '# `legacy`',
    '## When to use it',
    '## Calling it',
    '## Commands',
    '### `legacy build TARGET`',
    '### `legacy remote`',
    '### `legacy wipe`',
    '### `legacy status`',
    '## More',
  ])
  for (const word of [
    '--output',
    '--yes',
    '--dry-run',
    '--input',
    '--timeout',
    'TOOLI_',
    'E39',
    'E1',
    '"ok"',
    'HUSH',
  ]) {
    expect(page).not.toContain(word)
  }
  expect(page).toContain('- `-V, --verbose`: Say more')
  expect(page).toContain('- `TARGET` (one of `web`, `app`): What')
  expect(page).toContain('- `-j, --jobs N` (integer, env `JOBS`, default `4`)')
  expect(page).toContain('Build it. Effects unknown.')
  expect(page).toContain('What is done to files and the network by `build` and `remote` is not known')
  expect(page).toContain('Destructive or not reversible: `wipe`. Ask the user before each call.')
  expect(page).toContain('Known to change nothing: `status`.')
  expect(page).toContain('legacy build web')
})
