import { isReadOnly, worsen } from '@atip/protocol'
import { describe, expect, it } from 'vitest'
import { effectsOfCommand, effectsOfParameter } from './words.js'

describe('the words of shims', () => {
  it('leave a command that only reads read-only', () => {
    expect(isReadOnly(effectsOfCommand(['reads']))).toBe(true)
  })

  it('take the claim of safety away from a command that runs unknown code', () => {
    expect(isReadOnly(effectsOfCommand(['runs']))).toBe(false)
  })

  it('take it away, too, where an option makes a reading command run unknown code', () => {
    const effects = worsen(effectsOfCommand(['reads']), effectsOfParameter(['runs']))
    expect(isReadOnly(effects)).toBe(false)
    expect(effects.subprocess).toBe(true)
  })
})
