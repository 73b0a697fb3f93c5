import { isReadOnly } from '@atip/protocol'
import { describe, expect, it } from 'vitest'
import { compileShim } from './compile.js'
import { failedClaims } from './expectation.js'
import { effectsOfCommand } from './words.js'

describe('the words of shims', () => {
  it('leave a command that only reads read-only', () => {
    expect(isReadOnly(effectsOfCommand(['reads']))).toBe(true)
  })

  it('tell deleting from writing, and know neither as read-only', () => {
    const effects = effectsOfCommand(['deletes'])
    expect(effects.filesystem).toEqual({ read: true, write: false, delete: true })
    expect(isReadOnly(effects)).toBe(false)
    expect(isReadOnly(effectsOfCommand(['removes']))).toBe(false)
    expect(effectsOfCommand(['removes']).destructive).toBe(false)
  })

  it('take the claim of safety away from a command that runs unknown code', () => {
    expect(isReadOnly(effectsOfCommand(['runs']))).toBe(false)
  })

  it('take it away, too, where an option makes a reading command run unknown code', () => {
    const examples = { 'look a': 'read-only', 'look --plugin b a': 'unknown' }
    const tool = compileShim({
      tool: 'look',
      about: 'Look at files',
      source: 'none',
      effects: 'reads',
      options: { '--plugin FILE': 'runs' },
      args: ['FILE...'],
      examples,
    })
    for (const [line, claim] of Object.entries(examples)) expect(failedClaims(line, [claim], () => tool)).toEqual([])
  })

  it('add up, each to what the others said', () => {
    const effects = effectsOfCommand(['writes', 'network', 'password', 'terminal'])
    expect(effects).toMatchObject({
      network: true,
      destructive: false,
      filesystem: { read: true, write: true, delete: false },
      interactive: { stdin: 'password', prompts: true, tty: true },
    })
    expect(effects).not.toHaveProperty('reversible')
  })

  it('count destroying, deleting and throwing away as losses', () => {
    for (const word of ['deletes', 'overwrites', 'discards', 'destroys']) {
      expect(effectsOfCommand([word])).toMatchObject({ destructive: true, reversible: false })
    }
  })

  it('can say that nothing at all happens, and that nothing is known', () => {
    expect(effectsOfCommand(['nothing']).filesystem).toEqual({ read: false, write: false, delete: false })
    expect(effectsOfCommand(['unknown'])).toEqual({})
  })

  it('are refused with those that are known', () => {
    expect(() => effectsOfCommand(['wrecks'])).toThrow(/"wrecks" is not a word of shims; known are reads, writes/)
  })
})
