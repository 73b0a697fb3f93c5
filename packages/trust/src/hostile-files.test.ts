import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMissing } from '../testing/needs-program.js'
import { hashBytes, usableHash } from './files/artifact.js'
import { hashFile, verifyBinaryIntegrity, verifyBundle, verifyTool, type Hash, type HashCache } from './index.js'

const home = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const at = (name: string) => join(home, name)
const signers = [{ identity: 'a@example.com', issuer: 'https://accounts.example.com' }]

beforeAll(() => {
  mkdirSync(at('folder'))
  execFileSync('mkfifo', [at('pipe')])
  writeFileSync(at('empty'), '')
  writeFileSync(at('program'), 'bytes')
  writeFileSync(at('small'), '{}')
  symlinkSync('loop', at('loop'))
})

describe.each([
  ['a missing file', 'missing', 'does not exist'],
  ['an empty file', 'empty', 'is empty'],
  ['a folder', 'folder', 'is not a regular file'],
  ['a pipe', 'pipe', 'is not a regular file'],
  ['a device', '../../dev/zero', 'is not a regular file'],
  ['a link to itself', 'loop', 'cannot be read (ELOOP)'],
])('%s', (_, name, why) => {
  test('has no hash, no verified signature and no trust', async () => {
    const path = name.startsWith('..') ? '/dev/zero' : at(name)
    await expect(hashFile(path)).rejects.toMatchObject({ code: 'FILE', message: `${JSON.stringify(path)} ${why}` })
    const refused = { verified: false, code: expect.stringMatching(/FILE|MALFORMED/) }
    expect(await verifyBundle({ bundle: { path: at('small') }, artifact: { path }, signers })).toMatchObject(refused)
    expect(await verifyBundle({ bundle: { path }, artifact: { path: at('program') }, signers })).toMatchObject(refused)
    const hash = `sha256:${'1'.repeat(64)}`
    expect(await verifyBinaryIntegrity(path, { binary: { hash } })).toMatchObject({ status: 'unchecked', code: 'FILE' })
    const trust = await verifyTool({ path, description: { binary: { hash, name: 'x' } }, signers })
    expect(trust.level).toBeLessThan(2)
  })
})

test.each([
  ['', 'MALFORMED'],
  ['sha256:', 'MALFORMED'],
  [`sha256:${'A'.repeat(64)}`, 'MALFORMED'],
  [`sha256:${'a'.repeat(63)}`, 'MALFORMED'],
  [`sha256:${'a'.repeat(65)}`, 'MALFORMED'],
  [`sha512:${'a'.repeat(64)}`, 'MALFORMED'],
  [`sha256:${'g'.repeat(64)}`, 'MALFORMED'],
  [hashBytes(Buffer.alloc(0)), 'FILE'],
  [undefined, 'MALFORMED'],
])('%j is no hash that identifies something', async (hash, code) => {
  expect(() => usableHash(hash)).toThrow(expect.objectContaining({ code }))
  const verdict = await verifyBundle({ bundle: { text: '{}' }, artifact: { digest: hash as Hash }, signers })
  expect(verdict.verified).toBe(false)
  const result = await verifyBinaryIntegrity(at('program'), { binary: { hash: hash ?? '' } })
  expect(result.status).not.toBe('match')
})

test('a file that changes while it is hashed is refused', async () => {
  const path = at('changing')
  writeFileSync(path, Buffer.alloc(3 * 1024 ** 2))
  await expect(hashFile(path, { onChunk: () => appendFileSync(path, 'more') })).rejects.toMatchObject({
    code: 'FILE',
    message: expect.stringContaining('changes while it is read'),
  })
  await expect(hashFile(path, { onChunk: () => truncateSync(path, 10) })).rejects.toMatchObject({ code: 'FILE' })
})

describe.skipIf(isMissing('sha256sum'))('sha256sum', () => {
  test.each([1, 1024 ** 2 - 1, 1024 ** 2, 1024 ** 2 + 1, 70 * 1024 ** 2])('agrees about %i bytes', async (size) => {
    writeFileSync(at('sized'), Buffer.alloc(size, 'some bytes. '))
    const [hex] = execFileSync('sha256sum', [at('sized')], { encoding: 'utf8' }).split(' ')
    expect(await hashFile(at('sized'))).toBe(`sha256:${hex}`)
  })

  test('a hash of 4 GB can be stopped', async () => {
    writeFileSync(at('sparse'), '')
    truncateSync(at('sparse'), 4 * 1024 ** 3)
    const stop = new AbortController()
    setImmediate(() => stop.abort())
    await expect(hashFile(at('sparse'), { signal: stop.signal })).rejects.toThrow('aborted')
  })
})

test('a file is read again only when it changed, also if size and time of change are the same', async () => {
  const cache: HashCache = new Map()
  const path = at('cached')
  writeFileSync(path, 'one')
  const first = await hashFile(path, { cache })
  let chunks = 0
  expect(await hashFile(path, { cache })).toBe(first)
  expect(cache.size).toBe(1)
  writeFileSync(path, 'two')
  expect(await hashFile(path, { cache, onChunk: () => chunks++ })).toBe(hashBytes(Buffer.from('two')))
  expect(await hashFile(path, { cache })).toBe(hashBytes(Buffer.from('two')))
  expect([chunks, cache.size]).toEqual([1, 2])
})

test('hashes that are made at the same time do not disturb each other', async () => {
  const names = Array.from({ length: 3 }, (_, index) => at(`parallel-${index}`))
  for (const [index, path] of names.entries()) writeFileSync(path, Buffer.alloc(66 * 1024 ** 2, index + 1))
  const together = await Promise.all(names.map((path) => hashFile(path)))
  const apart: string[] = []
  for (const path of names) apart.push(await hashFile(path))
  expect(together).toEqual(apart)
  expect(new Set(together).size).toBe(3)
})

test.each([
  ['100 MB', () => Buffer.alloc(100 * 1024 ** 2, ' '), 'LIMIT'],
  ['depth 10,000', () => `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'LIMIT'],
  ['brackets in a string', () => JSON.stringify({ a: '['.repeat(10_000) }), 'MALFORMED'],
  ['an open string', () => `{"a": "${'['.repeat(10_000)}`, 'MALFORMED'],
  ['no object', () => '[]', 'MALFORMED'],
  ['a prototype', () => '{"__proto__": {"mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json"}}', 'MALFORMED'],
])('a bundle of %s is refused', async (_, make, code) => {
  writeFileSync(at('bundle'), make())
  for (const bundle of [{ path: at('bundle') }, { text: make() }]) {
    expect(await verifyBundle({ bundle, artifact: { path: at('program') }, signers })).toMatchObject({
      verified: false,
      code,
    })
  }
})

test('a claimed level 4 proves nothing, and the claim is told', async () => {
  const description = {
    trust: { source: 'native', verified: true, provenance: { slsaLevel: 4, builder: 'me' } },
  } as const
  const trust = await verifyTool({ path: at('program'), description, signers })
  expect(trust.level).toBe(1)
  expect(trust.results.provenance?.warnings).toEqual([
    'the description claims SLSA level 4; the highest is 3; proven is 0',
  ])
})
