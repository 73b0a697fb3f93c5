import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { accept, crawl, openFileQueue, openLedger, openShimFolder, openWorkshop, type ToolManifest } from 'atip-crawler'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { helpScript, manualPage } from '../packages/crawler/testing/packed-tool.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'atip-crawler-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A tool in a folder, like the output of a build. */
function plant(name: string, files: Record<string, string | Buffer>): void {
  rmSync(join(home, name), { recursive: true, force: true })
  for (const [place, content] of Object.entries(files)) {
    const file = join(home, name, place)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
    if (place.startsWith('bin/')) chmodSync(file, 0o755)
  }
}

const tracked = (name: string, version: string): ToolManifest => ({
  name,
  sources: { folder: { path: name, version, platform: 'linux-amd64' } },
  file: join(home, `${name}.yaml`),
})

const places = () => ({
  ledger: openLedger(join(home, 'work/ledger')),
  shims: openShimFolder(join(home, 'shims')),
})

async function crawlOf(manifests: ToolManifest[], { acceptNew = false } = {}) {
  const shop = openWorkshop({ folder: join(home, 'work') })
  return crawl({ manifests, shop, queue: openFileQueue(join(home, 'work/queue')), ...places(), acceptNew })
}

const versions = () =>
  readdirSync(join(home, 'shims/sha256'))
    .map((name) => JSON.parse(readFileSync(join(home, 'shims/sha256', name), 'utf8')) as AtipTool)
    .map(({ version }) => version)
    .sort()

const release = (version: string, options: Record<string, string>) =>
  plant('sweep', {
    'bin/sweep': `${helpScript('sweep', options)}# ${version}\n`,
    'share/man/man1/sweep.1': manualPage('sweep', options),
  })

describe('what is published', () => {
  test('is what a person accepted, and updates that do nothing else than before', async () => {
    release('1.0', { '--all': 'Show everything' })
    const first = await crawlOf([tracked('sweep', '1.0')])
    expect(first.published).toMatchObject([{ outcome: 'review', review: { kind: 'new', changes: [] } }])
    expect(versions()).toEqual([])
    const { ledger, shims } = places()
    accept(ledger.reviews('sweep')[0]!, { ledger, shims, timestamp: '2026-01-01T00:00:00.000Z' })
    expect(versions()).toEqual(['1.0'])
    expect(ledger.reviews()).toEqual([])

    release('1.1', { '--all': 'Show everything', '--size': 'Show sizes' })
    const second = await crawlOf([tracked('sweep', '1.1')])
    expect(second.published).toMatchObject([{ outcome: 'published', version: '1.1' }])

    release('1.2', { '--all': 'Show everything', '--delete': 'Delete the files for good' })
    const third = await crawlOf([tracked('sweep', '1.2')])
    expect(third.published[0]?.outcome).toBe('review')
    const review = places().ledger.reviews('sweep')[0]!
    expect(review).toMatchObject({ kind: 'update', version: '1.2' })
    expect(review.changes.map(({ message }) => message).join('\n')).toMatch(/delete/)
    expect(versions()).toEqual(['1.0', '1.1'])

    // A second crawl leaves it waiting, once.
    expect((await crawlOf([tracked('sweep', '1.2')])).published[0]?.outcome).toBe('review')
    expect(places().ledger.reviews()).toHaveLength(1)

    release('1.3', { '--all': 'Show everything', '--size': 'Show sizes', '--flat': 'Show no tree' })
    expect((await crawlOf([tracked('sweep', '1.3')])).published[0]?.outcome).toBe('published')
    expect(places().ledger.reviews()).toEqual([])
  })

  test('keeps the version under which the same bytes were known first', async () => {
    release('1.0', { '--all': 'Show everything' })
    await crawlOf([tracked('sweep', '1.0')], { acceptNew: true })
    const again = await crawlOf([tracked('sweep', '1.0.1')], { acceptNew: true })
    expect(again.failed).toEqual([])
    expect(versions()).toEqual(['1.0'])
  })
})

const shimsThere = () =>
  readdirSync(join(home, 'shims/sha256')).map(
    (name) => JSON.parse(readFileSync(join(home, 'shims/sha256', name), 'utf8')) as AtipTool,
  )

/** The template of RFC 4.10.2, whose options have no descriptions. */
const CURL = {
  commands: {
    '': {
      description: 'Transfer a URL',
      options: [
        { name: 'request', flags: ['-X', '--request'], type: 'enum', enum: ['GET', 'POST'] },
        { name: 'max-time', flags: ['--max-time'], type: 'string' },
      ],
      effects: { network: true, idempotent: false },
    },
  },
}

describe('the template of a manifest', () => {
  test('counts, also if it leaves out descriptions as the example of the RFC does', async () => {
    release('1.0', { '--all': 'Show everything' })
    const report = await crawlOf([{ ...tracked('sweep', '1.0'), template: CURL }], { acceptNew: true })
    expect(report.published).toMatchObject([{ outcome: 'published' }])
    const own = shimsThere()[0]!.commands!['']!
    expect(own.effects).toMatchObject({ network: true, idempotent: false })
    expect(own.options!.map(({ name, description }) => [name, description])).toEqual([
      ['all', 'Show everything'],
      ['request', 'request'],
      ['max-time', 'max time'],
    ])
  })

  test('is enough for a program that nothing else describes, also of another system', async () => {
    plant('quiet', { 'bin/quiet': '#!/bin/sh\nexit 0\n' })
    const manifest: ToolManifest = {
      ...tracked('quiet', '1.0'),
      description: 'Do it without a word',
      sources: { folder: { path: 'quiet', version: '1.0', platform: 'darwin-arm64' } },
      template: CURL,
    }
    const report = await crawlOf([manifest], { acceptNew: true })
    expect(report.programs.silent).toEqual([])
    expect(report.methods).toEqual({ template: 1 })
    const [shim] = shimsThere()
    expect(shim).toMatchObject({
      description: 'Do it without a word',
      commands: { '': { description: 'Transfer a URL', effects: { network: true } } },
      _generation: { method: 'template', methods: ['template'], confidence: 'low' },
    })
  })

  test.each([
    [{ commands: { '': { options: {} } } }, '/commands//options'],
    [{ commands: { '': { effects: { network: 'yes' } } } }, '/commands//effects/network'],
    [{ comands: CURL.commands }, 'unknown key "comands"; did you mean "commands"?'],
  ])('that is not valid sets the tool aside and says where: %j', async (template, where) => {
    release('1.0', { '--all': 'Show everything' })
    const report = await crawlOf([{ ...tracked('sweep', '1.0'), template }], { acceptNew: true })
    expect(report.published).toEqual([])
    expect(report.failed).toMatchObject([{ tool: 'sweep', reason: expect.stringMatching(/^manifest: template /) }])
    expect(report.failed[0]!.reason).toContain(where)
  })
})

const hasSandbox = spawnSync('bwrap', ['--version']).status === 0

describe.skipIf(!hasSandbox && process.env.CI === undefined)('programs that must be asked', () => {
  test('may hang, flood or be for another machine: each is told, and the rest goes on', async () => {
    const arm = Buffer.alloc(64)
    arm.write('\x7fELF\x02\x01\x01', 'latin1')
    arm.writeUInt16LE(183, 18)
    plant('mixed', {
      'bin/hangs': '#!/bin/sh\nsleep 1000\n',
      'bin/floods': '#!/bin/sh\nhead -c 50000000 /dev/zero | tr "\\0" x\n',
      'bin/foreign': arm,
      'bin/says-nothing': '#!/bin/sh\nexit 0\n',
      'bin/fine': helpScript('fine', { '--all': 'Show everything' }),
    })
    const report = await crawlOf([tracked('mixed', '1.0')], { acceptNew: true })
    expect(report.programs.described).toBe(1)
    expect(report.methods).toEqual({ help: 1 })
    expect(Object.fromEntries(report.programs.silent.map(({ name, reason }) => [name, reason]))).toEqual({
      hangs: 'it did not answer in time',
      floods: expect.stringMatching(/more than the sandbox takes|names no options/) as unknown,
      foreign: 'it is for linux-arm64, not for linux-amd64',
      'says-nothing': 'it said nothing',
    })
  })

  test('never see or change what is outside', async () => {
    const mark = join(home, 'mark')
    const body = `echo harm > ${mark}; echo harm > /tmp/mark; rm -rf ${home}; cat ${home}/secret`
    plant('evil', {
      'bin/evil': `#!/bin/sh\n${body}\necho 'Usage: evil [--all]'\necho 'Options:'\necho '  --all  everything'\n`,
    })
    writeFileSync(join(home, 'secret'), 'do not read')
    await crawlOf([tracked('evil', '1.0')], { acceptNew: true })
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('do not read')
    expect(readdirSync(home).sort()).toEqual(['evil', 'secret', 'shims', 'work'])
    const text = readdirSync(join(home, 'shims/sha256')).map((name) =>
      readFileSync(join(home, 'shims/sha256', name), 'utf8'),
    )
    expect(text.join('')).not.toContain('do not read')
  })
})
