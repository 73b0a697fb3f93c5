import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '@atip/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpScript, manualPage } from '../packages/crawler/testing/packed-tool.js'
import { treeHash } from '../packages/crawler/testing/tree-hash.js'

const program = fileURLToPath(new URL('../packages/crawler/bin/atip-crawler.mjs', import.meta.url))
const env = { PATH: process.env.PATH, HOME: process.env.HOME, SOURCE_DATE_EPOCH: '1767225600' }
const TOOLS = 12
const KILLS = 10

let home: string
let aloneMs: number
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'atip-crawler-kills-'))
  mkdirSync(join(home, 'tools'))
  for (let index = 0; index < TOOLS; index++) {
    const name = `tool${index}`
    const options = { '--all': 'Show everything', [`--n${index}`]: 'Remove the files' }
    mkdirSync(join(home, name, 'bin'), { recursive: true })
    mkdirSync(join(home, name, 'share/man/man1'), { recursive: true })
    writeFileSync(join(home, name, 'bin', name), helpScript(name, options))
    chmodSync(join(home, name, 'bin', name), 0o755)
    // Every third program has no manual page and must be asked in the sandbox.
    if (index % 3 > 0) writeFileSync(join(home, name, 'share/man/man1', `${name}.1`), manualPage(name, options))
    const manifest = `name: ${name}\nsources:\n  folder: { path: ../${name}, version: "1.${index}" }\n`
    writeFileSync(join(home, 'tools', `${name}.yaml`), manifest)
  }
  const begin = performance.now()
  const alone = crawl('alone')
  aloneMs = performance.now() - begin
  if (!alone.stdout.includes(`${TOOLS} shims published`)) throw new Error(alone.stderr + alone.stdout)
}, 60_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const words = (run: string) => ['crawl', '--all', '--accept-new', '--work', `${run}/work`, '--shims', `${run}/shims`]
const crawl = (run: string) =>
  spawnSync(process.execPath, [program, ...words(run)], { cwd: home, env, encoding: 'utf8' })

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts a crawl and kills it this many milliseconds after it has printed this many lines. True if it was killed. */
function killed(run: string, lines: number, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const child = spawn(process.execPath, [program, ...words(run)], { cwd: home, env, stdio: [...stdio] })
    let seen = 0
    child.stderr!.on('data', (chunk: Buffer) => {
      const before = seen
      seen += chunk.toString().split('\n').length - 1
      if (before < lines && seen >= lines) setTimeout(() => child.kill('SIGKILL'), milliseconds)
    })
    child.on('exit', (_, signal) => resolve(signal === 'SIGKILL'))
  })
}

/** Compares everything: shims, ledger, queue, unpacked packages, and files that a killed writer leaves behind. */
function expectSame(run: string): void {
  const last = crawl(run)
  expect(last).toMatchObject({ status: 0 })
  const files = (path: string) => readdirSync(join(home, path), { recursive: true }).sort()
  expect(files(run)).toEqual(files('alone'))
  expect(treeHash(join(home, run))).toBe(treeHash(join(home, 'alone')))
}

test('killed ten times at random moments and resumed, a crawl ends with the bytes of one that was left alone', async () => {
  const random = randomFrom(20_260_101)
  // A run does about a tenth of the work, so that the kills are spread over all of it. A run that finished starts again
  // from nothing.
  for (let kills = 0, start = 0; kills < KILLS && start < 200; start++) {
    if (await killed('killed', 1, (random() * 2 * aloneMs) / KILLS)) kills++
    else rmSync(join(home, 'killed'), { recursive: true, force: true })
  }
  expectSame('killed')
}, 180_000)

test('killed ten times while it publishes, it ends with the same bytes', async () => {
  const random = randomFrom(20_260_102)
  // All jobs are done, and nothing is published: two lines of planning for each tool precede those of publishing.
  cpSync(join(home, 'alone/work/queue'), join(home, 'publishing/work/queue'), { recursive: true })
  cpSync(join(home, 'alone/work/unpacked'), join(home, 'publishing/work/unpacked'), { recursive: true })
  let kills = 0
  for (let start = 0; kills < KILLS && start < 200; start++) {
    rmSync(join(home, 'publishing/shims/sha256'), { recursive: true, force: true })
    rmSync(join(home, 'publishing/work/ledger'), { recursive: true, force: true })
    if (await killed('publishing', 2 * TOOLS, random() * 20)) kills++
  }
  expect(kills).toBe(KILLS)
  expectSame('publishing')
}, 180_000)

test('what a killed crawl was writing is gone when the next one begins, and a second crawl at once is refused', async () => {
  const run = join(home, 'left')
  cpSync(join(home, 'alone'), run, { recursive: true, verbatimSymlinks: true })
  const leftOver = [
    'shims/sha256/.x.json.1-ff.tmp',
    'work/ledger/published/.x.json.1-ff.tmp',
    'work/queue/done/.x.1-ff.tmp',
    'work/.crawl-began.1-ff.tmp',
    'work/fetched/bytes/.1-0.part',
    'work/scratch/unpack-abc',
  ]
  for (const path of leftOver) writeFileSync(join(run, path), '')
  expectSame('left')

  for (const folder of ['work', 'shims']) {
    const second = await withLock(join(run, folder), () => crawl('left'))
    expect(second.status).toBe(75)
    expect(second.stderr).toMatch(/another crawler works here.*--work/s)
  }
}, 60_000)
