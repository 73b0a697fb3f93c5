import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { validate, type AtipTool } from '@atip/protocol'
import {
  crawl,
  openFileQueue,
  openLedger,
  openShimFolder,
  openWorkshop,
  readManifest,
  type CrawlOptions,
  type ToolManifest,
} from 'atip-crawler'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PackageServer } from '../packages/crawler/testing/package-server.js'
import { manualPage, packedTool } from '../packages/crawler/testing/packed-tool.js'
import { tarBytes } from '../packages/crawler/testing/tar-bytes.js'

let home: string
let server: PackageServer
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'atip-crawler-'))
  server = new PackageServer()
  await server.start()
})
afterEach(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

function manifest(text: string): ToolManifest {
  const reading = readManifest(text, join(home, 'tool.yaml'))
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join('\n'))
  return reading.manifest
}

/** A crawl with everything below `home`; the next one has the state of the last. */
async function crawlOf(manifests: ToolManifest[], more: Partial<CrawlOptions> = {}) {
  const { url } = server
  const shop = openWorkshop({
    folder: join(home, 'work'),
    endpoints: { github: `${url}/api.github`, homebrew: `${url}/brew`, scoop: `${url}/scoop` },
    requestsPerSecond: 1_000,
  })
  const report = await crawl({
    manifests,
    shop,
    queue: openFileQueue(join(home, 'work/queue')),
    ledger: openLedger(join(home, 'work/ledger')),
    shims: openShimFolder(join(home, 'shims')),
    acceptNew: true,
    ...more,
  })
  return { report, traffic: shop.fetcher.traffic }
}

function shims(): AtipTool[] {
  const folder = join(home, 'shims/sha256')
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as AtipTool)
}

const OPTIONS = { '--all': 'Show everything', '--size': 'Show sizes' }

/** `GET /repos/{owner}/{repo}/releases/latest`. */
function githubRelease(repo: string, version: string, assets: Record<string, Buffer>): void {
  server.put(`/api.github/repos/${repo}/releases/latest`, {
    tag_name: `v${version}`,
    draft: false,
    prerelease: false,
    assets: Object.entries(assets).map(([name, bytes]) => {
      const path = `/download/${repo}/${version}/${name}`
      server.put(path, bytes)
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
      return { name, size: bytes.length, digest, browser_download_url: `${server.url}${path}` }
    }),
  })
}

function plantAll(): ToolManifest[] {
  const tool = (name: string, version = '1.2.3') => packedTool({ name, version, options: OPTIONS })
  githubRelease('some/ghtool', '1.2.3', {
    'ghtool-1.2.3-linux-x86_64.tar.gz': tool('ghtool').bytes,
    'ghtool-1.2.3-darwin-arm64.tar.gz': packedTool({ name: 'ghtool', version: '1.2.3-mac', options: OPTIONS }).bytes,
  })
  const bottle = packedTool({ name: 'brewed', version: '2.0', prefix: 'brewed/2.0/', options: OPTIONS })
  server.put('/bottle/brewed', bottle.bytes)
  server.put('/brew/api/formula/brewed.json', {
    name: 'brewed',
    versions: { stable: '2.0', head: null, bottle: true },
    bottle: { stable: { files: { arm64_sonoma: { url: `${server.url}/bottle/brewed`, sha256: bottle.sha256 } } } },
  })
  const exe = Buffer.concat([
    Buffer.from('MZ'),
    Buffer.alloc(58),
    Buffer.from([64, 0, 0, 0]),
    Buffer.from('PE\0\0\x64\x86', 'latin1'),
    Buffer.alloc(40),
  ])
  const scooped = gzipSync(tarBytes([{ path: 'scooped-3/scooped.exe', content: exe }]))
  server.put('/scooped.tgz', scooped)
  server.put('/scoop/Main/master/bucket/scooped.json', {
    version: '3.0',
    extract_dir: 'scooped-3',
    architecture: {
      '64bit': { url: `${server.url}/scooped.tgz`, hash: createHash('sha256').update(scooped).digest('hex') },
    },
    bin: 'scooped.exe',
  })
  server.put('/latest.html', '<p>The newest version is 4.5.6.</p>')
  server.put('/files/4.5.6/linked-linux-amd64.tar.gz', tool('linked', '4.5.6').bytes)
  const local = join(home, 'local')
  mkdirSync(join(local, 'bin'), { recursive: true })
  mkdirSync(join(local, 'share/man/man1'), { recursive: true })
  writeFileSync(join(local, 'bin/near'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(local, 'share/man/man1/near.1'), manualPage('near', OPTIONS))
  return [
    'name: ghtool\nsources:\n  github:\n    repo: some/ghtool\n    asset_patterns: { linux-amd64: "ghtool-*-linux-x86_64.tar.gz", darwin-arm64: "ghtool-*-darwin-arm64.tar.gz", linux-arm64: "ghtool-*-aarch64.tar.gz" }\n    binary_path: "ghtool-*/bin/ghtool"\n',
    'name: brewed\nsources:\n  homebrew: { formula: brewed, platforms: [darwin-arm64] }\n',
    'name: scooped\nsources:\n  scoop: { manifest: scooped }\n',
    `name: linked\nsources:\n  url:\n    template: "${server.url}/files/{version}/linked-{os}-{arch}.tar.gz"\n    version_url: ${server.url}/latest.html\n    platforms: [linux-amd64]\n`,
    'name: near\nsources:\n  folder: { path: ./local, version: "5.0" }\n',
  ].map(manifest)
}

describe('every kind of source', () => {
  test('gives valid shims, and a second crawl downloads nothing', async () => {
    const manifests = plantAll()
    const { report } = await crawlOf(manifests)
    expect(report.failed).toEqual([
      {
        tool: 'ghtool',
        source: 'github',
        platform: 'linux-arm64',
        reason: 'no asset is called ghtool-*-aarch64.tar.gz',
      },
    ])
    // A Windows program is not next to a manual page, and cannot be run here.
    expect(report.programs.silent).toEqual([
      { tool: 'scooped', name: 'scooped', reason: expect.stringContaining('cannot be asked') as unknown },
    ])
    const found = shims().map(({ binary, trust, _generation }) => {
      const { origin, methods } = _generation as { origin: { source: string }; methods: string[] }
      return [binary!.name, binary!.version, binary!.platform, origin.source, methods.join('+'), trust!.source].join(
        ' ',
      )
    })
    expect(found.sort()).toEqual([
      'brewed 2.0 darwin-arm64 homebrew man inferred',
      'ghtool 1.2.3 darwin-arm64 github man inferred',
      'ghtool 1.2.3 linux-amd64 github man inferred',
      'linked 4.5.6 linux-amd64 url man inferred',
      'near 5.0 linux-amd64 folder man inferred',
    ])
    for (const shim of shims())
      expect(validate(shim, { profile: 'strict' }).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(server.seen.find(({ path }) => path === '/bottle/brewed')?.authorization).toBe('Bearer QQ==')

    server.sent()
    const before = shims()
    const again = await crawlOf(manifests)
    expect(server.seen.map(({ status }) => status)).toEqual(server.seen.map(() => 304))
    expect(again.traffic).toMatchObject({ bytes: 0 })
    expect(again.report.published.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
    expect(shims()).toEqual(before)
  })

  test('that fails is told with its reason, and the rest goes on', async () => {
    const manifests = plantAll().slice(0, 3)
    const { paths } = server
    // Busy for a moment; different JSON than last week; other bytes than promised.
    Object.assign(paths.get('/bottle/brewed')!, { status: 429, times: 1, headers: { 'retry-after': '0' } })
    server.put('/scoop/Main/master/bucket/scooped.json', { version: 3, architecture: [] })
    const path = '/download/some/ghtool/1.2.3/ghtool-1.2.3-linux-x86_64.tar.gz'
    server.put(path, Buffer.concat([Buffer.from(paths.get(path)!.body), Buffer.from('x')]))
    const { report } = await crawlOf(manifests)
    expect(
      report.failed.map(({ tool, platform, reason }) => [tool, platform, reason.replace(/[0-9a-f]{64}/g, 'HEX')]),
    ).toEqual([
      ['ghtool', 'linux-arm64', expect.stringContaining('no asset') as unknown],
      ['scooped', undefined, expect.stringMatching(/version must be a text; found 3/) as unknown],
      ['ghtool', 'linux-amd64', expect.stringMatching(/hash-mismatch: .*sha256 must be HEX; found HEX/) as unknown],
    ])
    expect(
      shims()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['brewed', 'ghtool'])
    expect(server.seen.filter(({ path }) => path === '/bottle/brewed').map(({ status }) => status)).toEqual([429, 200])
  })
})

test('packages of npm come from the registry that npm is configured for, and are asked in the sandbox', async () => {
  const script = '#!/usr/bin/env node\nconsole.log("Usage: noded [OPTIONS]\\n\\nOptions:\\n  --flat  Show no tree")\n'
  const packageJson = JSON.stringify({ name: 'noded', version: '1.0.0', bin: { noded: 'cli.js' } })
  const bytes = gzipSync(
    tarBytes([
      { path: 'package/package.json', content: packageJson },
      { path: 'package/cli.js', content: script, mode: 0o755 },
    ]),
  )
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  server.put('/npm/noded/-/noded-1.0.0.tgz', bytes)
  server.put('/npm/noded', {
    name: 'noded',
    'dist-tags': { latest: '1.0.0' },
    versions: {
      '1.0.0': {
        name: 'noded',
        version: '1.0.0',
        bin: { noded: 'cli.js' },
        dist: { tarball: `${server.url}/npm/noded/-/noded-1.0.0.tgz`, integrity },
      },
    },
  })
  const before = process.env.npm_config_registry
  process.env.npm_config_registry = `${server.url}/npm/`
  try {
    const tools = [manifest('name: noded\nsources:\n  npm: { package: noded }\n')]
    const { report } = await crawlOf(tools)
    expect(report.failed).toEqual([])
    const hasSandbox = spawnSync('bwrap', ['--version']).status === 0
    if (!hasSandbox && process.env.CI === undefined) return
    expect(report.methods).toEqual({ help: 1 })
    expect(shims()[0]!.commands!['']!.options!.map(({ flags }) => flags)).toEqual([['--flat']])
    server.sent()
    await crawlOf(tools)
    expect(server.sent()).toEqual([])
  } finally {
    if (before === undefined) delete process.env.npm_config_registry
    else process.env.npm_config_registry = before
  }
})

const hasApt = spawnSync('apt-get', ['--version']).status === 0 && spawnSync('dpkg-deb', ['--version']).status === 0

describe.skipIf(!hasApt && process.env.CI === undefined)('Debian packages', () => {
  function plantDebian(): string {
    const tree = join(home, 'tree')
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true })
    mkdirSync(join(tree, 'bin'), { recursive: true })
    mkdirSync(join(tree, 'usr/share/man/man1'), { recursive: true })
    writeFileSync(join(tree, 'bin/debbed'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(tree, 'usr/share/man/man1/debbed.1.gz'), gzipSync(manualPage('debbed', OPTIONS)))
    const control = 'Package: debbed\nVersion: 1:2.0~rc1-1\nArchitecture: amd64\nMaintainer: A\nDescription: x\n'
    writeFileSync(join(tree, 'DEBIAN/control'), control)
    const file = join(home, 'debbed.deb')
    execFileSync('dpkg-deb', ['--root-owner-group', '-b', tree, file], { stdio: 'ignore' })
    const bytes = readFileSync(file)
    server.put('/debian/pool/debbed.deb', bytes)
    const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
    const packages = `${control.trimEnd()}\nFilename: pool/debbed.deb\nSize: ${bytes.length}\nSHA256: ${hash(bytes)}\n\n`
    server.put('/debian/dists/stable/main/binary-amd64/Packages', packages)
    const release = `Origin: Test\nSuite: stable\nCodename: stable\nArchitectures: amd64\nComponents: main\nDate: Mon, 01 Jan 2024 00:00:00 UTC\nSHA256:\n ${hash(packages)} ${packages.length} main/binary-amd64/Packages\n`
    server.put('/debian/dists/stable/Release', release)
    return hash(bytes)
  }

  /** apt's own configuration, with our mirror only. */
  async function withMirror<T>(mirror: string, act: () => Promise<T>): Promise<T> {
    mkdirSync(join(home, 'apt/parts'), { recursive: true })
    writeFileSync(join(home, 'apt/sources.list'), `${mirror}\n`)
    writeFileSync(
      join(home, 'apt/apt.conf'),
      `Dir::Etc::sourcelist "${join(home, 'apt/sources.list')}";\nDir::Etc::sourceparts "${join(home, 'apt/parts')}";\n`,
    )
    process.env.APT_CONFIG = join(home, 'apt/apt.conf')
    try {
      return await act()
    } finally {
      delete process.env.APT_CONFIG
    }
  }

  test('come from the mirrors that apt is configured for, by their hash', async () => {
    plantDebian()
    const tools = [manifest('name: debbed\nsources:\n  apt: { package: debbed }\n')]
    await withMirror(`deb [trusted=yes] ${server.url}/debian stable main`, async () => {
      const { report } = await crawlOf(tools)
      expect(report.failed).toEqual([])
      expect(shims()[0]).toMatchObject({
        name: 'debbed',
        version: '1:2.0~rc1-1',
        _generation: { origin: { from: 'debbed', place: 'usr/bin/debbed' } },
      })
      server.sent()
      const again = await crawlOf(tools)
      expect(server.sent()).toEqual([])
      expect(again.report.published).toMatchObject([{ outcome: 'unchanged' }])
      server.put('/debian/pool/debbed.deb', 'other bytes')
      rmSync(join(home, 'work'), { recursive: true })
      const { report: refused } = await crawlOf(tools)
      expect(refused.failed[0]?.reason).toMatch(/hash-mismatch/)
    })
  })

  test('of an unsigned mirror are refused', async () => {
    plantDebian()
    const tools = [manifest('name: debbed\nsources:\n  apt: { package: debbed }\n')]
    await withMirror(`deb ${server.url}/debian stable main`, async () => {
      const { report } = await crawlOf(tools)
      expect(report.failed[0]?.reason).toMatch(/not signed|apt-get update/)
      expect(report.programs.described).toBe(0)
    })
  })
})
