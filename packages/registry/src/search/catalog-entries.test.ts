import { normalise } from '@atip/protocol'
import { expect, test } from 'vitest'
import { entriesOf, factsOfTool } from './catalog-entries.js'
import { effectsIn } from './effect-facts.js'

test('the effects of a command are those with its required arguments', () => {
  const harmless = { destructive: false, network: false, filesystem: { read: true, write: false, delete: false } }
  const target = {
    name: 'target',
    type: 'string' as const,
    description: 'Where to',
    'x-atip': { effects: { network: true } },
  }
  const source = { ...target, name: 'source', required: false }
  const send = { description: 'Sends', effects: harmless, arguments: [target] }
  const tool = normalise({
    atip: { version: '0.6' },
    name: 'ship',
    version: '1.0.0',
    description: 'Ships',
    commands: { '': send, now: send, look: { ...send, arguments: [source] } },
  })
  const network = Object.fromEntries(
    [...entriesOf(tool)].map(({ name, effects }) => [name, effectsIn(effects ?? 0).network]),
  )
  expect(network).toEqual({ ship: true, 'ship now': true, 'ship look': false })
  expect(effectsIn(factsOfTool(tool)).network).toBe(true)
})
