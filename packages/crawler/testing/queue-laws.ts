import { expect, test } from 'vitest'
import type { Queue, QueueSettings } from '../src/queue/types.js'

interface Data {
  n: number
}
type Open = (settings: QueueSettings) => Promise<Queue<Data, string>>

const idOf = (n: number) => String(n).padStart(20, 'a')
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The properties of every queue, whatever its storage. */
export function queueLaws(open: Open): void {
  test('a job is given to one worker, and has one result', async () => {
    const queue = await open({ leaseMs: 60_000, attempts: 3 })
    expect(await queue.enqueue({ id: idOf(1), data: { n: 1 } })).toBe(true)
    const [a, b] = await Promise.all([queue.lease(), queue.lease()])
    const lease = (a ?? b)!
    expect([a, b].filter((one) => one !== undefined)).toHaveLength(1)
    expect(lease).toMatchObject({ id: idOf(1), data: { n: 1 }, attempts: 0 })
    expect(await queue.renew(lease)).toBe(true)
    expect(await queue.ack(lease, 'one')).toBe(true)
    expect(await queue.ending(idOf(1))).toEqual({ ok: true, result: 'one' })
    expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, done: 1, poison: 0 })
    await queue.close()
  })

  test('what is known is not added again, in whatever state it is', async () => {
    const queue = await open({ leaseMs: 60_000, attempts: 1 })
    const job = { id: idOf(2), data: { n: 2 } }
    expect(await queue.enqueue(job)).toBe(true)
    expect(await queue.enqueue(job)).toBe(false)
    const lease = (await queue.lease())!
    expect(await queue.enqueue(job)).toBe(false)
    await queue.nack(lease, { reason: 'no use' })
    expect(await queue.enqueue(job)).toBe(false)
    expect(await queue.ending(job.id)).toEqual({ ok: false, reason: 'no use' })
    await queue.retry(job.id)
    const again = (await queue.lease())!
    expect(again.attempts).toBe(0)
    await queue.ack(again, 'two')
    expect(await queue.enqueue(job)).toBe(false)
    expect(await queue.ending(job.id)).toEqual({ ok: true, result: 'two' })
    await queue.close()
  })

  test('what may pass is tried again later, and set aside with its reason in the end', async () => {
    const queue = await open({ leaseMs: 60_000, attempts: 2 })
    await queue.enqueue({ id: idOf(3), data: { n: 3 } })
    await queue.nack((await queue.lease())!, { reason: 'busy', retryAfterMs: 100 })
    expect(await queue.lease()).toBeUndefined()
    let again = await queue.lease()
    while (again === undefined) {
      await pause(20)
      again = await queue.lease()
    }
    expect(again.attempts).toBe(1)
    await queue.nack(again, { reason: 'still busy', retryAfterMs: 1 })
    expect(await queue.ending(idOf(3))).toEqual({ ok: false, reason: 'still busy' })
    await queue.close()
  })

  test('a worker that vanishes loses its job, and its late result does not count', async () => {
    const queue = await open({ leaseMs: 400, attempts: 3 })
    await queue.enqueue({ id: idOf(4), data: { n: 4 } })
    const lost = (await queue.lease())!
    let next = await queue.lease()
    while (next === undefined) {
      await pause(50)
      next = await queue.lease()
    }
    expect(next.id).toBe(lost.id)
    expect(next.token).not.toBe(lost.token)
    expect(await queue.ack(lost, 'late')).toBe(false)
    expect(await queue.ack(next, 'in time')).toBe(true)
    expect(await queue.ending(idOf(4))).toEqual({ ok: true, result: 'in time' })
    await queue.close()
  })
}
