import { readFileSync } from 'node:fs'
import { lint, validate, type AtipDocument } from '@atip/protocol'
import { run } from 'tooli/testing'
import { expect, test } from 'vitest'
import cli from './cli.js'
import { VERSION } from './version.js'

test('the version is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: VERSION })
})

test('the descriptions that stand in the map are those of the commands', async () => {
  const { document } = await run(cli, ['--agent'])
  const { commands } = document as { commands: Record<string, { description: string }> }
  for (const [name, { description }] of Object.entries(cli.definition.commands!)) {
    expect(commands[name]!.description).toBe(description)
  }
})

test('every command says what it does to the world, what it gives back, and how it is used', async () => {
  const { document } = await run(cli, ['--agent'])
  expect(validate(document, { profile: 'strict' }).problems).toEqual([])
  expect(lint(document as AtipDocument)).toEqual([])
  const { commands } = document as AtipDocument
  for (const name of Object.keys(cli.definition.commands!)) {
    const { effects, examples, 'x-tooli': extension } = commands![name]!
    expect(effects).toMatchObject({
      network: false,
      // Only to describe a tool is one run, and that in the sandbox.
      subprocess: name === 'gen',
      destructive: false,
      filesystem: { delete: false },
    })
    expect(examples!.length).toBeGreaterThan(0)
    expect(extension).toHaveProperty('output')
  }
})
