import { expect, test } from 'vitest'
import { command } from '../callable/command.js'
import { defineCli } from '../callable/cli.js'
import { displayWidth, withoutAnsi } from '../output/width.js'
import { run } from '../testing/index.js'

const act = (description: string) => command({ description, run: () => null })
const cli = defineCli({
  name: 'shop',
  version: '1.2.3',
  description: 'Sell things',
  overview: { groups: { Start: ['open', 'stock'], Sell: ['sell'] }, start: 'shop open' },
  commands: {
    audit: act('Check the books'),
    sell: act('Sell one thing to one customer, and print a receipt for both of them to keep'),
    stock: { '': 'Look after the stock', add: act('Add') },
    open: act('Open the shop'),
    secret: command({ description: 'Not shown', hidden: true, run: () => null }),
  },
})

test('without words a tool shows its main commands in groups, and how to start', async () => {
  const { stdout, code } = await run(cli, [])
  expect(code).toBe(0)
  expect(stdout).toMatchInlineSnapshot(`
    "shop 1.2.3: Sell things

      Start  open   Open the shop
             stock  Look after the stock
      Sell   sell   Sell one thing to one customer, and print a receipt for both of…

    More: audit, completion, prime, skill, docs, mcp, contract, --serve-mcp stdio
    shop COMMAND --help explains a command, shop --help everything.
    Start with: shop open
    "
  `)
})

test('no line is wider than the screen', async () => {
  for (const columns of [40, 60, 80, 120]) {
    const { stdout } = await run(cli, [], { terminal: { columns } })
    for (const line of stdout.split('\n')) expect(displayWidth(withoutAnsi(line))).toBeLessThanOrEqual(columns)
  }
})

test('--help lists the same groups first, and everything else after them', async () => {
  const { stdout } = await run(cli, ['--help'])
  const titles = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, title]) => title)
  expect(titles).toEqual(['Start', 'Sell', 'More commands', 'Built in', 'Flags on every command'])
  expect(stdout).toContain('--idempotency-key')
})

test('a tool without an overview shows its help', async () => {
  const plain = defineCli({ ...cli.definition, overview: undefined as never })
  expect((await run(plain, [])).stdout).toBe((await run(plain, ['--help'])).stdout)
})
