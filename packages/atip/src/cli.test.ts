import { readFileSync } from 'node:fs'
import { isGroup, validate, walkCommands, type AtipDocument, type AtipTool } from '@atip/protocol'
import { lint } from '@atip/protocol/lint'
import { run } from 'tooli/testing'
import { expect, test } from 'vitest'
import cli from './cli.js'
import { VERSION } from './version.js'

/** Commands that run a program in the sandbox, to ask it about itself. */
const ASKING = ['scan', 'show', 'probe', 'doctor', 'gen', 'shim new', 'registry sync']

test('the version is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: VERSION })
})

test('the descriptions in the map are those of the commands', async () => {
  const { document } = await run(cli, ['--agent'])
  const { commands } = document as AtipDocument
  for (const [name, entry] of Object.entries(cli.definition.commands!)) {
    expect(commands![name]!.description).toBe('description' in entry ? entry.description : entry[''])
    if ('description' in entry) continue
    for (const [inner, { description }] of Object.entries(entry).filter(([key]) => key !== '') as [
      string,
      { description: string },
    ][]) {
      expect(commands![name]!.commands![inner]!.description).toBe(description)
    }
  }
})

/** These may fetch or upload signatures and descriptions, or serve them. */
const ONLINE = [
  'verify',
  'sign',
  'scan',
  'registry sync',
  'registry build',
  'registry serve',
  'shim sign',
  'shim submit',
]

/** The effects of these depend on the programs that they run. */
const RUNNING = ['approvals allow', 'call', 'mcp', 'pattern run', 'run', 'serve-tool']

test('every command says what it does to the world, what it gives back, and how it is used', async () => {
  const { document } = await run(cli, ['--agent'])
  expect(validate(document, { profile: 'strict' }).problems).toEqual([])
  expect(
    lint(document as AtipDocument)
      .map(({ rule, pointer }) => `${rule} ${pointer}`)
      .sort(),
  ).toEqual(RUNNING.map((name) => `destructive-unstated /commands/${name.replace(' ', '/commands/')}/effects`))
  for (const { command, path } of walkCommands(document as AtipTool)) {
    if (isGroup(command) || !Object.hasOwn(cli.definition.commands!, path[0]!)) continue
    const { effects, examples, 'x-tooli': extension } = command
    const name = path.join(' ')
    expect(examples!.length).toBeGreaterThan(0)
    // A server has no output.
    if (!['mcp', 'serve-tool', 'web'].includes(name)) expect(extension).toHaveProperty('output')
    if (RUNNING.includes(name) || name === 'prime') continue
    expect(effects).toMatchObject({
      network: ONLINE.includes(name),
      subprocess: ASKING.includes(name),
      destructive: false,
      // It removes files that atip install made.
      filesystem: { delete: name === 'uninstall' },
    })
  }
})
