import { describe, expect, test } from 'vitest'
import { CLOSURE, descriptionFor, descriptionsIn, VARIANTS } from './shim.js'
import type { AtipTool } from './types/tool.js'

const hash = `sha256:${'ab'.repeat(32)}`
const closure = (digit: string) => `sha256:${digit.repeat(64)}`
const shim = {
  atip: { version: '0.6' },
  name: 'systemctl',
  version: '1',
  description: 'Control services',
  binary: { hash, name: 'systemctl', version: '1' },
  trust: { source: 'org' },
  [VARIANTS]: [
    {
      binary: { hash: closure('0'), name: 'reboot', aliases: ['halt'] },
      description: 'Restart',
      trust: { source: 'vendor' },
    },
    { binary: { name: 'run', [CLOSURE]: closure('1') }, version: '1.0', description: 'First' },
    { binary: { name: 'run', [CLOSURE]: closure('2') }, version: '2.0', description: 'Second' },
    { binary: { name: 'broken' }, description: 5 },
    'no object',
  ],
} as unknown as AtipTool

describe('the description in a shim', () => {
  test.each([
    [{ name: 'systemctl' }, 'Control services'],
    [{ name: 'systemctl', closure: closure('1') }, 'Control services'],
    [{ name: 'reboot' }, 'Restart'],
    [{ name: 'halt' }, 'Restart'],
    [{ name: 'run', closure: closure('1') }, 'First'],
    [{ name: 'run', closure: closure('2') }, 'Second'],
    // The wrong version, or an unknown one.
    [{ name: 'run', closure: closure('3') }, undefined],
    [{ name: 'run' }, undefined],
    [{ name: 'broken' }, undefined],
    [{ name: 'other' }, undefined],
  ])('%j is %j', (key, description) => {
    expect(descriptionFor(shim, key)?.description).toBe(description)
  })

  test('has the hash and the trust of the shim, whatever a variant claims', () => {
    expect(descriptionFor(shim, { name: 'reboot' })).toMatchObject({ binary: { hash }, trust: { source: 'org' } })
  })

  test('that is not valid is told', () => {
    expect([...descriptionsIn(shim)].map(({ ok }) => ok)).toEqual([true, true, true, true, false, false])
  })
})
