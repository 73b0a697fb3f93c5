import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { QUEUE_SETTINGS, type JobEnding, type Queue, type QueueSettings } from './types.js'

/** A stored job. Its folder is its state. */
interface Stored<Data> {
  id: string
  data: Data
  attempts: number
  reason?: string
}

const isId = (id: string) => /^[0-9a-f]{16,64}$/.test(id)

/**
 * A queue in a folder. The folder of a job is its state, and only renames change it, so that two workers never get the
 * same job: `waiting/TIME.ID`, `leased/TIME.ID.TOKEN`, `done/ID`, `poison/ID`. TIME is the earliest start.
 */
export function openFileQueue<Data, Result>(
  folder: string,
  { leaseMs, attempts: most }: QueueSettings = QUEUE_SETTINGS,
  now: () => number = Date.now,
): Queue<Data, Result> {
  const places = { waiting: join(folder, 'waiting'), leased: join(folder, 'leased'), done: join(folder, 'done') }
  const all = { ...places, poison: join(folder, 'poison') }
  for (const place of Object.values(all)) mkdirSync(place, { recursive: true })

  let known: Set<string> | undefined
  const endOf = (id: string) => join(all.done, id)
  const asideOf = (id: string) => join(all.poison, id)
  const leasedAt = (id: string, token: string) => filesIn(all.leased).find((name) => name.endsWith(`.${id}.${token}`))

  /** Returns the jobs of dead workers to the queue. If several processes try, one rename succeeds. */
  function takeBack(): void {
    for (const name of filesIn(all.leased)) {
      const [time, id] = name.split('.') as [string, string]
      if (Number(time) > now() && !isOfTheDead(name)) continue
      if (existsSync(endOf(id))) rmSync(join(all.leased, name), { force: true })
      else moved(join(all.leased, name), join(all.waiting, `${stamp(0)}.${id}`))
    }
  }

  return {
    leaseMs,
    async enqueue({ id, data }) {
      if (!isId(id)) throw new TypeError(`a job's id must be hex digits, got ${JSON.stringify(id)}`)
      if (existsSync(endOf(id)) || existsSync(asideOf(id))) return false
      // Misses what other processes add later, so a job may be added twice; it has one result nevertheless.
      known ??= new Set([all.waiting, all.leased].flatMap(filesIn).map((name) => name.split('.')[1]!))
      if (known.has(id)) return false
      known.add(id)
      const job: Stored<Data> = { id, data, attempts: 0 }
      writeWhole(join(all.waiting, `${stamp(0)}.${id}`), JSON.stringify(job), { sync: false })
      return true
    },
    async lease() {
      takeBack()
      for (const name of filesIn(all.waiting)) {
        const [time, id] = name.split('.') as [string, string]
        if (Number(time) > now()) continue
        const token = `${OWN}-${randomBytes(8).toString('hex')}`
        const place = join(all.leased, `${stamp(now() + leaseMs)}.${id}.${token}`)
        if (!moved(join(all.waiting, name), place)) continue
        if (existsSync(endOf(id))) {
          rmSync(place, { force: true })
          continue
        }
        const { data, attempts } = JSON.parse(readFileSync(place, 'utf8')) as Stored<Data>
        return { id, data, attempts, token }
      }
      return undefined
    },
    async renew({ id, token }) {
      const name = leasedAt(id, token)
      if (name === undefined) return false
      return moved(join(all.leased, name), join(all.leased, `${stamp(now() + leaseMs)}.${id}.${token}`))
    },
    async ack({ id, token }, result) {
      const name = leasedAt(id, token)
      if (name === undefined) return false
      // The result first: a job with a result is done, even if it is still in another folder.
      writeWhole(endOf(id), JSON.stringify(result))
      rmSync(join(all.leased, name), { force: true })
      return true
    },
    async nack({ id, token, data, attempts }, { reason, retryAfterMs }) {
      const name = leasedAt(id, token)
      if (name === undefined) return
      const tried: Stored<Data> = { id, data, attempts: attempts + 1, reason }
      if (retryAfterMs === undefined || tried.attempts >= most) writeWhole(asideOf(id), JSON.stringify(tried))
      else {
        const draft = join(all.leased, name)
        writeWhole(draft, JSON.stringify(tried), { sync: false })
        moved(draft, join(all.waiting, `${stamp(now() + retryAfterMs)}.${id}`))
        return
      }
      rmSync(join(all.leased, name), { force: true })
    },
    async ending(id) {
      const done = textIn(endOf(id))
      if (done !== undefined) return { ok: true, result: JSON.parse(done) as Result } satisfies JobEnding<Result>
      const aside = textIn(asideOf(id))
      return aside === undefined ? undefined : { ok: false, reason: (JSON.parse(aside) as Stored<Data>).reason ?? '' }
    },
    async retry(id) {
      const aside = textIn(asideOf(id))
      if (aside === undefined) return
      const { data } = JSON.parse(aside) as Stored<Data>
      writeWhole(join(all.waiting, `${stamp(0)}.${id}`), JSON.stringify({ id, data, attempts: 0 }), { sync: false })
      rmSync(asideOf(id), { force: true })
    },
    async poison() {
      return filesIn(all.poison).flatMap((name) => {
        const text = textIn(join(all.poison, name))
        if (text === undefined) return []
        const { id, data, reason = '' } = JSON.parse(text) as Stored<Data>
        return [{ id, data, reason }]
      })
    },
    async counts() {
      const count = (place: string) => filesIn(place).length
      return {
        waiting: count(all.waiting),
        leased: count(all.leased),
        done: count(all.done),
        poison: count(all.poison),
      }
    },
    async close() {},
  } satisfies Queue<Data, Result>
}

/** Identifies this process among all machines that share the folder. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12)
const OWN = `${MACHINE}-${process.pid}`

/** Whether the worker was a process of this machine that has ended. */
function isOfTheDead(name: string): boolean {
  const [machine, pid] = (name.split('.')[2] ?? '').split('-')
  if (machine !== MACHINE || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Padded, so that it sorts numerically. */
const stamp = (time: number) => String(Math.ceil(time)).padStart(15, '0')

/** Drafts begin with a dot. */
function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
