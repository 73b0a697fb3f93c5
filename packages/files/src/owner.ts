import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process uniquely, even after its process id has been reused. */
export interface LockOwner {
  pid: number
  host: string
  /** Its start time in clock ticks since boot; absent if the system does not report it. */
  started?: string
  /** The boot id of the machine. */
  boot?: string
  /** The PID namespace: process ids are only comparable within it. */
  space?: string
  /** Tells apart several locks that one process takes. */
  nonce: string
}

export function thisProcess(): LockOwner {
  const status = statusOf(process.pid)
  return {
    pid: process.pid,
    host: hostname(),
    ...(status && { started: status.started }),
    ...bootAndSpace(),
    nonce: Math.floor(Math.random() * 2 ** 48).toString(16),
  }
}

export function ownerFrom(text: string): LockOwner | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { pid, host, nonce, started = '', boot = '', space = '' } = value as Record<string, unknown>
  if (!Number.isInteger(pid) || Number(pid) <= 0) return undefined
  // The nonce becomes part of a file name.
  if (!/^[0-9a-f]{1,16}$/.test(String(nonce))) return undefined
  const isText = [host, nonce, started, boot, space].every((one) => typeof one === 'string')
  return isText ? (value as LockOwner) : undefined
}

/** Whether the process still runs. Unknown for other machines, and for containers that we cannot inspect. */
export function lifeOf(owner: LockOwner): 'alive' | 'dead' | 'unknown' {
  const { boot, space } = bootAndSpace()
  if (owner.host !== hostname() || owner.boot !== boot || owner.space !== space) return 'unknown'
  if (!isNumberInUse(owner.pid)) return 'dead'
  const status = statusOf(owner.pid)
  // Some systems hide the processes of other users.
  if (status === undefined) return owner.started === undefined ? 'alive' : 'unknown'
  if (status.isZombie || (owner.started !== undefined && status.started !== owner.started)) return 'dead'
  return 'alive'
}

function isNumberInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function bootAndSpace(): Pick<LockOwner, 'boot' | 'space'> {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { boot, space: readlinkSync('/proc/self/ns/pid') }
  } catch {
    return {}
  }
}

/** proc(5): the name in parentheses may contain parentheses itself; field 3 is the state, field 22 the start time. */
function statusOf(pid: number): { started: string; isZombie: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19]!, isZombie: 'ZX'.includes(fields[0]!) }
  } catch {
    return undefined
  }
}
