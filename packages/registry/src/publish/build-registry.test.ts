import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyMinisign } from '@atip/trust'
import { checkRegistry } from '../../testing/check-registry.js'
import { newMinisignKey } from '../../testing/minisign-key.js'
import { contentsOf, hashOf, hexOf, plant } from '../../testing/shims.js'
import { buildRegistry, minisignSigner, type RegistryBuildOptions, type CatalogTool } from '../index.js'

const home = mkdtempSync(join(tmpdir(), 'registry-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const key = newMinisignKey()
const stranger = newMinisignKey()
const trust = { signers: [], minisignKeys: [key.publicKey] }
const NOW = new Date('2026-01-15T10:00:00Z')

let count = 0
let source = ''
let target = ''
beforeEach(() => {
  const folder = join(home, String(count++))
  source = join(folder, 'source')
  target = join(folder, 'registry')
  mkdirSync(source, { recursive: true })
})

const build = (options: Partial<RegistryBuildOptions> = {}) =>
  buildRegistry({ source, target, name: 'Test', url: 'https://registry.example', trust, now: NOW, ...options })
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const sign = async (file: string, { secretKey } = key) => {
  const { minisig } = await minisignSigner(secretKey).sign(readFileSync(file))
  writeFileSync(`${file}.minisig`, minisig!)
}
const catalogOf = (name: string) => {
  const spread = hexOf(name)
  const text = readFileSync(join(target, 'catalog', spread.slice(0, 2), spread.slice(2, 4), `${name}.jsonl`), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('what is built', () => {
  test('everything that the manifest names is there, and its signature verifies', async () => {
    for (let number = 0; number < 300; number++) plant(source, `program ${number}`, `tool-${number % 100}`)
    const signer = minisignSigner(key.secretKey)
    const report = await build({ signer })
    expect(report).toMatchObject({ isNew: true, serial: 1, count: 300, added: 300, refused: [] })
    const { shims } = checkRegistry(target)
    expect(shims.size).toBe(300)
    const manifest = readFileSync(join(target, '.well-known/atip-registry.json'))
    const signature = readFileSync(join(target, `signatures/${hexOf(manifest.toString())}.minisig`), 'utf8')
    const options = { artifact: { bytes: manifest }, signature }
    expect(await verifyMinisign({ ...options, keys: [key.publicKey] })).toMatchObject({ verified: true })
    expect(await verifyMinisign({ ...options, keys: [stranger.publicKey] })).toMatchObject({ verified: false })
    expect(
      catalogOf('tool-7')
        .map(({ hash }: { hash: string }) => hash)
        .sort(),
    ).toEqual([7, 107, 207].map((number) => hashOf(`program ${number}`)).sort())
  })

  test('the same folder gives the same bytes, whatever the order and times of its files', async () => {
    for (let number = 0; number < 40; number++) plant(source, `program ${number}`, `tool-${number}`)
    await build({ signer: minisignSigner(key.secretKey) })
    const first = contentsOf(target)
    rmSync(target, { recursive: true })
    rmSync(source, { recursive: true })
    for (let number = 39; number >= 0; number--) plant(source, `program ${number}`, `tool-${number}`)
    await build({ signer: minisignSigner(key.secretKey) })
    expect(contentsOf(target)).toEqual(first)
  })

  test('a name that means something to a file system or an address does no harm', async () => {
    for (const name of ['[', 'g++', '..x', '.hidden', 'A', 'a', 'C:\\x', '%2e%2e', 'ü', 'x'.repeat(255)])
      plant(source, name, name)
    expect(await build()).toMatchObject({ count: 10, refused: [] })
    const catalogs = Object.keys(contentsOf(target)).filter((path) => path.startsWith('catalog/'))
    expect(catalogs).toHaveLength(10)
    for (const path of catalogs)
      expect(path).toMatch(/^catalog\/[0-9a-f]{2}\/[0-9a-f]{2}\/(?!\.)[a-z0-9._~-]{1,120}\.jsonl$/)
  })

  test('all names of a program lead to it', async () => {
    plant(source, 'busybox', 'busybox', { binary: { aliases: ['ls', 'cat'] } })
    await build()
    for (const name of ['busybox', 'ls', 'cat']) expect(catalogOf(name)).toMatchObject([{ name: 'busybox' }])
    plant(source, 'busybox', 'busybox', { binary: { aliases: ['cat'] } })
    await build()
    expect(() => catalogOf('ls')).toThrow(/ENOENT/)
    expect(catalogOf('cat')).toHaveLength(1)
  })

  test('policy and patterns are published; a policy that cannot be read stops the build', async () => {
    mkdirSync(join(source, 'patterns'))
    const pattern = { name: 'ship', description: 'Ship it', steps: [{ command: 'git push' }] }
    writeFileSync(join(source, 'patterns/ship.json'), JSON.stringify(pattern))
    writeFileSync(join(source, 'patterns/bad.json'), '{"name": 1}')
    writeFileSync(join(source, 'policy.json'), JSON.stringify({ policy: { approval: { mode: 'allowlist' } } }))
    const report = await build()
    expect(report.refused).toMatchObject([{ code: 'invalid', file: expect.stringMatching(/bad\.json$/) }])
    checkRegistry(target)
    const { patterns } = JSON.parse(readFileSync(join(target, 'patterns/index.json'), 'utf8'))
    expect(JSON.parse(readFileSync(join(target, patterns.ship.path), 'utf8'))).toEqual(pattern)
    writeFileSync(join(source, 'policy.json'), JSON.stringify({ policy: { approval: { mode: 'allow-list' } } }))
    await expect(build()).rejects.toMatchObject({ code: 'source' })
    expect(checkRegistry(target).serial).toBe(1)
  })
})

describe('what is refused', () => {
  const refusals = async (options?: Partial<RegistryBuildOptions>) =>
    (await build(options)).refused.map(({ code, reason }) => `${code}: ${reason}`)

  test.each<[string, () => void, RegExp]>([
    ['a name that is no hash', () => writeFileSync(join(source, 'curl.json'), '{}'), /^name: /],
    [
      'another hash',
      () => writeFileSync(join(source, `${hexOf('x')}.json`), readFileSync(plant(source, 'y', 'y'))),
      /^hash: /,
    ],
    ['no JSON', () => writeFileSync(join(source, `${hexOf('x')}.json`), '{'), /^invalid: /],
    ['no description', () => writeFileSync(join(source, `${hexOf('x')}.json`), '{"atip": 1}'), /^invalid: /],
    [
      'no UTF-8',
      () => writeFileSync(join(source, `${hexOf('x')}.json`), Buffer.from([0x22, 0xff, 0x22])),
      /^invalid: /,
    ],
    ['the empty program', () => plant(source, '', 'nothing'), /^hash: .*empty/],
    ['a name with a slash', () => plant(source, 'x', '../x'), /^invalid: /],
    ['an alias with a slash', () => plant(source, 'x', 'x', { binary: { aliases: ['a/b'] } }), /^invalid: /],
    ['a claim without a signer', () => plant(source, 'x', 'x', { trust: { source: 'community' } }), /^unsigned: /],
    ['what is for one machine', () => plant(source, 'x', 'x', { trust: { source: 'user' } }), /^source: /],
  ])('%s', async (_, prepare, expected) => {
    prepare()
    const found = await refusals()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(expected)
  })

  test('a signer on the list may vouch, a stranger may not, and neither does a signature of another file', async () => {
    const file = plant(source, 'x', 'x', { trust: { source: 'community' } })
    await sign(file, stranger)
    expect(await refusals()).toEqual([expect.stringMatching(/^signature: .*not expected/)])
    await sign(file)
    expect(await refusals()).toEqual([])
    const other = plant(source, 'y', 'y', { trust: { source: 'vendor' } })
    writeFileSync(`${other}.minisig`, readFileSync(`${file}.minisig`))
    expect(await refusals()).toEqual([expect.stringMatching(/^signature: .*does not match this file/)])
    expect([...checkRegistry(target).shims.keys()]).toEqual([hashOf('x')])
  })

  test('who builds can vouch for all shims', async () => {
    plant(source, 'x', 'x', { trust: { source: 'org' } })
    const report = await build({ signer: minisignSigner(key.secretKey), signShims: true })
    expect(report).toMatchObject({ count: 1, refused: [] })
    const bytes = readFileSync(join(target, `shims/sha256/${hexOf('x')}.json`))
    const signature = readFileSync(join(target, `shims/sha256/${hexOf('x')}.json.minisig`), 'utf8')
    expect(await verifyMinisign({ artifact: { bytes }, signature, keys: [key.publicKey] })).toMatchObject({
      verified: true,
    })
  })

  test('when a signer is struck off the list, what only they vouched for is withdrawn', async () => {
    await sign(plant(source, 'x', 'x', { trust: { source: 'community' } }))
    plant(source, 'y', 'y')
    await build()
    const report = await build({ trust: { signers: [], minisignKeys: [stranger.publicKey] } })
    expect(report).toMatchObject({ removed: 1, refused: [{ code: 'signature' }] })
    expect([...checkRegistry(target).shims.keys()]).toEqual([hashOf('y')])
  })
})

describe('whose signatures are accepted', () => {
  const withoutSigners = (options: Partial<RegistryBuildOptions> = {}) => {
    const { trust: _, ...rest } = {
      source,
      target,
      name: 'Test',
      url: 'https://registry.example',
      now: NOW,
      ...options,
    }
    return buildRegistry({ signer: minisignSigner(key.secretKey), ...rest })
  }

  test('the key that signs the build is, if no signers are named', async () => {
    await sign(plant(source, 'x', 'x', { trust: { source: 'community' } }))
    expect(await withoutSigners()).toMatchObject({ count: 1, refused: [] })
  })

  test('those of the last build are, until others are named', async () => {
    await sign(plant(source, 'x', 'x', { trust: { source: 'community' } }))
    plant(source, 'y', 'y')
    await build()
    const other = { signer: minisignSigner(stranger.secretKey) }
    expect(await withoutSigners(other)).toMatchObject({ count: 2, removed: 0, refused: [] })
    const only = { ...other, trust: { signers: [], minisignKeys: [stranger.publicKey] } }
    expect(await build(only)).toMatchObject({
      count: 1,
      removed: 1,
      struck: [{ name: 'x', reason: expect.stringContaining('which is not expected') }],
    })
    expect(await withoutSigners(other)).toMatchObject({ count: 1 })
  })

  test('a build that would withdraw everything is refused', async () => {
    await sign(plant(source, 'x', 'x', { trust: { source: 'community' } }))
    const strangers = { trust: { signers: [], minisignKeys: [stranger.publicKey] } }
    await build()
    await expect(build(strangers)).rejects.toThrow(/withdraw the only published shim: .* not expected/)
    expect([...checkRegistry(target).shims.keys()]).toEqual([hashOf('x')])
    // Nothing of the refused build remains: the next one continues from the last good one.
    expect(await build()).toMatchObject({ count: 1, removed: 0 })
    expect(await build({ ...strangers, withdrawAll: true })).toMatchObject({ count: 0, removed: 1 })
    rmSync(source, { recursive: true })
    mkdirSync(source)
    expect(await build()).toMatchObject({ count: 0 })
  })

  test('a policy that accepts none of the signers is warned about', async () => {
    await sign(plant(source, 'x', 'x', { trust: { source: 'community' } }))
    const publish = (allowedSigners: string[]) => {
      writeFileSync(join(source, 'policy.json'), JSON.stringify({ policy: { trust: { allowedSigners } } }))
      return build()
    }
    const { warnings } = await publish(['minisign:0000000000000000'])
    expect(warnings).toEqual([
      expect.stringMatching(/accepts minisign:0{16}, but the only shim is signed by minisign:/),
    ])
    const id = Buffer.from(key.publicKey, 'base64').subarray(2, 10).reverse().toString('hex').toUpperCase()
    expect(await publish([`minisign:${id}`])).toMatchObject({ warnings: [], hasOtherPolicy: true, updated: 0 })
  })
})

test('a policy that demands an SLSA level that nothing can prove is warned about', async () => {
  const warningsOf = async (minimumSlsaLevel: number) => {
    writeFileSync(join(source, 'policy.json'), JSON.stringify({ policy: { trust: { minimumSlsaLevel } } }))
    return (await build()).warnings
  }
  expect(await warningsOf(9)).toEqual([expect.stringContaining('at most 3 can be proven')])
  expect(await warningsOf(3)).toEqual([])
})

describe('public keys only', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secretPem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string

  test('a private key among the accepted signers is refused before anything is written', async () => {
    for (const bad of [
      { signers: [{ key: secretPem }] },
      { signers: [], minisignKeys: [key.secretKey] },
      { signers: [{ key: `${pem}${secretPem}` }] },
    ]) {
      await expect(build({ trust: bad })).rejects.toMatchObject({
        code: 'signers',
        message: expect.stringContaining('private key'),
      })
    }
    expect(contentsOf(target)).toEqual({})
  })

  test('one that an earlier build published is not published again, and naming the signers repairs it', async () => {
    plant(source, 'one', 'tool')
    await build()
    const state = join(target, '.build/state-1.json')
    const head = JSON.parse(readFileSync(state, 'utf8'))
    writeFileSync(state, JSON.stringify({ ...head, trust: { signers: [{ key: secretPem }], minisignKeys: [] } }))
    const unnamed = { source, target, now: NOW }
    await expect(buildRegistry(unnamed)).rejects.toMatchObject({ code: 'signers' })
    expect(await build({ trust: { signers: [{ key: pem }] } })).toMatchObject({ isNew: true })
    const manifest = readFileSync(join(target, '.well-known/atip-registry.json'), 'utf8')
    expect(JSON.parse(manifest).trust.signers).toEqual([{ key: pem.trim() }])
  })
})

describe('the signature of the manifest', () => {
  const signer = minisignSigner(key.secretKey)
  const signatureOf = async ({ publicKey } = key) => {
    const manifest = readFileSync(join(target, '.well-known/atip-registry.json'))
    const signature = readFileSync(join(target, `signatures/${hexOf(manifest.toString())}.minisig`), 'utf8')
    return verifyMinisign({ artifact: { bytes: manifest }, signature, keys: [publicKey] })
  }

  test('is not lost by a build without a key, unless that is confirmed', async () => {
    plant(source, 'one', 'tool')
    await build({ signer })
    plant(source, 'two', 'tool')
    await expect(build()).rejects.toMatchObject({ code: 'unsigned', message: expect.stringContaining('--unsigned') })
    expect(await signatureOf()).toMatchObject({ verified: true })
    expect(await build({ unsigned: true })).toMatchObject({ isNew: true, serial: 2 })
    expect(await build({ unsigned: true })).toMatchObject({ isNew: false })
  })

  test('is made again where it is missing or of another key, although nothing else changed', async () => {
    plant(source, 'one', 'tool')
    await build()
    expect(await build({ signer })).toMatchObject({ isNew: true, serial: 2 })
    expect(await signatureOf()).toMatchObject({ verified: true })
    expect(await build({ signer })).toMatchObject({ isNew: false })
    expect(await build({ signer: minisignSigner(stranger.secretKey) })).toMatchObject({ isNew: true, serial: 3 })
    expect(await signatureOf(stranger)).toMatchObject({ verified: true })
    expect(await build({ signer })).toMatchObject({ isNew: true, serial: 4 })
    expect(await signatureOf()).toMatchObject({ verified: true })
  })
})

describe('the number of a build', () => {
  test('can be set higher, so that machines accept a registry that is built in a new folder', async () => {
    plant(source, 'one', 'tool')
    expect(await build({ serial: 41 })).toMatchObject({ isNew: true, serial: 41 })
    expect(await build()).toMatchObject({ isNew: false, serial: 41 })
    await expect(build({ serial: 41 })).rejects.toMatchObject({ message: expect.stringContaining('41') })
    expect(await build({ serial: 50 })).toMatchObject({ isNew: true, serial: 50 })
    plant(source, 'two', 'tool')
    expect(await build()).toMatchObject({ isNew: true, serial: 51, added: 1 })
    checkRegistry(target)
  })
})

describe('files that are not what they seem', () => {
  test('a FIFO blocks no build, and a link to a file elsewhere is not read', async () => {
    plant(source, 'one', 'tool')
    const [fifo, away, nowhere] = ['fifo', 'away', 'nowhere'].map((name) => join(source, `${hexOf(name)}.json`))
    execFileSync('mkfifo', [fifo!, `${join(source, hexOf('one'))}.json.minisig`])
    const secret = join(source, '..', 'secret')
    writeFileSync(secret, 'root:$6$secret')
    symlinkSync(secret, away!)
    symlinkSync('missing', nowhere!)
    const { refused, count: published } = await build()
    expect(published).toBe(0)
    expect(refused.map(({ code }) => code)).toEqual(['file', 'file', 'file', 'file'])
    expect(JSON.stringify(refused)).not.toContain('$6$')
    rmSync(`${join(source, hexOf('one'))}.json.minisig`)
    expect(await build()).toMatchObject({ count: 1 })
    symlinkSync(secret, join(source, 'policy.json'))
    await expect(build()).rejects.toMatchObject({ code: 'source', message: expect.not.stringContaining('$6$') })
  })

  test('links within the folder may be used', async () => {
    const file = plant(source, 'one', 'tool')
    mkdirSync(join(source, 'data'))
    renameSync(file, join(source, 'data/one.txt'))
    symlinkSync('data/one.txt', file)
    expect(await build()).toMatchObject({ count: 1, refused: [] })
  })
})

test('a folder that cannot be written is a problem of the folder', async () => {
  writeFileSync(target, '')
  await expect(build()).rejects.toMatchObject({ name: 'PublishError', code: 'target' })
})

describe('what stays the same for the same hash', () => {
  test.each([
    ['name', { binary: { name: 'other' } }],
    ['version', { binary: { version: '2.0.0' } }],
    ['platform', { binary: { platform: 'darwin-arm64' } }],
  ])('binary.%s', async (field, change) => {
    plant(source, 'x', 'x')
    await build()
    plant(source, 'x', 'x', change)
    const report = await build()
    expect(report.refused).toMatchObject([{ code: 'immutable', reason: expect.stringContaining(`binary.${field}`) }])
    expect(checkRegistry(target).shims.get(hashOf('x'))).toMatchObject({ binary: { name: 'x', version: '1.0.0' } })
    // The facts must also stay the same after the shim was withdrawn.
    rmSync(join(source, `${hexOf('x')}.json`))
    expect(await build({ withdrawAll: true })).toMatchObject({ removed: 1 })
    plant(source, 'x', 'x', change)
    expect((await build()).refused).toMatchObject([{ code: 'immutable' }])
    plant(source, 'x', 'x')
    expect(await build()).toMatchObject({ added: 1, refused: [] })
  })

  test('wording, commands and effects may change, and a reviewed description is not replaced by an inferred one', async () => {
    plant(source, 'x', 'x')
    await build()
    await sign(plant(source, 'x', 'x', { description: 'Better', trust: { source: 'community' } }))
    expect(await build()).toMatchObject({ updated: 1, refused: [] })
    plant(source, 'x', 'x', { description: 'Worse' })
    rmSync(join(source, `${hexOf('x')}.json.minisig`))
    expect((await build()).refused).toMatchObject([{ code: 'demoted' }])
    expect(checkRegistry(target).shims.get(hashOf('x'))).toMatchObject({ description: 'Better' })
  })
})

describe('building again', () => {
  test('nothing new leaves every file as it is, until half of the time is over', async () => {
    plant(source, 'x', 'x')
    await build({ lifetimeDays: 30 })
    const before = contentsOf(target)
    expect(await build({ now: later(14) })).toMatchObject({ isNew: false, serial: 1 })
    expect(contentsOf(target)).toEqual(before)
    expect(await build({ now: later(16) })).toMatchObject({ isNew: true, serial: 2 })
    const { expires } = JSON.parse(readFileSync(join(target, '.well-known/atip-registry.json'), 'utf8'))
    expect(Date.parse(expires)).toBe(later(46).getTime())
  })

  test('what an incremental build makes is what a first one makes, except for history', async () => {
    const plantAll = (step: number) => {
      for (let number = 0; number < 400; number++) {
        if (number % 50 === step) continue
        plant(source, `program ${number}`, `tool-${number % 150}`, {
          description: `Step ${number % 7 < step ? step : 0}`,
        })
      }
    }
    for (const step of [0, 1, 2]) {
      rmSync(source, { recursive: true })
      plantAll(step)
      await build({ now: later(step), keepDays: -1 })
    }
    const isKept = (path: string) => !/^(log|signatures|filter)\/|atip-registry/.test(path)
    const incremental = contentsOf(target, isKept)
    rmSync(target, { recursive: true })
    await build({ now: later(3) })
    expect(incremental).toEqual(contentsOf(target, isKept))
  })

  test('a file that was only touched is read again and changes nothing', async () => {
    const file = plant(source, 'x', 'x')
    await build()
    const before = contentsOf(target)
    utimesSync(file, 1, 1)
    expect(await build()).toMatchObject({ isNew: false, updated: 0 })
    expect(contentsOf(target)).toEqual(before)
  })

  test('old files stay for those who still have the old manifest, and then go', async () => {
    plant(source, 'x', 'x')
    await build()
    const [old] = Object.keys(contentsOf(target, (path) => path.startsWith('packs/all')))
    plant(source, 'x', 'x', { description: 'New' })
    await build({ now: later(1) })
    expect(Object.keys(contentsOf(target))).toContain(old)
    plant(source, 'x', 'x', { description: 'Newer' })
    await build({ now: later(9) })
    expect(Object.keys(contentsOf(target))).not.toContain(old)
    checkRegistry(target)
  })

  test('without the state of the last build it refuses to guess', async () => {
    plant(source, 'x', 'x')
    await build()
    rmSync(join(target, '.build'), { recursive: true })
    await expect(build()).rejects.toMatchObject({ code: 'state' })
  })

  test('of two builds at once, one is refused', async () => {
    for (let number = 0; number < 600; number++) plant(source, `program ${number}`, `tool-${number}`)
    const results = await Promise.allSettled([build(), build()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'locked' } })
    checkRegistry(target)
  })
})

describe('pages', () => {
  test('the step is given every tool, and later only what changed', async () => {
    for (const name of ['b', 'a', 'c']) plant(source, name, name)
    plant(source, 'a2', 'a', { binary: { version: '1.10.0' } })
    plant(source, 'a3', 'a', { binary: { version: '1.9.0' } })
    const seen: { all: CatalogTool[]; changed: CatalogTool[]; isWhole: boolean }[] = []
    const options: Partial<RegistryBuildOptions> = {
      pages: (pages) => {
        seen.push({ all: [...pages.tools()], changed: [...pages.changed()], isWhole: pages.isWhole })
        pages.write('/index.html', `<title>${pages.registry.name}</title>`)
        expect(JSON.parse(Buffer.from(pages.shim(hashOf('a'))).toString()).binary.name).toBe('a')
      },
    }
    await build(options)
    const names = (tools: CatalogTool[]) => tools.map(({ name }) => name).sort()
    expect(names(seen[0]!.all)).toEqual(['a', 'b', 'c'])
    expect(seen[0]!.changed).toEqual(seen[0]!.all)
    expect(seen[0]!.all.find(({ name }) => name === 'a')!.shims.map(({ version }) => version)).toEqual([
      '1.0.0',
      '1.9.0',
      '1.10.0',
    ])
    expect(readFileSync(join(target, 'index.html'), 'utf8')).toBe('<title>Test</title>')
    rmSync(join(source, `${hexOf('b')}.json`))
    plant(source, 'c', 'c', { description: 'New' })
    await build(options)
    expect(names(seen[1]!.all)).toEqual(['a', 'c'])
    expect(seen[1]!.changed).toMatchObject(
      [{ name: 'b', shims: [] }, { name: 'c' }].sort((one, other) => (hexOf(one.name) < hexOf(other.name) ? -1 : 1)),
    )
    expect(seen.map(({ isWhole }) => isWhole)).toEqual([true, false])
  })

  test.each(['/shims/sha256/x.json', '/.well-known/atip-registry.json', '/../x', 'x.html', '/policy.json'])(
    'the step cannot write %s',
    async (path) => {
      plant(source, 'x', 'x')
      await expect(build({ pages: (pages) => pages.write(path, '') })).rejects.toThrow(/not a path for a page/)
    },
  )
})
