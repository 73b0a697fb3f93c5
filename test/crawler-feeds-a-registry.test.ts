import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { helpScript, manualPage } from '../packages/crawler/testing/packed-tool.js'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { startServices, tokenFor, type LocalServices } from '../packages/trust/testing/services.js'
import { Place, PROGRAM, type Run } from './fixtures/start-atip.js'

const CRAWLER = fileURLToPath(new URL('../packages/crawler/bin/atip-crawler.mjs', import.meta.url))
const publisher = new Place()
const key = newMinisignKey()
const identity = { identity: 'maintainer@example.com', issuer: 'https://accounts.example.com' }
let services: LocalServices
const places: Place[] = [publisher]
const servers: ChildProcess[] = []

/** Asynchronous, because the services run in this process. */
async function run(
  program: string,
  words: readonly string[],
  { folder }: Place,
  env: Record<string, string> = {},
): Promise<Run> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => (texts[stream] += chunk.toString()))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${words.join(' ')}: ${texts.stdout}${texts.stderr}`)
  return { code, ...texts }
}
const crawler = (words: readonly string[], env?: Record<string, string>) => run(CRAWLER, words, publisher, env)

/** A Node package as npm installs it: its launcher has the same bytes in every version. */
function plantNode(place: Place, folder: string, version: string): void {
  const home = `${folder}/lib/node_modules/launched`
  place.write(`${home}/bin/launched.js`, "#!/usr/bin/env node\nrequire('../lib/main.js')\n")
  chmodSync(join(place.folder, home, 'bin/launched.js'), 0o755)
  place.write(`${home}/lib/main.js`, `console.log(${JSON.stringify(version)})\n`)
  place.write(`${home}/package.json`, JSON.stringify({ name: 'launched', version, bin: 'bin/launched.js' }))
  link(place, `${folder}/bin/launched`, '../lib/node_modules/launched/bin/launched.js')
}

function link(place: Place, name: string, target: string): void {
  const path = join(place.folder, name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

/** One program with three names, two of which behave differently. */
function plantMulti(place: Place, folder: string): void {
  place.write(`${folder}/bin/multi`, helpScript('multi', {}))
  chmodSync(join(place.folder, folder, 'bin/multi'), 0o755)
  for (const name of ['off', 'again']) link(place, `${folder}/bin/${name}`, 'multi')
}

function describeRelease(version: string, option: string): void {
  rmSync(join(publisher.folder, 'launched'), { recursive: true, force: true })
  plantNode(publisher, 'launched', version)
  publisher.write('launched/share/man/man1/launched.1', manualPage('launched', { [option]: 'Show everything' }))
  publisher.write(
    'tools/launched.yaml',
    `name: launched\nsources:\n  folder: { path: ../launched, version: "${version}" }\n`,
  )
}

beforeAll(async () => {
  services = await startServices()
  publisher.write('registry.key', key.secretKey)
  publisher.write('root.json', services.trustedRoot)
  const service = { url: services.url, majorApiVersion: 1, validFor: { start: '2020-01-01T00:00:00Z' } }
  publisher.write('services.json', JSON.stringify({ caUrls: [service], rekorTlogUrls: [service] }))
  plantMulti(publisher, 'multi')
  for (const [name, option] of Object.entries({ multi: '--control', off: '--power', again: '--restart' })) {
    publisher.write(`multi/share/man/man1/${name}.1`, manualPage(name, { [option]: 'Show everything' }))
  }
  publisher.write('tools/multi.yaml', 'name: multi\nsources:\n  folder: { path: ../multi, version: "1.0" }\n')
}, 60_000)

afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  services.close()
  for (const place of places) place.clear()
})

async function serve(folder: string): Promise<string> {
  const server = spawn(process.execPath, [PROGRAM, 'registry', 'serve', folder, '--port', '0'], {
    cwd: publisher.folder,
    env: { PATH: process.env.PATH, HOME: publisher.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  servers.push(server)
  let said = ''
  while (!said.includes('Serving')) said += String((await once(server.stderr!, 'data'))[0])
  return /at (http:\S+)/.exec(said)![1]!
}

interface Shown {
  commands?: Record<string, { options?: { flags: string[] }[] }>
  'x-atip-catalog': { layers: string[]; registry?: { isTrusted: boolean; signer?: { identity: string } } }
}

/** A machine that trusts these signers, with programs on PATH. */
function machineWith(signers: readonly string[]) {
  const place = new Place()
  places.push(place)
  place.write('root.json', services.trustedRoot)
  // The launcher's first line is env, which looks for the interpreter on PATH.
  link(place, 'interpreter/bin/node', process.execPath)
  const PATH = ['multi', 'launched', 'interpreter'].map((name) => join(place.folder, name, 'bin')).join(':')
  const atip = (words: readonly string[]) => run(PROGRAM, words, place, { PATH })
  return {
    place,
    atip,
    add: (url: string) => atip(['registry', 'add', url, '--name', 'Crawled', ...signers]),
    show: async (name: string) =>
      (JSON.parse((await atip(['-o', 'json', 'show', name, '--sources', '--offline'])).stdout) as { data: Shown }).data,
  }
}

interface Waiting {
  id: string
  program: string
  changes: string[]
  text: string
}

const optionsOf = ({ commands = {} }: Shown) => commands['']?.options?.flatMap(({ flags }) => flags) ?? []

test('what cannot be crawled is counted by tool, and a generated shim is printed as JSON', async () => {
  publisher.write('broken/broken.yaml', 'name: broken\nsources:\n  folder: { path: ../nothing, version: "1.0" }\n')
  await expect(crawler(['crawl', '--all', '--tools', 'broken', '--quiet'])).rejects.toThrow(
    '1 tool could not be crawled completely:',
  )
  describeRelease('1.0.0', '--one')
  const { stdout } = await crawler(['generate', 'launched/bin/launched', '--tool-version', '1.0.0'])
  expect(JSON.parse(stdout)).toMatchObject({ binary: { name: 'launched', version: '1.0.0' } })
})

describe('from packages to a machine that verifies', () => {
  test('a person accepts new tools, updates with the same effects need no person, and a key of minisign signs', async () => {
    describeRelease('1.0.0', '--one')
    expect((await crawler(['crawl', '--all', '--ask', 'never', '--quiet'])).stdout).toContain('4 waiting for review')
    await expect(crawler(['review', 'multi', '--accept'])).rejects.toThrow('--accept')
    await expect(crawler(['review', '--accept', '000000000000'])).rejects.toThrow('has the id')
    const shown = await crawler(['review', '--output', 'json'])
    const { data: waiting } = JSON.parse(shown.stdout) as { data: Waiting[] }
    expect(waiting).toHaveLength(4)
    for (const { program, changes, text } of waiting) {
      expect(changes.join('\n')).toContain(program)
      expect(JSON.parse(readFileSync(text, 'utf8'))).toMatchObject({ program })
    }
    const ids = waiting.flatMap(({ id }) => ['--accept', id])
    expect((await crawler(['review', ...ids, '--reviewer', 'A. Person'])).code).toBe(0)
    expect((await crawler(['review'])).stdout).toBe('Nothing waits for review.\n')
    describeRelease('2.0.0', '--two')
    expect((await crawler(['crawl', '--all', '--ask', 'never', '--quiet'])).stdout).toContain(
      '1 shim published, 3 unchanged, 0 waiting for review',
    )
    const build = ['publish', 'by-key', '--name', 'Crawled', '--url', 'http://127.0.0.1:1']
    // Two hashes: a multi-call program, and the launcher of two versions.
    expect((await crawler([...build, '--minisign-key', 'registry.key'])).stdout).toContain('Build 1: 2 shims, 2 added')
    const machine = machineWith(['--signer-minisign-key', key.publicKey])
    plantMulti(machine.place, 'multi')
    plantNode(machine.place, 'launched', '1.0.0')
    await machine.add(await serve('by-key'))
    expect((await machine.atip(['scan'])).stdout).toContain('Registries describe 2 of 3 programs')

    // Every program is found under each of its names.
    for (const [name, option] of Object.entries({ multi: '--control', off: '--power', again: '--restart' })) {
      const shown = await machine.show(name)
      expect(shown['x-atip-catalog'].registry?.signer?.identity).toMatch(/^minisign:/)
      expect(optionsOf(shown)).toEqual([option])
    }

    // Launchers with the same bytes are distinguished by the file they launch.
    const launcher = (place: Place) => join(place.folder, 'launched/lib/node_modules/launched/bin/launched.js')
    const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
    expect(existsSync(join(publisher.folder, 'by-key/shims/sha256', `${sha256(launcher(machine.place))}.json`))).toBe(
      true,
    )
    expect(optionsOf(await machine.show('launched'))).toEqual(['--one'])
    for (const [version, options] of Object.entries({ '2.0.0': ['--two'], '3.0.0': [], '1.0.0': ['--one'] })) {
      plantNode(machine.place, 'launched', version)
      await machine.atip(['scan'])
      await machine.atip(['registry', 'sync'])
      const shown = await machine.show('launched')
      expect([version, optionsOf(shown)]).toEqual([version, options])
      expect(shown['x-atip-catalog'].layers.includes('registry-shim')).toBe(options.length > 0)
    }
  }, 120_000)

  test('an identity signs through the services of sigstore, and another one is refused', async () => {
    cpSync(join(publisher.folder, 'shims'), join(publisher.folder, 'own'), { recursive: true })
    const claims = { iss: identity.issuer, email: identity.identity, sub: identity.identity, aud: 'sigstore' }
    const words = ['publish', 'by-identity', '--shims', 'own', '--name', 'Crawled', '--url', 'http://127.0.0.1:1']
    await crawler([...words, '--services', 'services.json', '--trusted-root', 'root.json'], {
      SIGSTORE_ID_TOKEN: tokenFor(claims),
    })
    expect(services.requests).toContain('POST /api/v2/signingCert')
    const url = await serve('by-identity')
    const trusting = (who: string) =>
      machineWith(['--signer-identity', who, '--signer-issuer', identity.issuer, '--trusted-root', 'root.json'])

    const machine = trusting(identity.identity)
    plantMulti(machine.place, 'multi')
    await machine.add(url)
    expect((await machine.atip(['scan'])).stdout).toContain('Registries describe 1 of 2 programs')
    expect((await machine.show('off'))['x-atip-catalog'].registry).toMatchObject({ signer: identity })

    const other = trusting('someone@example.com')
    plantMulti(other.place, 'multi')
    await other.add(url)
    await expect(other.atip(['registry', 'sync'])).rejects.toThrow(/is not\s+accepted/)
    expect((await other.show('off'))['x-atip-catalog'].registry).toBeUndefined()
  }, 120_000)
})
