import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { queueLaws } from '../../testing/queue-laws.js'
import { openFileQueue } from './file-queue.js'

const folder = mkdtempSync(join(tmpdir(), 'atip-queue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const place = () => join(folder, String(++count))

describe('a queue in a folder', () => {
  queueLaws((settings) => Promise.resolve(openFileQueue(place(), settings)))

  test('whatever workers do in whatever order, each job has exactly one result', async () => {
    const step = fc.constantFrom('lease', 'ack', 'nack', 'vanish', 'wait')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), async (steps, jobs) => {
        let now = 1_000
        const queue = openFileQueue<number, number>(place(), { leaseMs: 100, attempts: 1_000 }, () => now)
        const ids = Array.from({ length: jobs }, (_, index) => String(index).padStart(16, 'f'))
        for (const [index, id] of ids.entries()) await queue.enqueue({ id, data: index })
        const held: NonNullable<Awaited<ReturnType<typeof queue.lease>>>[] = []
        const acked: string[] = []
        for (const one of [...steps, 'wait' as const]) {
          now += one === 'wait' ? 200 : 1
          if (one === 'lease') {
            const lease = await queue.lease()
            if (lease) held.push(lease)
          }
          if (one === 'vanish') held.shift()
          const lease = one === 'ack' || one === 'nack' ? held.shift() : undefined
          if (lease && one === 'nack') await queue.nack(lease, { reason: 'x', retryAfterMs: 5 })
          if (lease && one === 'ack' && (await queue.ack(lease, lease.data))) acked.push(lease.id)
        }
        expect(new Set(acked).size).toBe(acked.length)
        now += 10_000
        for (let lease = await queue.lease(); lease !== undefined; lease = await queue.lease()) {
          await queue.ack(lease, lease.data)
        }
        for (const [index, id] of ids.entries()) expect(await queue.ending(id)).toEqual({ ok: true, result: index })
        expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, done: jobs, poison: 0 })
      }),
      { numRuns: 60 },
    )
  })
})
