import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { minisignName, succeed } from './fixtures/team.js'
import { Place } from './fixtures/start-atip.js'

let place: Place
beforeEach(() => {
  place = new Place()
  place.write('acme.pem', secretPem)
  place.write('acme.pub', pem)
  place.write('acme.key', key.secretKey)
  place.write('shims/.keep', '')
})
afterEach(() => place.clear())

const key = newMinisignKey()
const other = newMinisignKey()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const secretPem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string

const URL_WORDS = ['--name', 'Acme', '--url', 'https://acme.example']
const build = (...words: string[]) =>
  place.run(['registry', 'build', 'shims', 'registry', ...URL_WORDS, '--key', 'acme.pem', ...words])
const read = (file: string) => readFileSync(join(place.folder, file), 'utf8')
const registries = '.config/agent-tools/registries.json'

const WRONG = [
  ['--signer-key', 'acme.pem'],
  ['--signer-minisign-key', 'acme.key'],
]

test.each(WRONG)('%s refuses a private key before anything is written or published', (...words) => {
  const refusal = { code: 78, stderr: expect.stringMatching(/this is a private key; name the\s+public one/) }
  expect(build(...words)).toMatchObject(refusal)
  expect(() => read('registry/.well-known/atip-registry.json')).toThrow('ENOENT')
  expect(place.run(['registry', 'add', 'https://acme.example', ...words])).toMatchObject(refusal)
  expect(() => read(registries)).toThrow('ENOENT')
})

test('what is no key at all is refused', () => {
  place.write('notes.txt', 'hello\n')
  for (const option of ['--signer-key', '--signer-minisign-key']) {
    expect(place.run(['registry', 'add', 'https://acme.example', option, 'notes.txt']).code).toBe(78)
  }
  const alone = place.run(['registry', 'add', 'https://acme.example', '--signer-identity', 'a@acme.example'])
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('belong together') })
  expect(() => read(registries)).toThrow('ENOENT')
})

test('all signers that are named count, and only those', () => {
  const config = { trust: { minisignKeys: [newMinisignKey().publicKey] } }
  place.write('.config/agent-tools/config.json', JSON.stringify(config))
  const named = ['--signer-minisign-key', key.publicKey, '--signer-minisign-key', other.publicKey]
  const identities = ['a@acme.example', 'b@acme.example'].flatMap((one) => [
    '--signer-identity',
    one,
    '--signer-issuer',
    'https://accounts.example',
  ])
  const { stdout } = succeed(build(...named, ...identities, '--signer-key', 'acme.pub'))
  for (const publicKey of [key.publicKey, other.publicKey]) expect(stdout).toContain(minisignName(publicKey))
  const { trust } = JSON.parse(read('registry/.well-known/atip-registry.json'))
  expect(trust.signers).toHaveLength(5)
  expect(trust.signers).toEqual(expect.arrayContaining([key.publicKey, other.publicKey]))
  succeed(place.run(['registry', 'add', 'https://acme.example', ...named, ...identities]))
  expect(JSON.parse(read(registries)).registries[0]).toMatchObject({
    minisignKeys: [key.publicKey, other.publicKey],
    signers: [{ identity: 'a@acme.example' }, { identity: 'b@acme.example' }],
  })
})

test('a build without the key of the last one is refused unless --unsigned confirms it', () => {
  succeed(build())
  const words = ['registry', 'build', 'shims', 'registry', '--name', 'Other']
  expect(place.run(words)).toMatchObject({ code: 1, stderr: expect.stringContaining('--unsigned') })
  expect(read('registry/.well-known/atip-registry.json')).toContain('"Acme"')
  expect(succeed(place.run([...words, '--unsigned'])).stdout).toContain('Build 2')
  expect(succeed(build('--serial', '7')).stdout).toContain('Build 7')
})

test('a server on a busy port says so, with a command that works', async () => {
  succeed(build())
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const { code, stderr } = place.run(['registry', 'serve', 'registry', '--port', String(port)])
  busy.close()
  expect({ code, stderr }).toMatchObject({ code: 69, stderr: expect.stringContaining(`port ${port} is in use`) })
  expect(stderr).toContain('atip registry serve registry --port 0')
})

test('two registries do not get the same name', () => {
  const add = (url: string) => place.run(['registry', 'add', url, '--name', 'Acme', '--signer-key', 'acme.pub'])
  succeed(add('https://acme.example'))
  expect(add('https://other.example')).toMatchObject({ code: 78, stderr: expect.stringContaining('already') })
  succeed(add('https://acme.example'))
})
