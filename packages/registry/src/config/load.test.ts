import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { loadRegistries } from './load.js'

const home = mkdtempSync(join(tmpdir(), 'registries-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const [config, system] = [join(home, 'config'), join(home, 'system')]
mkdirSync(config)
mkdirSync(system)
const isRoot = process.geteuid?.() === 0

const writeUser = (value: unknown) => writeFileSync(join(config, 'registries.json'), JSON.stringify(value))
const loaded = (env = {}) => loadRegistries({ config, system }, env)

describe('registries of the user', () => {
  test('are asked by priority, ties in their order, and not if they are switched off', () => {
    writeUser({
      registries: [
        { name: 'c', url: 'https://c.example/' },
        { name: 'a', url: 'https://a.example', priority: 50 },
        { name: 'off', url: 'https://off.example', enabled: false },
        { name: 'b', url: 'https://b.example' },
      ],
    })
    expect(loaded().map(({ name }) => name)).toEqual(['a', 'c', 'b'])
    expect(loaded()[1]).toMatchObject({
      url: 'https://c.example',
      priority: 100,
      requireSignatures: false,
      organization: false,
    })
  })

  test('ATIP_REGISTRIES replaces them, and keeps what is configured for the same address', () => {
    writeUser({ registries: [{ url: 'https://a.example', minisignKeys: ['k'] }, { url: 'https://b.example' }] })
    const list = loaded({ ATIP_REGISTRIES: 'https://x.example, https://a.example/' })
    expect(list.map(({ url, minisignKeys }) => [url, minisignKeys])).toEqual([
      ['https://x.example', []],
      ['https://a.example', ['k']],
    ])
  })

  test.each([
    [{ registries: {} }, /must be a list/],
    [{ registries: [{ url: 'http://example.com' }] }, /https address/],
    [{ registries: [{ url: 'https://user:pw@example.com' }] }, /https address/],
    [
      { registries: [{ url: 'https://a.example', auth: { type: 'bearer', token: 'x' } }] },
      /does not belong in the file/,
    ],
    [{ registries: [{ url: 'https://a.example', signers: [{ identity: 'a@b.c' }] }] }, /signers must be/],
    [{ registries: [{ url: 'https://a.example' }, { url: 'https://a.example/' }] }, /twice/],
    [{ registries: [{ url: 'https://a.example', requireSignatures: 'yes' }] }, /true or false/],
    [
      { registries: [{ url: 'https://a.example', requireSignature: true }] },
      /"registries\[0\]" has an unknown key "requireSignature"; did you mean "requireSignatures"/,
    ],
    [{ registries: [{ url: 'https://a.example', prority: 5 }] }, /did you mean "priority"/],
    [
      { registries: [{ url: 'https://a.example', signers: [{ repository: 'a', issuer: 'b', reff: 'c' }] }] },
      /signers\[0\] has an unknown key "reff"; did you mean "ref"/,
    ],
    [{ default: { requireSignatures: true } }, /the file has an unknown key "default"; did you mean "defaults"/],
    [{ defaults: { requireSignature: true } }, /"defaults" has an unknown key "requireSignature"/],
    [{ defaults: { cacheExpiry: 'banana' } }, /cacheExpiry" must be a time .* found "banana"/],
    [{ defaults: { cacheExpiry: 7 } }, /found 7/],
    [{ defaults: { cacheExpiry: '8d' } }, /at most 7 days; found "8d"/],
  ])('%j is refused', (value, message) => {
    writeUser(value)
    expect(() => loaded()).toThrow(message)
  })

  test('cacheExpiry holds for all of them, and keys of others are ignored', () => {
    const entry = { url: 'https://a.example', 'x-owner': 'me' }
    writeUser({ $schema: 'x', registries: [entry], defaults: { cacheExpiry: '12h', _note: 'short' } })
    expect(loaded()[0]).toMatchObject({ cacheExpiry: 12 * 3_600_000 })
    writeUser({ registries: [entry] })
    expect(loaded()[0]).toMatchObject({ cacheExpiry: 7 * 24 * 3_600_000 })
  })

  test('the default that demands signatures cannot be taken back by an entry', () => {
    writeUser({
      registries: [{ url: 'https://a.example', requireSignatures: false }],
      defaults: { requireSignatures: true },
    })
    expect(loaded()[0]).toMatchObject({ requireSignatures: true })
  })
})

describe.runIf(isRoot)('registries of the machine', () => {
  const own = {
    name: 'Acme',
    url: 'https://acme.example',
    organization: true,
    requireSignatures: true,
    minisignKeys: ['k'],
  }

  test('nothing that the user or the environment says changes or removes them', () => {
    writeFileSync(join(system, 'registries.json'), JSON.stringify({ registries: [own] }), { mode: 0o644 })
    const url = fc.constantFrom('https://acme.example', 'https://acme.example/', 'https://other.example')
    const entry = fc.record(
      {
        url,
        enabled: fc.boolean(),
        organization: fc.boolean(),
        priority: fc.integer(),
        requireSignatures: fc.boolean(),
        minisignKeys: fc.constantFrom([], ['mine']),
      },
      { requiredKeys: ['url'] },
    )
    fc.assert(
      fc.property(entry, fc.option(fc.array(url, { maxLength: 2 })), (mine, listed) => {
        writeUser({ registries: [mine] })
        const list = loaded(listed === null ? {} : { ATIP_REGISTRIES: listed.join(',') })
        const found = list.filter((one) => one.url === own.url)
        expect(found).toEqual([expect.objectContaining({ ...own, enabled: true, priority: 100 })])
      }),
    )
    rmSync(join(system, 'registries.json'))
  })

  test('a file that others can write is refused', () => {
    writeFileSync(join(system, 'registries.json'), JSON.stringify({ registries: [own] }))
    chmodSync(join(system, 'registries.json'), 0o666)
    writeUser({ registries: [] })
    expect(() => loaded()).toThrow(/belong to root/)
    rmSync(join(system, 'registries.json'))
  })
})
