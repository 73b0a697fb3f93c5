import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkRegistry } from '../../packages/registry/testing/check-registry.js'
import { startHostileServer } from '../../packages/registry/testing/hostile-server.js'
import { newMinisignKey } from '../../packages/registry/testing/minisign-key.js'
import { contentsOf, hashOf, plant } from '../../packages/registry/testing/shims.js'
import {
  buildRegistry,
  createClient,
  minisignSigner,
  readRegistriesFile,
  readShimRecord,
} from '../../packages/registry/src/index.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'registry-kills-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const KILLS = 100
const PROGRAMS = 40
const STORED = 12
const LIMIT_MS = 400_000

/** A fixed sequence of moments, from 0 to 1, because a test with random ones says nothing about a change. */
function moments(): () => number {
  let seed = 12_345
  return () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

function start(script: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return child
}

/** Kills the process this long after it has started to work. */
async function killAfter(child: ChildProcess, milliseconds: number): Promise<void> {
  await once(child.stdout!, 'data')
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Every page is complete, and the search files exist. The draft of a killed build does not count as a page. */
function checkPages(target: string): { folder: string } {
  const tools = readdirSync(join(target, 'tools')).filter((name) => name.endsWith('.html'))
  const pages = ['index.html', ...tools.map((name) => `tools/${name}`)]
  for (const page of pages) expect(readFileSync(join(target, page), 'utf8').trimEnd()).toMatch(/<\/html>$/)
  const head = JSON.parse(readFileSync(join(target, 'search/current.json'), 'utf8')) as { folder: string }
  for (const name of ['index.bin', 'names.bin']) expect(readdirSync(join(target, head.folder))).toContain(name)
  return head
}

test(
  `a registry is complete after its publisher was killed ${KILLS} times at any moment`,
  async () => {
    const [source, target] = [join(home, 'source'), join(home, 'registry')]
    const key = newMinisignKey()
    for (let number = 0; number < PROGRAMS; number++) plant(source, `program ${number}`, `tool-${number % 9}`)
    await buildRegistry({
      source,
      target,
      name: 'Test',
      url: 'https://registry.example',
      signer: minisignSigner(key.secretKey),
    })
    const files = readdirSync(source)
    const texts = files.map((name) => readFileSync(join(source, name), 'utf8'))
    // Changes, withdraws and restores shims, and builds after each change.
    const script = (isWarm: boolean) => `
    import { rmSync, writeFileSync, readFileSync } from 'node:fs'
    import { buildRegistry, minisignSigner } from '@atip/registry'
    const source = ${JSON.stringify(source)}
    const files = ${JSON.stringify(files)}
    const texts = ${JSON.stringify(texts)}
    const signer = minisignSigner(${JSON.stringify(key.secretKey)})
    if (!${isWarm}) console.log('started')
    for (let round = process.pid; ; round++) {
      for (let count = 0; count < 6; count++) {
        const number = (round * 7 + count * 5) % files.length
        if ((round + count) % 5 === 0) rmSync(source + '/' + files[number], { force: true })
        else writeFileSync(source + '/' + files[number], texts[number].replace('What', 'Round ' + round + ': what'))
      }
      await buildRegistry({ source, target: ${JSON.stringify(target)}, signer, keepDays: 0 })
      console.log('started')
    }`
    const next = moments()
    let last = 1
    const serials = new Set<number>()
    for (let kill = 0; kill < KILLS; kill++) {
      // Alternately in its first build, and in a later one, which changes published files.
      await killAfter(start(script(kill % 2 === 1)), next() * 120)
      const { serial, shims } = checkRegistry(target)
      checkPages(target)
      expect(serial).toBeGreaterThanOrEqual(last)
      expect(shims.size).toBeGreaterThan(PROGRAMS / 4)
      last = serial
      serials.add(serial)
    }
    // The processes had done something before they were killed.
    expect(serials.size).toBeGreaterThan(KILLS / 4)
    // Some were killed while they wrote a file of the source, for which the publisher is not responsible.
    for (const [index, name] of files.entries()) writeFileSync(join(source, name), texts[index]!)
    const report = await buildRegistry({ source, target, signer: minisignSigner(key.secretKey) })
    expect(report.refused).toEqual([])
    const { shims } = checkRegistry(target)
    const published = readdirSync(join(target, 'shims/sha256')).filter((name) => name.endsWith('.json'))
    expect(published.sort()).toEqual(readdirSync(source).sort())
    expect([...shims.keys()].map((hash) => `${hash.slice(7)}.json`).sort()).toEqual(published.sort())
    // The pages equal those of a build into an empty folder.
    const anew = join(home, 'anew')
    await buildRegistry({ source, target: anew, name: 'Test', url: 'https://registry.example' })
    const { folder } = checkPages(target)
    const isPage = (name: string) => /^(?:index|tools|browse|assets)/.test(name) || name.startsWith(folder)
    expect(contentsOf(target, isPage)).toEqual(contentsOf(anew, isPage))
  },
  LIMIT_MS,
)

test(
  `what a client has stored is whole after it was killed ${KILLS} times at any moment`,
  async () => {
    const [source, target, data, cache] = ['client-source', 'client-registry', 'data', 'cache'].map((name) =>
      join(home, name),
    ) as [string, string, string, string]
    const key = newMinisignKey()
    mkdirSync(target)
    const server = await startHostileServer(target)
    const write = (round: number) => {
      for (let number = 0; number < STORED; number++)
        plant(source, `program ${number}`, 'tool', { description: `Round ${round}`, trust: { source: 'org' } })
    }
    const build = () =>
      buildRegistry({
        source,
        target,
        name: 'Test',
        url: server.url,
        signer: minisignSigner(key.secretKey),
        signShims: true,
        trust: { signers: [], minisignKeys: [key.publicKey] },
      })
    write(0)
    await build()
    const programs = Array.from({ length: STORED }, (_, number) => ({
      hash: hashOf(`program ${number}`),
      name: 'tool',
    }))
    const registry = { name: 'Test', url: server.url, requireSignatures: true, minisignKeys: [key.publicKey] }
    const script = (isWarm: boolean) => `
    import { createClient, readRegistriesFile, syncPrograms } from '@atip/registry'
    const { registries } = readRegistriesFile(${JSON.stringify(JSON.stringify({ registries: [registry] }))}, 'x')
    const folders = ${JSON.stringify({ data, cache })}
    for (;;) {
      const client = createClient({ registries, folders, env: { ATIP_REFRESH: '1' } })
      await client.open()
      if (!${isWarm}) console.log('started')
      const { problems } = await syncPrograms(client, ${JSON.stringify(programs)}, { data: folders.data })
      if (problems.length > 0) throw problems[0]
      console.log('started')
    }`
    const { registries } = readRegistriesFile(JSON.stringify({ registries: [registry] }), 'registries.json')
    const next = moments()
    let stored = 0
    let cached = 0
    for (let kill = 0; kill < KILLS; kill++) {
      write(kill)
      await build()
      // Alternately during its first sync, and after it has stored everything once.
      await killAfter(start(script(kill % 2 === 1)), next() * 60)
      for (const { hash } of programs) {
        const file = join(data, 'shims/sha256', `${hash.slice(7)}.json`)
        let bytes: Buffer
        try {
          bytes = readFileSync(file)
        } catch {
          continue
        }
        stored++
        expect(JSON.parse(bytes.toString()).binary.hash).toBe(hash)
        expect(readShimRecord(file, bytes)).toMatchObject({ isTrusted: true })
      }
      // The cache alone answers, or reports that something was not fetched yet; it contains no partial file.
      const offline = createClient({ registries, folders: { data, cache }, env: { ATIP_OFFLINE: '1' } })
      const { shim, problems } = await offline.lookUp(programs[kill % STORED]!)
      expect(problems.filter(({ code }) => code !== 'offline')).toEqual([])
      if (shim !== undefined) cached++
    }
    expect(stored).toBeGreaterThan(STORED * 10)
    expect(cached).toBeGreaterThan(10)
    server.close()
  },
  LIMIT_MS,
)
