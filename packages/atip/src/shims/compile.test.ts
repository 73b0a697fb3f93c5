import { effectsOfArgv, isReadOnly } from '@atip/protocol'
import { describe, expect, it } from 'vitest'
import { compileShim, type ShimNotation } from './compile.js'

const notation: ShimNotation = {
  tool: 'ship',
  about: 'An example',
  source: 'nowhere',
  examples: {},
  commands: {
    crew: {
      about: 'List the crew',
      effects: 'reads',
      options: { '-v': undefined },
      args: ['[NAME]'],
      commands: { fire: 'destroys', train: 'runs', scatter: 'unknown' },
    },
  },
}

describe('a command that has subcommands, and effects of its own', () => {
  const tool = compileShim(notation)
  const effects = (...words: string[]) => effectsOfArgv(['ship', ...words], () => tool).effects

  it('does what it says without a subcommand', () => {
    expect(isReadOnly(effects('crew'))).toBe(true)
    expect(isReadOnly(effects('crew', '-v', 'ann'))).toBe(true)
  })

  it('says nothing of subcommands whose effects are not known', () => {
    expect(effects('crew', 'scatter')).toEqual({})
    expect(isReadOnly(effects('crew', 'train'))).toBe(false)
    expect(effects('crew', 'fire').destructive).toBe(true)
  })

  it('is refused where it is stated twice', () => {
    const crew = { about: 'Twice', effects: 'reads', commands: { '': 'writes' } }
    expect(() => compileShim({ ...notation, commands: { crew } })).toThrow('stated twice')
  })
})
