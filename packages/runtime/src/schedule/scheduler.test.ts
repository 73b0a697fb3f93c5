import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inConflict, type CallResource } from './resource.js'
import { Scheduler, type Ticket } from './scheduler.js'

const read = (key: string): CallResource[] => [{ key, access: 'read' }]
const write = (key: string): CallResource[] => [{ key, access: 'write' }]
const never = new AbortController().signal
const turn = () => wait(0)

/** Collects the names of calls as they are admitted. */
function watch(tickets: Record<string, Ticket>, signal = never) {
  const admitted: string[] = []
  for (const [name, ticket] of Object.entries(tickets)) void ticket.admit(signal).then(() => admitted.push(name))
  return admitted
}

describe('conflicts', () => {
  test('two calls conflict if one changes what the other touches, or something inside of it', () => {
    expect(inConflict(read('path:/a'), read('path:/a'))).toBe(false)
    expect(inConflict(read('path:/a'), write('path:/a'))).toBe(true)
    expect(inConflict(write('path:/a'), read('path:/a/b'))).toBe(true)
    expect(inConflict(write('path:/a/b'), read('path:/a'))).toBe(true)
    expect(inConflict(write('path:/a'), read('path:/ab'))).toBe(false)
    expect(inConflict(write('path:/'), read('path:/ab'))).toBe(true)
    expect(inConflict(write('db:main'), write('path:/a'))).toBe(false)
  })

  test('what may change everything runs alone, also beside a call that names nothing', () => {
    expect(inConflict(write('*'), [])).toBe(true)
    expect(inConflict(read('*'), [])).toBe(false)
    expect(inConflict(read('*'), write('db:main'))).toBe(true)
  })
})

describe('scheduler', () => {
  test('a call waits for earlier calls whose resources are not known yet', async () => {
    const scheduler = new Scheduler()
    const [first, second] = [scheduler.take(), scheduler.take()]
    second.claim(read('path:/b'))
    const admitted = watch({ second })
    await turn()
    expect(admitted).toEqual([])
    first.claim(read('path:/a'))
    await turn()
    expect(admitted).toEqual(['second'])
  })

  test('an aborted call is not admitted, and does not hold up others', async () => {
    const scheduler = new Scheduler()
    const [first, second, third] = [scheduler.take(), scheduler.take(), scheduler.take()]
    for (const ticket of [first, second, third]) ticket.claim(write('path:/a'))
    const admitted = watch({ first })
    const controller = new AbortController()
    const refused = second.admit(controller.signal).then(
      () => 'admitted',
      () => 'aborted',
    )
    controller.abort(new Error('stop'))
    expect(await refused).toBe('aborted')
    second.release()
    const others = watch({ third })
    await turn()
    expect([admitted, others]).toEqual([['first'], []])
    first.release()
    await turn()
    expect(others).toEqual(['third'])
  })

  test('the limit counts for each parent, so that a call never waits for the calls inside of it', async () => {
    const scheduler = new Scheduler({ max: 1 })
    const outer = scheduler.take()
    await outer.admit(never)
    const inner = scheduler.take(outer)
    const next = scheduler.take()
    const admitted = watch({ inner, next })
    await turn()
    expect(admitted).toEqual(['inner'])
    inner.release()
    outer.release()
    await turn()
    expect(admitted).toEqual(['inner', 'next'])
  })

  test('a nested call comes before later siblings of its parent', async () => {
    const scheduler = new Scheduler()
    const [outer, later] = [scheduler.take(), scheduler.take()]
    outer.claim([])
    later.claim(write('path:/a'))
    await outer.admit(never)
    const inner = scheduler.take(outer)
    inner.claim(write('path:/a'))
    const admitted = watch({ later, inner })
    await turn()
    expect(admitted).toEqual(['inner'])
  })

  test('calls that conflict never overlap and keep their order; all calls start in the end', async () => {
    const resource = fc.record({
      key: fc.constantFrom('*', 'path:/', 'path:/a', 'path:/a/b', 'path:/c', 'db:x'),
      access: fc.constantFrom<'read' | 'write'>('read', 'write'),
    })
    const calls = fc.array(fc.record({ footprint: fc.array(resource, { maxLength: 2 }), late: fc.nat(3) }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 3 }), async (all, max) => {
        const scheduler = new Scheduler({ max })
        const tickets = all.map(() => scheduler.take())
        const running = new Set<number>()
        const started: number[] = []
        await Promise.all(
          all.map(async ({ footprint, late }, index) => {
            for (let n = 0; n < late; n++) await Promise.resolve()
            tickets[index]!.claim(footprint)
            await tickets[index]!.admit(never)
            for (const other of running) expect(inConflict(footprint, all[other]!.footprint)).toBe(false)
            for (const other of started) {
              if (other > index) expect(inConflict(footprint, all[other]!.footprint)).toBe(false)
            }
            running.add(index)
            started.push(index)
            expect(running.size).toBeLessThanOrEqual(max)
            await turn()
            running.delete(index)
            tickets[index]!.release()
          }),
        )
        expect(started.length).toBe(all.length)
      }),
      { numRuns: 60 },
    )
  })
})
