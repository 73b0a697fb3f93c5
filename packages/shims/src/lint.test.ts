import { describe, expect, it } from 'vitest'
import { compileShim, type ShimNotation } from './compile.js'
import { problemsOfShim } from './lint.js'

function problemsOf(changes: Partial<ShimNotation>): string[] {
  const notation: ShimNotation = {
    tool: 'mow',
    about: 'Mow the lawn',
    source: 'mow(1)',
    effects: 'reads',
    options: { '-d': 'deletes', '--help': 'help' },
    args: [{ '[FILE...]': 'path:read' }],
    review: 'Only -d deletes.',
    examples: { 'mow a': 'read-only', 'mow -d a': ['destructive', 'deletes'] },
    ...changes,
  }
  const tool = compileShim(notation)
  return problemsOfShim(notation, tool, (name) => (name === 'mow' ? tool : undefined))
}

describe('what is sent back', () => {
  it('is nothing where a shim is complete and its examples hold', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('is an option for settings or for a place that says nothing, where the command only reads', () => {
    const about = (facts: string | string[] | { does: string; note: string }, effects = 'reads') =>
      problemsOf({ effects, options: { '--config FILE': facts, '-d': 'deletes', '--help': 'help' } }).filter((one) =>
        one.includes('--config'),
      )
    expect(about('path:read')[0]).toContain('say unknown, or in a note why not')
    expect(about(['path:read', 'unknown'])).toEqual([])
    expect(about({ does: 'path:read', note: 'Names colours' })).toEqual([])
    expect(about('path:read', 'writes')).toEqual([])
    const placed = (facts: string | object) => problemsOf({ options: { '--cwd DIR': facts as string } })
    expect(placed('path:stat').join()).toContain('--cwd says where it works')
    expect(placed({ does: 'path:stat', place: 'cwd' }).join()).not.toContain('--cwd')
  })

  it('is a shim without sources or examples', () => {
    expect(problemsOf({ source: '' })).toEqual(['mow: say where the facts come from (source)'])
    expect(problemsOf({ examples: {} })[0]).toContain('give examples')
  })

  it('is a danger without a review', () => {
    expect(problemsOf({ review: '' })[0]).toContain('it can destroy something')
  })

  it('is a promise that no example shows', () => {
    const reach = 'mow: it states "reach":"project": give an example of "reach project"'
    expect(problemsOf({ reach: 'project' })).toEqual([reach])
    expect(problemsOf({ reach: 'project', examples: { 'mow a': 'reach project' } })).toEqual([])
    expect(problemsOf({ options: { '-d': ['deletes', 'narrow'] } })).toHaveLength(1)
    expect(problemsOf({ options: { '-g': 'beyond' } })[0]).toContain('reach beyond')
  })

  it('is an example that is not true, with what comes out instead', () => {
    const [problem] = problemsOf({ examples: { 'mow -d a': 'read-only' } })
    expect(problem).toContain('mow -d a: not read-only')
    expect(problem).toContain('"destructive":true')
  })

  it('is an unknown claim, and a line that only a shell could read', () => {
    expect(problemsOf({ examples: { 'mow a': 'green' } })[0]).toContain('"green" is no claim')
    expect(problemsOf({ examples: { 'mow a | cat': 'read-only' } })[0]).toContain('needs a shell')
  })
})
