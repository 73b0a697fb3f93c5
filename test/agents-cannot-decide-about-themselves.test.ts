import { decideLine, MODES } from '@atip/guard'
import { type AtipTool, effectsOf, parseArgv, walkCommands } from '@atip/protocol'
import { lookupShim } from '@atip/shims'
import { describe, expect, test } from 'vitest'
import { Place } from './fixtures/start-atip.js'

const place = { cwd: '/home/user/project', home: '/home/user', lookup: lookupShim }

describe.each(MODES)('in the mode %s', (mode) => {
  test.each([
    'atip approvals allow app_1',
    'atip approvals allow app_1 --digest sha256:1',
    'atip approvals deny app_1',
    'atip policy allow git push',
    'atip policy init',
    'atip policy add \'{"decision":"allow","command":"*"}\'',
    'atip learn --apply 1',
    'atip learn --input \'{"apply":1}\'',
    'atip install claude-code',
    'atip uninstall',
    'atip uninstall claude-code --yes',
    'atip registry add https://example.com',
    'atip -q approvals allow app_1',
    'atip run atip approvals allow app_1',
    'env A=1 atip policy allow git push',
    'npx atip install claude-code',
    "sh -c 'atip approvals allow app_1'",
    'yes | atip uninstall',
  ])('%s is not allowed', async (line) => {
    const { decision } = await decideLine(line, { ...place, mode })
    expect(decision).not.toBe('allow')
  })
})

test.each([
  'atip --help',
  'atip list',
  'atip approvals list',
  'atip check -- rm -rf /',
  'atip run git status',
  'atip audit show',
])('%s is allowed', async (line) => {
  expect((await decideLine(line, place)).decision).toBe('allow')
})

test('what the guard knows about atip is not milder than what atip says about itself', () => {
  const folder = new Place()
  const itself = JSON.parse(folder.run(['--agent']).stdout) as AtipTool
  folder.clear()
  const known = lookupShim('atip')!
  const milder: string[] = []
  let count = 0
  for (const { path, command } of walkCommands(itself)) {
    // The effects of `run` depend on the program that it runs.
    if (command.commands !== undefined || path[0] === 'run') continue
    const argv = ['atip', ...path]
    const said = effectsOf(itself, parseArgv(itself, argv)).effects
    const { effects } = effectsOf(known, parseArgv(known, argv))
    if (said.filesystem?.write !== false && effects.filesystem?.write === false) milder.push(`${argv.join(' ')}: write`)
    if (said.network !== false && effects.network === false) milder.push(`${argv.join(' ')}: network`)
    count++
  }
  expect(milder).toEqual([])
  expect(count).toBeGreaterThan(40)
})
