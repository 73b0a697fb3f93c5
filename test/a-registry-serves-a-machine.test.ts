import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sigstoreSigner } from '../packages/registry/src/index.js'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { startServices, tokenFor } from '../packages/trust/testing/services.js'
import { Place, PROGRAM, type Run } from './fixtures/start-atip.js'

/** A program of each of ten packages that every Debian has. They are copied and described, never run. */
const PROGRAMS = ['bash', 'diff', 'dpkg', 'find', 'grep', 'gzip', 'ls', 'perl', 'sed', 'tar'] as const
const isDebian = PROGRAMS.every((name) => existsSync(`/usr/bin/${name}`) || existsSync(`/bin/${name}`))

const publisher = new Place()
const machine = new Place()
const bin = join(machine.folder, 'bin')
const key = newMinisignKey()
const identity = { identity: 'maintainer@example.com', issuer: 'https://accounts.example.com' }
let server: ChildProcess
let url = ''
let requests = ''

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hashOf = (name: string) => sha256(readFileSync(join(bin, name)))

function plant(name: string): string {
  const shim = {
    atip: { version: '0.6' },
    binary: { hash: `sha256:${hashOf(name)}`, name, version: '1', platform: 'linux-amd64' },
    trust: { source: 'inferred', verified: false },
    description: `${name} by the registry`,
    commands: { '': { description: `Run ${name}`, effects: { network: false, destructive: false } } },
  }
  return publisher.write(`shims/${hashOf(name)}.json`, JSON.stringify(shim))
}

const build = (more: string[] = []) =>
  publisher.run([
    'registry', 'build', 'shims', 'registry', '--name', 'Acme', '--url', url || 'http://127.0.0.1:1',
    '--minisign-key', 'acme.key', '--signer-minisign-key', key.publicKey,
    '--signer-identity', identity.identity, '--signer-issuer', identity.issuer, '--trusted-root', 'root.json', ...more,
  ]) // prettier-ignore

/** If the setup fails, no test means anything. */
function succeed({ code, stdout, stderr }: Run): void {
  if (code !== 0) throw new Error(stdout + stderr)
}

beforeAll(async () => {
  if (!isDebian) return
  mkdirSync(bin)
  for (const name of PROGRAMS)
    copyFileSync(existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : `/bin/${name}`, join(bin, name))
  publisher.write('acme.key', key.secretKey)
  const services = await startServices()
  publisher.write('root.json', services.trustedRoot)
  machine.write('root.json', services.trustedRoot)
  // A person with an identity signs five of them, a key the other five.
  const claims = {
    iss: identity.issuer,
    email: identity.identity,
    email_verified: true,
    sub: identity.identity,
    aud: 'sigstore',
  }
  const person = sigstoreSigner(
    { identityToken: tokenFor(claims) },
    { services: services.services, trustedRoot: services.trustedRoot },
  )
  for (const [number, name] of PROGRAMS.entries()) {
    const file = plant(name)
    if (number % 2 === 0) {
      succeed(publisher.run(['shim', 'sign', file, '--as', 'community', '--minisign-key', 'acme.key']))
      continue
    }
    writeFileSync(file, readFileSync(file, 'utf8').replace('"inferred"', '"community"'))
    writeFileSync(`${file}.bundle`, (await person.sign(readFileSync(file))).bundle!)
  }
  services.close()
  succeed(build())
  server = spawn(process.execPath, [PROGRAM, 'registry', 'serve', 'registry', '--port', '0', '--log'], {
    cwd: publisher.folder,
    env: { PATH: process.env.PATH, HOME: publisher.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server.stderr!.on('data', (chunk: Buffer) => (requests += chunk.toString()))
  while (!requests.includes('Serving')) await once(server.stderr!, 'data')
  url = /at (http:\S+)/.exec(requests)![1]!
})

afterAll(async () => {
  server?.kill('SIGKILL')
  publisher.clear()
  machine.clear()
})

const entries = () => {
  const text = readFileSync(join(machine.folder, '.local/share/agent-tools/registry.json'), 'utf8')
  return (JSON.parse(text) as { tools: Record<string, { source: string; shimRegistry?: string }> }).tools
}
const home = { PATH: bin, NODE: process.execPath }
const atip = (words: string[], env: Record<string, string> = {}) => machine.run(words, { env: { ...home, ...env } })
const shown = (name: string) =>
  JSON.parse(atip(['-o', 'json', 'show', name, '--sources', '--offline']).stdout).data as {
    trust: object
    'x-atip-catalog': {
      layers: string[]
      registry?: { name: string; isTrusted: boolean; signer: { identity: string } }
    }
  }
const signers = [
  '--signer-minisign-key',
  key.publicKey,
  '--signer-identity',
  identity.identity,
  '--signer-issuer',
  identity.issuer,
]

describe.runIf(isDebian)('a registry and a machine that asks it', () => {
  test('a second home adds the registry, scans, and shows verified shims with their signers', () => {
    expect(atip(['registry', 'list']).stdout).toContain('No registry is configured')
    const refused = atip(['registry', 'add', 'acme'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('"acme" is not an https address') })
    expect(refused.stderr).not.toContain('registries.json')
    expect(atip(['registry', 'add', url, '--name', 'Acme', ...signers, '--trusted-root', 'root.json'])).toMatchObject({
      code: 0,
    })
    expect(atip(['registry', 'list']).stdout).toBe(
      `Acme  ${url}  100, 2 signers, not fetched yet\nLast sync without problems: never.\n`,
    )
    const scan = atip(['scan'])
    expect(scan).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Registries describe 10 of 10 programs; 10 with a trusted signature.'),
    })
    for (const [number, name] of PROGRAMS.entries()) {
      const { 'x-atip-catalog': facts } = shown(name)
      expect(facts.layers).toContain('registry-shim')
      const signer = number % 2 === 0 ? { identity: expect.stringMatching(/^minisign:/) } : identity
      expect(facts.registry).toMatchObject({ name: 'Acme', isTrusted: true, signer })
    }
    expect(atip(['show', 'dpkg', '--sources', '--offline']).stdout).toMatch(
      /registry +Acme, http:\S+, signed by minisign:|signed by\s+maintainer@example\.com/,
    )
    for (const name of PROGRAMS) expect(entries()[name]).toMatchObject({ source: 'shim', shimRegistry: url })
    // Its log does not contain the hash of any program.
    for (const name of PROGRAMS) expect(requests).not.toContain(hashOf(name).slice(0, 16))
    const again = requests.length
    expect(atip(['scan']).code).toBe(0)
    expect(requests.length).toBe(again)
  })

  test('what is tampered with is refused with its own message, and the good data of before stays in use', () => {
    const before = shown('tar')
    plant('tar')
    const file = join(publisher.folder, 'shims', `${hashOf('tar')}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('by the registry', 'by the registry, newer'))
    publisher.run(['shim', 'sign', file, '--as', 'community', '--minisign-key', 'acme.key'])
    expect(build()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 changed') })
    const registry = join(publisher.folder, 'registry')
    const at = (folder: string, pattern: RegExp) =>
      readdirSync(join(registry, folder))
        .filter((name) => pattern.test(name))
        .map((name) => join(registry, folder, name))
    const manifest = join(registry, '.well-known/atip-registry.json')
    const cases: [string, string[], RegExp][] = [
      ['the manifest', [manifest], /no signature for the\s+manifest .* as it was\s+served/s],
      ['its signature', [join(registry, `signatures/${sha256(readFileSync(manifest))}.minisig`)], /is not\s+accepted/],
      ['packs', at('packs', /^all/), /not the file that the\s+manifest names/],
    ]
    for (const [what, files, message] of cases) {
      const good = files.map((one) => readFileSync(one))
      for (const [index, one] of files.entries()) {
        const bad = Buffer.from(good[index]!)
        bad[Math.floor(bad.length / 2)]! ^= 1
        writeFileSync(one, bad)
      }
      const synced = atip(['registry', 'sync', '--refresh'])
      expect([what, synced.code]).toEqual([what, 1])
      expect(synced.stdout).toMatch(message)
      expect(shown('tar')).toEqual(before)
      for (const [index, one] of files.entries()) writeFileSync(one, good[index]!)
    }
    expect(atip(['registry', 'sync', '--refresh']).code).toBe(0)
    expect(shown('tar')).not.toEqual(before)
  })

  test('without the registry everything still works, and when it is removed its shims go', () => {
    const offline = atip(['registry', 'sync'], { ATIP_OFFLINE: '1' })
    expect(offline).toMatchObject({ code: 0, stdout: expect.stringContaining('describe 10 of 10') })
    expect(atip(['registry', 'remove', 'Acme'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('10 descriptions'),
    })
    expect(shown('tar')['x-atip-catalog'].registry).toBeUndefined()
    expect(entries().tar).toMatchObject({ source: 'shim', 'x-atip': { shim: 'atip' } })
    for (const name of PROGRAMS) expect(entries()[name]).not.toHaveProperty('shimRegistry')
    expect(atip(['registry', 'sync'])).toMatchObject({ code: 78 })
  })
})
