import { describe, expect, it, test } from 'vitest'
import { readFacts } from './facts.js'

describe('what is said of an option or argument', () => {
  it('may be nothing', () => {
    expect(readFacts(null)).toEqual({})
    expect(readFacts(undefined)).toEqual({})
  })

  test.each([
    ['help', { harmless: 'help' }],
    ['dry-run', { harmless: 'dry-run', wins: false }],
    ['network', { effects: { network: true } }],
    ['argv', { value: { kind: 'command', form: 'argv' } }],
    ['shell', { value: { kind: 'command', form: 'shell' } }],
    ['code:awk', { value: { kind: 'code', language: 'awk' } }],
    ['secret', { value: { kind: 'secret' } }],
    ['package', { value: { kind: 'package' } }],
    ['argv:rest', { value: { kind: 'command', form: 'argv', rest: true } }],
    ['path:stat', { effects: { filesystem: { read: true } }, value: { kind: 'path', access: ['stat'] } }],
    ['credential', { credential: true }],
    ['identity', { changes: 'identity' }],
    ['endpoint', { changes: 'endpoint' }],
    ['endless', { endless: true }],
    ['project', { reach: 'project' }],
    ['beyond', { reach: 'beyond' }],
    ['prints:secret', { prints: 'secret' }],
  ])('may be a word: %s', (word, expected) => {
    expect(readFacts(word)).toEqual(expected)
  })

  it('may say that little is lost where something is', () => {
    expect(readFacts(['discards', 'narrow'])).toMatchObject({ effects: { destructive: true }, loss: 'narrow' })
    expect(readFacts(['path:delete', 'narrow'])).toMatchObject({ effects: { destructive: true }, loss: 'narrow' })
    expect(() => readFacts(['writes', 'narrow'])).toThrow('"narrow", but nothing is lost')
  })

  it('states the effects that using a path so has', () => {
    expect(readFacts('path:read')).toEqual({
      effects: { filesystem: { read: true } },
      value: { kind: 'path', access: ['read'] },
    })
    expect(readFacts('path:read+write').effects).toEqual({
      filesystem: { read: true, write: true },
      modifies: ['files'],
      reversible: false,
    })
    expect(readFacts('path:delete').effects).toMatchObject({ destructive: true, filesystem: { delete: true } })
    expect(readFacts('path:execute')).toEqual({ value: { kind: 'path', access: ['execute'] } })
  })

  it('says more of a value by keys', () => {
    expect(readFacts({ does: 'path:write', from: 'url', after: '=' }).value).toEqual({
      kind: 'path',
      access: ['write'],
      from: 'url',
      after: '=',
    })
    expect(readFacts({ does: 'path:read', before: ':' }).value).toMatchObject({ before: ':' })
    expect(readFacts({ does: 'path:stat', place: 'cwd' }).value).toMatchObject({ place: 'cwd' })
    expect(readFacts({ does: 'argv', names: ['{}'] }).value).toMatchObject({ names: ['{}'] })
    expect(() => readFacts('prints:colour')).toThrow('what is printed is one of number')
  })

  it('may be several words, of which one is what the value is', () => {
    expect(readFacts(['host', 'network'])).toEqual({ effects: { network: true }, value: { kind: 'host' } })
    expect(() => readFacts(['argv', 'secret'])).toThrow('a value is one thing; found argv, secret')
  })

  it('may be a map with a condition, further cases, and how its words are read', () => {
    const facts = readFacts({
      does: 'argv',
      until: [';'],
      cases: [{ when: { is: ['x'] }, does: 'deletes', note: 'Why' }],
    })
    expect(facts).toMatchObject({
      value: { kind: 'command', form: 'argv' },
      until: [';'],
      cases: [{ when: { is: ['x'] }, effects: { destructive: true }, note: 'Why' }],
    })
  })

  it('can say behind which text the meaning begins, and where a command is run', () => {
    expect(readFacts({ does: 'shell', after: 'exec=' }).value).toMatchObject({ after: 'exec=' })
    expect(readFacts({ does: 'shell', where: 'remote' }).value).toMatchObject({ where: 'remote' })
  })

  it('can take every claim away without saying that something is run', () => {
    expect(readFacts({ does: 'unknown', note: 'Prints keys' })).toEqual({ unknown: true, note: 'Prints keys' })
    expect(readFacts(['unknown', 'network'])).toEqual({ unknown: true, effects: { network: true } })
  })

  it('takes fields of effects beside the words, and they win', () => {
    expect(readFacts({ does: 'dry-run', effects: { network: false } })).toEqual({
      harmless: 'dry-run',
      wins: false,
      effects: { network: false },
    })
  })

  test.each(['wrecks', 'path', 'path:touch', 'shell:bash', 'code'])('is refused where it is no fact: %s', (word) => {
    expect(() => readFacts(word)).toThrow(`"${word}" is no fact`)
  })
})
