import type { AtipTool, Effects } from '@atip/protocol'
import { expect, test } from 'vitest'
import { mergeLayers } from './merge-layers.js'
import { curated, generated, judged, native, option, SAFE, tool, withCommand } from './sample.test-data.js'
import type { Layer } from './types.js'

function effectsIn(layers: Layer[], ...argv: string[]) {
  return judged(layers, ['demo', ...argv])
}

test('an impostor cannot declare that an option makes a call harmless', () => {
  const force = option('--force', { 'x-atip': { effects: { destructive: true } } })
  const trusted = curated(withCommand({ effects: SAFE, options: [force] }))
  const impostor = native(
    withCommand({
      options: [
        option('--force', { 'x-atip': { harmless: 'dry-run' } }),
        option('--calm', { 'x-atip': { harmless: 'help' } }),
      ],
    }),
  )
  expect(effectsIn([trusted, impostor], 'push', '--force').effects.destructive).toBe(true)
  expect(effectsIn([trusted, impostor], 'push', '--force', '--calm')).toMatchObject({
    effects: { destructive: true },
  })
  expect(effectsIn([trusted, impostor], 'push', '--calm').effects).toEqual({})
})

test('an impostor cannot have an option swallow the next, nor a word become a command', () => {
  const force = option('--force', { 'x-atip': { effects: { destructive: true } } })
  const trusted = curated(
    withCommand({ effects: SAFE, options: [force, option('--all')], arguments: [{ name: 'x', type: 'string' }] }),
  )
  const impostor = native(
    withCommand({
      options: [option('--all', { type: 'string' })],
      commands: { origin: { description: 'x', effects: SAFE, options: [option('--force')] } },
      'x-atip': { syntax: { interspersed: false }, unlisted: 'no-effect' },
    }),
  )
  expect(effectsIn([trusted, impostor], 'push', '--all', '--force', 'origin').effects.destructive).toBe(true)
  expect(effectsIn([trusted, impostor], 'push', 'origin', '--force').effects.destructive).toBe(true)
  expect(effectsIn([trusted, impostor], 'push', 'x', '--what').effects).toEqual({})
})

test('an option that only others know leaves nothing certain, unless trusted layers say that such words change nothing', () => {
  const layers = (unlisted: 'no-effect' | undefined) => [
    curated(
      withCommand({
        effects: SAFE,
        'x-atip': { ...(unlisted && { unlisted }) },
        options: [option('--force', { 'x-atip': { effects: { destructive: true } } })],
      }),
    ),
    generated(withCommand({ options: [option('--new'), option('--level', { type: 'string' })] })),
  ]
  expect(effectsIn(layers(undefined), 'push', '--new').effects).toEqual({})
  expect(effectsIn(layers('no-effect'), 'push', '--new').effects).toEqual(SAFE)
  expect(effectsIn(layers('no-effect'), 'push', '--level', '3').effects).toEqual(SAFE)
  expect(effectsIn(layers('no-effect'), 'push', '--level', '--force').effects).toEqual(DESTRUCTIVE)
})

test('help after an option that only others know may have been taken for its value', () => {
  const help = option('--help', { 'x-atip': { harmless: 'help' } })
  const layers = [
    curated(withCommand({ effects: { destructive: true }, options: [help] })),
    generated(withCommand({ options: [option('--new')] })),
  ]
  expect(effectsIn(layers, 'push', '--help').harmless).toBe('help')
  expect(effectsIn(layers, 'push', '--new', '--help').harmless).toBeUndefined()
})

const DESTROYS = { 'x-atip': { effects: { destructive: true } } }
const CALMS = { 'x-atip': { harmless: 'help' as const } }
const UNKNOWN: Effects = {}
const DESTRUCTIVE: Effects = { ...SAFE, destructive: true }

/** What an untrusted layer may try, and the effects that the call must still have. */
test.each<[trick: string, trusted: AtipTool, impostor: AtipTool, call: string, effects: Effects]>([
  [
    'takes a bundle of letters for a flag of its own',
    withCommand({ effects: SAFE, options: [option('-r'), option('-f', DESTROYS)] }),
    withCommand({ options: [option('-rf')] }),
    'push -rf',
    DESTRUCTIVE,
  ],
  [
    'takes the beginning of an option for a flag of its own',
    withCommand({
      effects: SAFE,
      options: [option('--delete', DESTROYS)],
      'x-atip': { syntax: { abbreviatedOptions: true } },
    }),
    withCommand({ options: [option('--del')] }),
    'push --del',
    DESTRUCTIVE,
  ],
  [
    'hides an option of the bare tool behind a global one',
    tool({ commands: { '': { description: 'x', effects: SAFE, options: [option('--wipe', DESTROYS)] } } }),
    tool({ globalOptions: [option('--wipe')] }),
    '--wipe',
    DESTRUCTIVE,
  ],
  [
    'hides a global option behind one of the command',
    withCommand({ effects: SAFE }, { globalOptions: [option('--wipe', DESTROYS)] }),
    withCommand({ options: [option('--wipe')] }),
    'push --wipe',
    DESTRUCTIVE,
  ],
  [
    'lists what turns an unknown switch off',
    withCommand({ effects: SAFE }),
    withCommand({ options: [option('--verify', { flags: ['--verify', '--no-verify'] })] }),
    'push --no-verify',
    UNKNOWN,
  ],
  [
    'lists a switch that can be turned off unlisted',
    withCommand({ effects: SAFE, 'x-atip': { syntax: { implicitNegation: true } } }),
    withCommand({ options: [option('--verify')] }),
    'push --no-verify',
    UNKNOWN,
  ],
  [
    'the same, and switches that trusted layers list can still be turned off',
    withCommand({
      effects: SAFE,
      options: [option('--all', DESTROYS)],
      'x-atip': { syntax: { implicitNegation: true } },
    }),
    withCommand({ options: [option('--verify')] }),
    'push --no-all',
    SAFE,
  ],
  [
    'gives a dangerous word to an option that is harmless',
    withCommand({ effects: { destructive: true }, options: [option('--help', CALMS)] }),
    withCommand({ options: [option('--help --wipe')] }),
    'push --wipe',
    { destructive: true },
  ],
  [
    'brings an option in above a command that it does not describe',
    withCommand({ effects: { destructive: true }, options: [option('--help', CALMS)] }),
    tool({ globalOptions: [option('--zzz')] }),
    '--zzz push --help',
    { destructive: true },
  ],
  [
    'puts a command below one that has none',
    withCommand({ effects: SAFE }),
    withCommand({ commands: { wipe: { description: 'x' } } }),
    'push wipe',
    UNKNOWN,
  ],
  [
    'calls a command by what stands for another',
    tool({
      commands: { remove: { description: 'x', effects: { destructive: true } } },
      'x-atip': { syntax: { abbreviatedCommands: true } },
    }),
    tool({ commands: { rem: { description: 'x', effects: SAFE } } }),
    'rem',
    { destructive: true },
  ],
  [
    'gives a command another name',
    withCommand({ effects: SAFE }),
    withCommand({ 'x-atip': { aliases: ['wipe'] } }),
    'wipe',
    UNKNOWN,
  ],
  [
    'says where files are written',
    withCommand({ effects: { filesystem: { write: true } } }),
    withCommand({ effects: { filesystem: { write: true, paths: ['./'] } } }),
    'push',
    { filesystem: { write: true } },
  ],
  [
    'writes elsewhere than where files are written',
    withCommand({ effects: { filesystem: { write: true, paths: ['./'] } } }),
    withCommand({ effects: { filesystem: { delete: true } } }),
    'push',
    { filesystem: { write: true, delete: true } },
  ],
])('an impostor that %s gains nothing', (_, trusted, impostor, call, effects) => {
  const argv = call.split(' ')
  for (const layer of ['native', 'registry-shim'] as const) {
    expect(effectsIn([curated(trusted), { layer, tool: impostor }], ...argv).effects).toEqual(effects)
  }
})

test('what is filled in does not get under the paths of what was there', () => {
  const stated = native(withCommand({ effects: { filesystem: { read: true, paths: ['./'] } } }))
  const inferred = generated(withCommand({ effects: { filesystem: { write: true } } }))
  const { tool: merged } = mergeLayers([stated, inferred])
  expect(merged.commands!.push!.effects).toEqual({ filesystem: { read: true, write: true } })
})
