import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, scryptSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMissing } from '../../testing/needs-program.js'
import { signMinisign } from './sign.js'
import { costsOf } from './secret-key.js'
import { verifyMinisign } from './verify.js'

const home = mkdtempSync(join(tmpdir(), 'minisign-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const at = (name: string) => join(home, name)
const textOf = (name: string) => readFileSync(at(name), 'utf8')

/** A key as `minisign -G` writes it, encrypted with low cost. The checksum at the end is not needed to sign. */
function newKey(password?: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = point.subarray(0, 8)
  const costs = Buffer.alloc(16)
  costs.writeUInt32LE(524_288)
  costs.writeUInt32LE(16_777_216, 8)
  const salt = Buffer.alloc(32, 7)
  const head = Buffer.concat([Buffer.from(password === undefined ? 'Ed\0\0B2' : 'EdScB2'), salt, costs])
  const plain = Buffer.concat([id, seed, point, Buffer.alloc(32)])
  const stream = scryptSync(password ?? '', salt, plain.length, { N: 16_384, r: 8, p: 1, maxmem: 2 ** 26 })
  const body = password === undefined ? plain : Buffer.from(plain.map((byte, index) => byte ^ stream[index]!))
  const secret = Buffer.concat([head, body]).toString('base64')
  const text = Buffer.concat([Buffer.from('Ed'), id, point]).toString('base64')
  return { secretKey: `untrusted comment: secret\n${secret}\n`, publicKey: text, id, privateKey }
}

const key = newKey()
const bytes = Buffer.from('a program')
const artifact = { bytes }

test('what was signed verifies with the key, and tells the signed comment', async () => {
  const signature = await signMinisign({ artifact, secretKey: key.secretKey, trustedComment: 'release 1.0' })
  const keys = [newKey().publicKey, key.publicKey]
  expect(await verifyMinisign({ artifact, signature, keys })).toEqual({
    verified: true,
    keyId: Buffer.from(key.id).reverse().toString('hex').toUpperCase(),
    trustedComment: 'release 1.0',
  })
})

test('whatever single character of a signature is changed, it is refused', async () => {
  const signature = await signMinisign({ artifact, secretKey: key.secretKey })
  const start = signature.indexOf('\n') + 1
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: start, max: signature.length - 2 }),
      fc.constantFrom(...'AZaz09+/= \n'),
      async (index, character) => {
        fc.pre(signature[index] !== character)
        const changed = signature.slice(0, index) + character + signature.slice(index + 1)
        expect(await verifyMinisign({ artifact, signature: changed, keys: [key.publicKey] })).toMatchObject({
          verified: false,
        })
      },
    ),
  )
})

test.each<[string, Partial<Parameters<typeof verifyMinisign>[0]>, string]>([
  ['another file', { artifact: { bytes: Buffer.from('another') } }, 'SIGNATURE'],
  ['a key that is not expected', { keys: [newKey().publicKey] }, 'IDENTITY'],
  ['no expected keys', { keys: [] }, 'IDENTITY'],
  ['a digest only', { artifact: { digest: `sha256:${'1'.repeat(64)}` } }, 'UNVERIFIABLE'],
  ['a file that is not there', { artifact: { path: '/does/not/exist' } }, 'FILE'],
  ['a key that is no key', { keys: ['RWQ'] }, 'MALFORMED'],
  ['a signature that is none', { signature: 'untrusted comment: x' }, 'MALFORMED'],
  ['a signature of a megabyte', { signature: 'x'.repeat(1_000_000) }, 'LIMIT'],
])('%s is refused', async (_, options, code) => {
  const signature = await signMinisign({ artifact, secretKey: key.secretKey })
  const verdict = await verifyMinisign({ artifact, signature, keys: [key.publicKey], ...options })
  expect(verdict).toMatchObject({ verified: false, code })
})

test('a signature over the file itself is accepted only where that is asked for', async () => {
  const legacy = sign(null, bytes, key.privateKey)
  const comment = sign(null, Buffer.concat([legacy, Buffer.from('old')]), key.privateKey)
  const line = Buffer.concat([Buffer.from('Ed'), key.id, legacy]).toString('base64')
  const signature = `untrusted comment: x\n${line}\ntrusted comment: old\n${comment.toString('base64')}\n`
  const options = { artifact, signature, keys: [key.publicKey] }
  expect(await verifyMinisign(options)).toMatchObject({ verified: false, code: 'UNVERIFIABLE' })
  expect(await verifyMinisign({ ...options, allowLegacy: true })).toMatchObject({ verified: true })
})

test('the costs of libsodium are those of scrypt', () => {
  // Interactive and sensitive, from libsodium's documentation of its scrypt.
  expect(costsOf(524_288, 16_777_216)).toEqual({ N: 16_384, r: 8, p: 1 })
  expect(costsOf(33_554_432, 1_073_741_824)).toEqual({ N: 1_048_576, r: 8, p: 1 })
})

test('a wrong or a missing password is told as such', async () => {
  const { secretKey } = newKey('secret')
  const signed = (password?: string) => signMinisign({ artifact, secretKey, password }).catch((error: unknown) => error)
  expect(await signed('secret')).toContain('trusted comment: ')
  expect(await signed('wrong')).toMatchObject({ code: 'KEY', message: 'the password of the minisign key is wrong' })
  expect(await signed()).toMatchObject({ code: 'KEY', message: expect.stringContaining('password is needed') })
})

describe.skipIf(isMissing('minisign'))('the program minisign', () => {
  const minisign = (words: string[], input = '') => spawnSync('minisign', words, { cwd: home, input, encoding: 'utf8' })

  beforeAll(() => {
    writeFileSync(at('program'), bytes)
    minisign(['-G', '-W', '-p', 'open.pub', '-s', 'open.key'])
    minisign(['-G', '-p', 'closed.pub', '-s', 'closed.key'], 'secret\nsecret\n')
  })

  test.each([
    ['open', undefined],
    ['closed', 'secret'],
  ])('verifies what is signed here with its %s key', async (name, password) => {
    const secretKey = textOf(`${name}.key`)
    writeFileSync(at('ours.minisig'), await signMinisign({ artifact: { path: at('program') }, secretKey, password }))
    const words = ['-V', '-p', `${name}.pub`, '-m', 'program', '-x', 'ours.minisig']
    expect(minisign(words)).toMatchObject({ status: 0, stdout: expect.stringContaining('file:program\thashed') })
    writeFileSync(at('other'), 'other')
    expect(minisign(['-V', '-p', `${name}.pub`, '-m', 'other', '-x', 'ours.minisig'])).toMatchObject({ status: 1 })
  })

  test('makes signatures that verify here, and old ones that do not', async () => {
    const verify = (signature: string, allowLegacy = false) =>
      verifyMinisign({
        artifact: { path: at('program') },
        signature: textOf(signature),
        keys: [textOf('open.pub')],
        allowLegacy,
      })
    minisign(['-S', '-s', 'open.key', '-m', 'program', '-x', 'theirs.minisig', '-t', 'a comment'])
    expect(await verify('theirs.minisig')).toMatchObject({ verified: true, trustedComment: 'a comment' })
    minisign(['-S', '-l', '-s', 'open.key', '-m', 'program', '-x', 'old.minisig'])
    expect(await verify('old.minisig')).toMatchObject({ code: 'UNVERIFIABLE' })
    expect(await verify('old.minisig', true)).toMatchObject({ verified: true })
  })
})
