import { readFileSync } from 'node:fs'
import { isGroup, validate, walkCommands, type AtipDocument, type AtipTool } from '@atip/protocol'
import { lint } from '@atip/protocol/lint'
import { run } from 'tooli/testing'
import { expect, test } from 'vitest'
import cli from './cli.js'
import { VERSION } from './version.js'

/** Commands that ask a program about itself, in the sandbox. */
const ASKING = ['scan', 'show', 'probe', 'doctor', 'gen']

test('the version is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: VERSION })
})

test('the descriptions that stand in the map are those of the commands', async () => {
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

test('every command says what it does to the world, what it gives back, and how it is used', async () => {
  const { document } = await run(cli, ['--agent'])
  expect(validate(document, { profile: 'strict' }).problems).toEqual([])
  expect(lint(document as AtipDocument)).toEqual([])
  for (const { command, path } of walkCommands(document as AtipTool)) {
    if (isGroup(command) || !Object.hasOwn(cli.definition.commands!, path[0]!)) continue
    const { effects, examples, 'x-tooli': extension } = command
    const name = path.join(' ')
    expect(effects).toMatchObject({
      network: false,
      subprocess: ASKING.includes(name),
      destructive: false,
      filesystem: { delete: false },
    })
    expect(examples!.length).toBeGreaterThan(0)
    expect(extension).toHaveProperty('output')
  }
})
