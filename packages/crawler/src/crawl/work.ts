import { failureFrom } from '../failure.js'
import { sleep } from '../fetch/rate-limit.js'
import type { Lease, Queue } from '../queue/types.js'
import type { CrawlJob, JobResult } from './job.js'
import { runJob, type JobEvents } from './run-job.js'
import type { Workshop } from './workshop.js'

export type CrawlQueue = Queue<CrawlJob, JobResult>

export interface WorkEvents {
  onBegin?: (job: CrawlJob) => JobEvents
  onEnd?: (
    job: CrawlJob,
    ending: { ok: true; result: JobResult } | { ok: false; reason: string; willRetry: boolean },
  ) => void
}

export interface WorkOptions extends WorkEvents {
  concurrency: number
  /** Ends when no job is left; otherwise waits for more. */
  untilEmpty: boolean
  signal?: AbortSignal
}

/** The polling interval for new jobs. */
const IDLE_MS = 200

/** The delay after the first temporary failure; each further delay is four times as long. */
const FIRST_RETRY_MS = 1_000

/** Runs jobs, several in parallel. */
export async function work(queue: CrawlQueue, shop: Workshop, options: WorkOptions): Promise<void> {
  const { concurrency, untilEmpty, signal } = options
  let busy = 0
  const worker = async () => {
    for (;;) {
      if (signal?.aborted) return
      const lease = await queue.lease()
      if (lease === undefined) {
        const { waiting, leased } = await queue.counts()
        // A job of another worker may return to the queue.
        if (untilEmpty && busy === 0 && waiting + leased === 0) return
        await sleep(IDLE_MS, signal)
        continue
      }
      busy++
      try {
        await doJob(lease, queue, shop, options)
      } finally {
        busy--
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  signal?.throwIfAborted()
}

async function doJob(
  lease: Lease<CrawlJob>,
  queue: CrawlQueue,
  shop: Workshop,
  { onBegin, onEnd, signal }: WorkOptions,
) {
  const timer = setInterval(() => void queue.renew(lease).catch(() => {}), queue.leaseMs / 3)
  try {
    const result = await runJob(lease.data, shop, onBegin?.(lease.data))
    await queue.ack(lease, result)
    onEnd?.(lease.data, { ok: true, result })
  } catch (error) {
    // A worker that was stopped leaves the job to the next one.
    if (signal?.aborted) return
    const { isPassing, retryAfterMs, code, message } = failureFrom(error)
    const pause = Math.max(retryAfterMs ?? 0, FIRST_RETRY_MS * 4 ** lease.attempts)
    const reason = `${code}: ${message}`
    await queue.nack(lease, { reason, ...(isPassing && { retryAfterMs: pause }) })
    onEnd?.(lease.data, { ok: false, reason, willRetry: isPassing })
  } finally {
    clearInterval(timer)
  }
}
