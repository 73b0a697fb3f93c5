import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate, type AtipTool } from '@atip/protocol'
import { crawl, openFileQueue, openLedger, openShimFolder, openWorkshop } from 'atip-crawler'
import { afterAll, describe, expect, test } from 'vitest'

const isSkipped =
  ['apt-get', 'dpkg-deb', 'bwrap'].some((program) => spawnSync(program, ['--version']).status !== 0) &&
  process.env.CI === undefined

/** Needs the configured mirrors of apt: some 40 MB, the essential system. */
describe.skipIf(isSkipped)('packages of the configured Debian mirrors', () => {
  const home = mkdtempSync(join(tmpdir(), 'atip-debian-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const crawlOf = async () => {
    const shop = openWorkshop({ folder: join(home, 'work'), ask: 'all' })
    const report = await crawl({
      manifests: ['hello', 'cowsay'].map((name) => ({
        name,
        sources: { apt: { package: name, platforms: ['linux-amd64' as const] } },
        file: `${name}.yaml`,
      })),
      shop,
      queue: openFileQueue(join(home, 'work/queue')),
      ledger: openLedger(join(home, 'work/ledger')),
      shims: openShimFolder(join(home, 'shims')),
      acceptNew: true,
    })
    return { report, traffic: shop.fetcher.traffic }
  }

  test('are described by their pages and by asking them in a system of their own, once', async () => {
    const { report } = await crawlOf()
    expect(report.failed).toEqual([])
    const shims = readdirSync(join(home, 'shims/sha256')).map(
      (name) => JSON.parse(readFileSync(join(home, 'shims/sha256', name), 'utf8')) as AtipTool,
    )
    const hello = shims.find(({ name }) => name === 'hello')!
    expect(hello._generation).toMatchObject({
      methods: ['help', 'man'],
      origin: { source: 'apt', place: 'usr/bin/hello' },
    })
    expect(hello.commands!['']!.options!.flatMap(({ flags }) => flags)).toEqual(
      expect.arrayContaining(['-t', '--traditional', '-g', '--greeting']),
    )
    for (const shim of shims) {
      expect(validate(shim, { profile: 'strict' }).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    }
    const again = await crawlOf()
    expect(again.traffic.bytes).toBe(0)
    expect(again.report.published.map(({ outcome }) => outcome)).toEqual(shims.map(() => 'unchanged'))
  }, 300_000)
})
