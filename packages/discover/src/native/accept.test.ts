import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accept } from './accept.js'

const HASH = `sha256:${'ab'.repeat(32)}` as const
const tool = { atip: { version: '0.6' }, name: 'gh', version: '1.0', description: 'Works with hubs' }
const judge = (document: unknown, name = 'gh', expected = {}) =>
  accept(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)), name, expected)

const STEERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

describe('what is accepted', () => {
  test('a description under the name of its program', () => {
    expect(judge(tool)).toEqual({ ok: true, tool: { ...tool, trust: { source: 'native' } }, warnings: [] })
  })

  test('the form of 0.1, in today’s form', () => {
    expect(judge({ ...tool, atip: '0.1' })).toMatchObject({ ok: true, tool: { atip: { version: '0.1' } } })
  })

  test('a byte order mark before it and line ends around it', () => {
    const text = JSON.stringify(tool)
    expect(judge(`\ufeff${text}`)).toMatchObject({ ok: true })
    expect(judge(`\n${text}\r\n\n`)).toMatchObject({ ok: true, warnings: [] })
  })

  test('a newer minor version, with a warning', () => {
    const accepted = judge({ ...tool, atip: { version: '0.99', features: ['telepathy'] }, moods: [] })
    expect(accepted).toMatchObject({ ok: true })
    expect(accepted.ok && accepted.warnings.join()).toContain('0.99')
  })

  test('names that are unusual and can be typed', () => {
    for (const name of ['g++', '[', 'python3.11', 'ünïcode', '.hidden', 'a b', 'constructor', '__proto__']) {
      expect(judge({ ...tool, name }, name)).toMatchObject({ ok: true, tool: { name } })
    }
  })
})

describe('what is refused', () => {
  test.each([
    ['nothing', ''],
    ['help', 'Usage: gh [OPTIONS]'],
    ['a banner before the description', `Welcome!\n${JSON.stringify(tool)}`],
    ['something behind the description', `${JSON.stringify(tool)}\nBye!`],
    ['two descriptions', JSON.stringify(tool).repeat(2)],
    ['half a description', JSON.stringify(tool).slice(0, -9)],
    ['JSON of another kind', '{"error":"unknown flag: --agent"}'],
    ['a list', `[${JSON.stringify(tool)}]`],
    ['null', 'null'],
  ])('%s', (_, text) => {
    expect(judge(text)).toMatchObject({ ok: false, flaw: 'not-atip' })
  })

  test('bytes that are not UTF-8', () => {
    const bytes = Buffer.from(JSON.stringify({ ...tool, description: 'caf\u00e9' }), 'latin1')
    expect(accept(bytes, 'gh')).toMatchObject({ ok: false, flaw: 'not-atip', reason: expect.stringContaining('UTF-8') })
  })

  test('a newer major version, and it says which, however strange the rest looks', () => {
    const strange = { ...tool, commands: Array.from({ length: 100 }, () => 7), options: 'none' }
    for (const atip of ['2.0', { version: '2.0' }]) {
      expect(judge({ ...strange, atip })).toMatchObject({
        ok: false,
        flaw: 'too-new',
        reason: 'it speaks ATIP 2.0, and this reader knows 0.6; a newer one may understand it',
      })
    }
  })

  test('a description that wants a newer reader', () => {
    const atip = { version: '0.6', minAgentVersion: '0.9' }
    expect(judge({ ...tool, atip })).toMatchObject({
      ok: false,
      flaw: 'too-new',
      reason: expect.stringContaining('0.9'),
    })
  })

  test('a wrong name: another name of the program is told from a false one', () => {
    expect(judge({ ...tool, name: 'vim' }, 'vi', { realName: 'vim' })).toEqual({
      ok: false,
      flaw: 'alias',
      reason: 'it answers as "vim", whose other name this is; ask it by that name',
    })
    expect(judge({ ...tool, name: 'git' }, 'helper', { realName: 'helper' })).toMatchObject({
      ok: false,
      flaw: 'impostor',
      reason: expect.stringContaining('calls itself "git"'),
    })
  })

  test.each([
    ['leads elsewhere', '../gh'],
    ['leads far away', '../../etc/passwd'],
    ['is a path', 'a/b'],
    ['clears the screen', '\u001b[2Jgh'],
    ['has two lines', 'g\nh'],
    ['ends early', 'gh\u0000'],
    ['reads backwards', '\u202ehg'],
    ['has 4,000 characters', 'x'.repeat(4000)],
  ])('a name that %s, also of a program that is called so, and nobody gets to see it', (_, name) => {
    const ofTool = judge({ ...tool, name }, name)
    const ofCommand = judge({
      ...tool,
      commands: { a: { description: '', commands: { [name]: { description: '' } } } },
    })
    for (const refused of [ofTool, ofCommand]) {
      expect(refused).toMatchObject({ ok: false, flaw: 'invalid' })
      const { reason } = refused as { reason: string }
      expect(reason).not.toMatch(STEERING)
      expect(reason.length).toBeLessThan(400)
    }
  })

  test.each([
    ['clears the screen', '\u001b[2J'],
    ['has 4,000 characters', 'x'.repeat(4000)],
  ])('an option or argument whose name %s', (_, name) => {
    for (const option of [
      { name, flags: ['--x'], type: 'boolean' },
      { name: 'x', flags: [`--${name}`], type: 'boolean' },
    ]) {
      expect(judge({ ...tool, globalOptions: [option] })).toMatchObject({ ok: false })
      expect(judge({ ...tool, commands: { a: { description: '', options: [option] } } })).toMatchObject({ ok: false })
    }
    const argument = { name, type: 'string' }
    expect(judge({ ...tool, commands: { a: { description: '', arguments: [argument] } } })).toMatchObject({ ok: false })
  })

  test('any bytes: nothing is thrown, and every reason can be shown', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const document = fc.record(
      {
        atip: fc.oneof(text, fc.jsonValue({ maxDepth: 2 })),
        name: text,
        version: text,
        description: text,
        commands: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    )
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.json({ maxDepth: 2 }).map((json) => Buffer.from(json)),
      document.map((value) => Buffer.from(JSON.stringify(value))),
    )
    fc.assert(
      fc.property(bytes, text, (input, name) => {
        const accepted = accept(input, name)
        if (accepted.ok) return
        expect(accepted.reason).not.toMatch(STEERING)
        expect([...accepted.reason].length).toBeLessThan(400)
      }),
    )
  })
})

describe('what a program says of its own trust', () => {
  test('is overwritten or a claim', () => {
    const signature = { type: 'cosign', identity: 'me', issuer: 'me', bundle: 'https://example.com/bundle' }
    const trust = {
      source: 'vendor',
      verified: true,
      integrity: { checksum: HASH, signature, lastVerified: '2026-01-01T00:00:00Z' },
      shimIntegrity: { signature },
      signature,
    }
    const accepted = judge({ ...tool, trust })
    expect(accepted.ok && accepted.tool.trust).toEqual({ source: 'native', integrity: { checksum: HASH, signature } })
  })

  test('the binary it names stays only if it is this one', () => {
    const binary = { hash: HASH, name: 'gh', version: '1.0' }
    expect(judge({ ...tool, binary }, 'gh', { hash: HASH })).toMatchObject({ ok: true, tool: { binary }, warnings: [] })
    for (const expected of [{}, { hash: `sha256:${'cd'.repeat(32)}` }]) {
      const accepted = judge({ ...tool, binary }, 'gh', expected)
      expect(accepted).toMatchObject({ ok: true, warnings: [expect.stringContaining('/binary')] })
      expect(accepted.ok && 'binary' in accepted.tool).toBe(false)
    }
  })

  test('a file that a user wrote for other bytes is refused', () => {
    const binary = { hash: HASH, name: 'gh', version: '1.0' }
    const other = { hash: `sha256:${'cd'.repeat(32)}`, source: 'user' }
    expect(judge({ ...tool, binary }, 'gh', other)).toMatchObject({ ok: false, flaw: 'other-binary' })
    expect(judge(tool, 'gh', other)).toMatchObject({ ok: true, tool: { trust: { source: 'user' } } })
  })
})
