import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRedisQueue } from '../../packages/crawler/src/queue/redis-queue.js'
import { queueLaws } from '../../packages/crawler/testing/queue-laws.js'
import { helpScript } from '../../packages/crawler/testing/packed-tool.js'
import { RedisServer } from '../../packages/crawler/testing/redis.js'
import { treeHash } from '../../packages/crawler/testing/tree-hash.js'

const isSkipped = spawnSync('redis-server', ['--version']).status !== 0 && process.env.CI === undefined

describe.skipIf(isSkipped)('a queue on Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atip-redis-'))
  const redis = new RedisServer(folder)
  let count = 0
  beforeAll(() => redis.start())
  afterAll(async () => {
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  queueLaws((settings) => openRedisQueue(redis.url, settings, `laws-${++count}`))

  test('one of two workers killed and Redis restarted, each job has one result: that of a crawl alone', async () => {
    const program = fileURLToPath(new URL('../../packages/crawler/bin/atip-crawler.mjs', import.meta.url))
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SOURCE_DATE_EPOCH: '1767225600' }
    const home = join(folder, 'crawl')
    mkdirSync(join(home, 'tools'), { recursive: true })
    for (let index = 0; index < 20; index++) {
      const name = `tool${index}`
      mkdirSync(join(home, name, 'bin'), { recursive: true })
      writeFileSync(join(home, name, 'bin', name), helpScript(name, { '--all': 'Show all', [`--n${index}`]: 'Count' }))
      chmodSync(join(home, name, 'bin', name), 0o755)
      const manifest = `name: ${name}\nsources:\n  folder: { path: ../${name}, version: "1.${index}" }\n`
      writeFileSync(join(home, 'tools', `${name}.yaml`), manifest)
    }
    const start = (words: string[]): { child: ChildProcess; lines: string[]; ended: Promise<number | null> } => {
      const child = spawn(process.execPath, [program, ...words], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const lines: string[] = []
      const note = (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean))
      child.stdout.on('data', note)
      child.stderr.on('data', note)
      return { child, lines, ended: new Promise((resolve) => child.on('exit', resolve)) }
    }
    const until = async (isTrue: () => boolean) => {
      while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const crawl = (run: string) => [
      'crawl',
      '--all',
      '--accept-new',
      '--work',
      `${run}/work`,
      '--shims',
      `${run}/shims`,
    ]
    expect(await start(crawl('alone')).ended).toBe(0)

    const shared = ['--queue', redis.url, '--lease', '2', '--jobs', '1']
    const worker = start(['work', '--wait', '--work', 'one', ...shared])
    const planner = start([...crawl('shared'), ...shared])
    await until(() => worker.lines.length >= 3 && planner.lines.some((line) => line.includes('Hash')))
    worker.child.kill('SIGKILL')
    await redis.stop('SIGKILL')
    await redis.start()
    const second = start(['work', '--work', 'two', ...shared])
    expect(await planner.ended).toBe(0)
    expect(await second.ended).toBe(0)
    expect(planner.lines.join('\n')).toContain('20 shims published')
    expect(treeHash(join(home, 'shared/shims'))).toBe(treeHash(join(home, 'alone/shims')))
    const queue = await openRedisQueue(redis.url)
    expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, done: 20, poison: 0 })
    await queue.close()
  }, 180_000)
})
