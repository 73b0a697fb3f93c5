import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openpgp from 'openpgp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMissing } from '../../testing/needs-program.js'
import { verifyOpenPgp } from './verify.js'

const bytes = Buffer.from('a program')
const artifact = { bytes }

async function newKey(name: string) {
  const { privateKey, publicKey } = await openpgp.generateKey({ userIDs: [{ name }], format: 'object' })
  return { privateKey, text: publicKey.armor(), fingerprint: publicKey.getFingerprint() }
}

const sign = async (keys: openpgp.PrivateKey[]) => {
  const message = await openpgp.createMessage({ binary: bytes })
  return openpgp.sign({ message, signingKeys: keys, detached: true })
}

let key: Awaited<ReturnType<typeof newKey>>
let other: typeof key
beforeAll(async () => {
  key = await newKey('one')
  other = await newKey('other')
})

test('a signature of a pinned key verifies, and tells the key', async () => {
  const signature = await sign([key.privateKey])
  const spaced = key.fingerprint.toUpperCase().replaceAll(/(.{4})/g, '$1 ')
  const verdict = await verifyOpenPgp({ artifact, signature, keys: [key.text, other.text], fingerprints: [spaced] })
  expect(verdict).toMatchObject({ verified: true, fingerprint: key.fingerprint })
})

test.each<[string, () => Promise<Partial<Parameters<typeof verifyOpenPgp>[0]>>, string]>([
  ['another file', async () => ({ artifact: { bytes: Buffer.from('x') } }), 'SIGNATURE'],
  ['a key that is there but not pinned', async () => ({ fingerprints: [other.fingerprint] }), 'IDENTITY'],
  [
    'a pinned key that did not sign',
    async () => ({ keys: [other.text], fingerprints: [other.fingerprint] }),
    'IDENTITY',
  ],
  ['a short key identifier', async () => ({ fingerprints: [key.fingerprint.slice(-16)] }), 'SETTINGS'],
  ['a path in place of a key', async () => ({ keys: ['release.asc'] }), 'SETTINGS'],
  ['no fingerprint', async () => ({ fingerprints: [] }), 'IDENTITY'],
  ['two signatures', async () => ({ signature: await sign([key.privateKey, other.privateKey]) }), 'MALFORMED'],
  ['no signature', async () => ({ signature: 'none' }), 'MALFORMED'],
  ['a digest only', async () => ({ artifact: { digest: `sha256:${'1'.repeat(64)}` } }), 'UNVERIFIABLE'],
  ['a time before the signature', async () => ({ now: new Date('2001-01-01') }), 'SIGNATURE'],
])('%s is refused', async (_, options, code) => {
  const good = { artifact, signature: await sign([key.privateKey]), keys: [key.text], fingerprints: [key.fingerprint] }
  expect(await verifyOpenPgp({ ...good, ...(await options()) })).toMatchObject({ verified: false, code })
})

describe.skipIf(isMissing('gpg'))('the program gpg', () => {
  const home = mkdtempSync(join(tmpdir(), 'gpg-'))
  const at = (name: string) => join(home, name)
  const gpg = (...words: string[]) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--yes', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  let keys: string[]
  let fingerprint: string

  beforeAll(() => {
    writeFileSync(at('program'), bytes)
    gpg('--passphrase', '', '--quick-generate-key', 'release@example.com', 'ed25519', 'sign')
    keys = [gpg('--armor', '--export', 'release@example.com')]
    fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(gpg('--with-colons', '--fingerprint', 'release@example.com'))![1]!
  })
  afterAll(() => {
    spawnSync('gpgconf', ['--homedir', home, '--kill', 'gpg-agent'])
    rmSync(home, { recursive: true, force: true })
  })

  test.each(['--armor', '--no-armor'])('makes signatures that verify here (%s)', async (armour) => {
    gpg(armour, '--output', at('signature'), '--detach-sign', at('program'))
    const signature = armour === '--armor' ? readFileSync(at('signature'), 'utf8') : readFileSync(at('signature'))
    const path = { path: at('program') }
    expect(await verifyOpenPgp({ artifact: path, signature, keys, fingerprints: [fingerprint] })).toMatchObject({
      verified: true,
      fingerprint: fingerprint.toLowerCase(),
    })
  })

  test('a signature over SHA-1 is refused', async () => {
    const weak = 'weak@example.com'
    gpg('--passphrase', '', '--quick-generate-key', weak, 'rsa2048', 'sign')
    const flags = ['--armor', '--digest-algo', 'SHA1', '--allow-weak-digest-algos', '--local-user', weak]
    gpg(...flags, '--output', at('weak'), '--detach-sign', at('program'))
    const signature = readFileSync(at('weak'), 'utf8')
    const known = await openpgp.readKey({ armoredKey: gpg('--armor', '--export', weak) })
    const options = { artifact, signature, keys: [known.armor()], fingerprints: [known.getFingerprint()] }
    const reason = 'the OpenPGP signature does not verify: Insecure hash algorithm: SHA1'
    expect(await verifyOpenPgp(options)).toEqual({ verified: false, code: 'SIGNATURE', reason })
  })

  test('verifies what the same library signed, so that both mean the same by a signature', async () => {
    writeFileSync(at('their.key'), key.text)
    writeFileSync(at('their.sig'), (await sign([key.privateKey])) as string)
    gpg('--import', at('their.key'))
    expect(() => gpg('--verify', at('their.sig'), at('program'))).not.toThrow()
    writeFileSync(at('other'), 'other')
    expect(() => gpg('--verify', at('their.sig'), at('other'))).toThrow('BAD signature')
  })
})
