import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate, type AtipTool } from '@atip/protocol'
import { afterAll, expect, test } from 'vitest'
import { completeTool } from './complete-tool.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-complete-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

mkdirSync(join(folder, 'dist'))
mkdirSync(join(folder, 'bin'))
const about = { name: '@scope/thing', version: '3.2.1', description: 'Does things', homepage: 'https://example.org' }
writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
writeFileSync(join(folder, 'dist/package.json'), '{"type":"module"}')
writeFileSync(join(folder, 'dist/main.js'), '')
symlinkSync(join(folder, 'dist/main.js'), join(folder, 'bin/thing'))

const plain: AtipTool = {
  atip: { version: '0.6' },
  name: '',
  version: '',
  description: '',
  commands: {
    addOne: { description: '', options: [{ name: 'dryRun', flags: ['--dry-run'], type: 'boolean', description: '' }] },
    group: {
      description: '',
      commands: { '': { description: '' }, below: { description: `${'long '.repeat(60)}end` } },
    },
  },
}

test('what the program does not say, its file and package do', () => {
  const tool = completeTool(plain, {}, ['node', join(folder, 'bin/thing')])
  expect(tool).toMatchObject({ name: 'thing', version: '3.2.1', description: 'Does things', homepage: about.homepage })
  expect(tool.commands).toMatchObject({ addOne: { description: 'add one', options: [{ description: 'dry run' }] } })
  expect(validate(JSON.parse(JSON.stringify(tool))).problems).toEqual([])
})

test('what the author says comes before all else', () => {
  const options = { name: 'other', version: '9', description: 'Another', homepage: 'https://example.com' }
  expect(completeTool(plain, options, ['node', join(folder, 'bin/thing')])).toMatchObject(options)
})

test('a long description is cut, and kept in full next to it', () => {
  const { commands } = completeTool(plain, {}, undefined)
  const { below } = commands!.group!.commands!
  expect(below!.description.length).toBeLessThanOrEqual(200)
  expect(below!['x-tooli']).toEqual({ description: `${'long '.repeat(60)}end` })
})

test('effects of a group that is a command itself are those of that command, and nothing is guessed of others', () => {
  const { commands } = completeTool(plain, { effects: { group: { network: true } } }, undefined)
  expect(commands!.group!.commands!['']!.effects).toEqual({ network: true })
  expect(commands!.group!.effects).toBeUndefined()
  expect(commands!.addOne!.effects).toBeUndefined()
})

test('the description that was given is left as it was', () => {
  const before = structuredClone(plain)
  completeTool(plain, { effects: { addOne: { network: true } } }, undefined)
  expect(plain).toEqual(before)
})
