import { randomBytes } from 'node:crypto'
import type { Job, Queue as BullQueue, Worker as BullWorker } from 'bullmq'
import { CrawlFailure } from '../failure.js'
import { QUEUE_SETTINGS, type Queue, type QueueSettings } from './types.js'

/** A job in BullMQ, with the number of attempts. */
interface Stored<Data> {
  data: Data
  attempts: number
}

/** BullMQ treats ids that consist of digits as numbers. */
const idOf = (id: string) => `job-${id}`

const plainId = (id = '') => id.slice('job-'.length)

/** Effectively unlimited, because it is normal that machines disappear. */
const MOST_STALLS = 1_000_000

/** A queue on Redis with BullMQ, for workers on many machines. */
export async function openRedisQueue<Data, Result>(
  url: string,
  { leaseMs, attempts: most }: QueueSettings = QUEUE_SETTINGS,
  name = 'crawl',
): Promise<Queue<Data, Result>> {
  const { Queue: Bull, Worker, UnrecoverableError, Redis } = await load()
  // Commands wait while Redis is unavailable.
  const connect = () => new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true })
  const [forQueue, forWorker] = [connect(), connect()]
  const settings = { prefix: 'atip-crawler' }
  const queue: BullQueue<Stored<Data>, Result> = new Bull(name, { ...settings, connection: forQueue })
  const worker: BullWorker<Stored<Data>, Result> = new Worker(name, null, {
    ...settings,
    connection: forWorker,
    autorun: false,
    lockDuration: leaseMs,
    stalledInterval: Math.ceil(leaseMs / 2),
    maxStalledCount: MOST_STALLS,
  })
  // Connection errors are reported by the commands that fail.
  const passed = () => {}
  queue.on('error', passed)
  worker.on('error', passed)
  for (const connection of [forQueue, forWorker]) connection.on('error', passed)
  await queue.waitUntilReady()
  await worker.waitUntilReady()
  await worker.startStalledCheckTimer()
  const leases = new Map<string, Job<Stored<Data>, Result>>()

  /** False if the lock is lost: another worker has the job, or has finished it. */
  const held = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      if (/lock|Missing key|not in the active state/i.test((error as Error).message)) return false
      throw error
    }
  }

  return {
    leaseMs,
    async enqueue({ id, data }) {
      if ((await queue.getJob(idOf(id))) !== undefined) return false
      const keep = { removeOnComplete: false, removeOnFail: false }
      // BullMQ ignores a second job with the same id.
      await queue.add('crawl', { data, attempts: 0 }, { jobId: idOf(id), ...keep })
      return true
    },
    async lease() {
      const token = randomBytes(8).toString('hex')
      const job = (await worker.getNextJob(token, { block: false })) as Job<Stored<Data>, Result> | undefined
      if (job === undefined) return undefined
      leases.set(token, job)
      return { id: plainId(job.id), data: job.data.data, attempts: job.data.attempts, token }
    },
    renew: async ({ token }) => held(async () => leases.get(token)?.extendLock(token, leaseMs)),
    async ack({ token }, result) {
      const job = leases.get(token)
      leases.delete(token)
      return job !== undefined && held(() => job.moveToCompleted(result, token, false))
    },
    async nack({ token, data, attempts }, { reason, retryAfterMs }) {
      const job = leases.get(token)
      leases.delete(token)
      if (job === undefined) return
      const tried = attempts + 1
      await held(async () => {
        await job.updateData({ data, attempts: tried })
        if (retryAfterMs !== undefined && tried < most) await job.moveToDelayed(Date.now() + retryAfterMs, token)
        else await job.moveToFailed(new UnrecoverableError(reason), token, false)
      })
    },
    async ending(id) {
      const job = (await queue.getJob(idOf(id))) as Job<Stored<Data>, Result> | undefined
      const state = await job?.getState()
      if (state === 'completed') return { ok: true, result: job!.returnvalue }
      return state === 'failed' ? { ok: false, reason: job!.failedReason } : undefined
    },
    async retry(id) {
      const job = (await queue.getJob(idOf(id))) as Job<Stored<Data>, Result> | undefined
      if (job === undefined || (await job.getState()) !== 'failed') return
      await job.updateData({ data: job.data.data, attempts: 0 })
      await job.retry('failed')
    },
    async poison() {
      const jobs = (await queue.getFailed()) as Job<Stored<Data>, Result>[]
      return jobs.map(({ id, data, failedReason }) => ({ id: plainId(id), data: data.data, reason: failedReason }))
    },
    async counts() {
      const counts = await queue.getJobCounts('waiting', 'delayed', 'prioritized', 'active', 'completed', 'failed')
      const of = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
      const waiting = of('waiting', 'delayed', 'prioritized')
      return { waiting, leased: of('active'), done: of('completed'), poison: of('failed') }
    },
    async close() {
      await worker.close(true)
      await queue.close()
      forQueue.disconnect()
      forWorker.disconnect()
    },
  }
}

/** Optional dependencies, loaded only for Redis. */
async function load() {
  try {
    const { Queue, Worker, UnrecoverableError } = await import('bullmq')
    const { Redis } = await import('ioredis')
    return { Queue, Worker, UnrecoverableError, Redis }
  } catch (error) {
    const message = 'a queue on Redis needs two more packages: npm install bullmq@6.7.0 ioredis@5.11.1'
    throw new CrawlFailure('missing-client', message, { cause: error })
  }
}
