import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process that can be told from all others, also after its number has been given to another one. */
export interface LockOwner {
  pid: number
  host: string
  /** When it began, in the ticks of its machine; absent where the system does not say. */
  started?: string
  /** Which run of which machine. */
  boot?: string
  /** Numbers of processes mean something only in their own namespace. */
  space?: string
  /** One process may want the same thing twice. */
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
  // It becomes a part of a file name.
  if (!/^[0-9a-f]{1,16}$/.test(String(nonce))) return undefined
  const isText = [host, nonce, started, boot, space].every((one) => typeof one === 'string')
  return isText ? (value as LockOwner) : undefined
}

/** Whether that process is still there. Unknown on other machines, and in containers that we cannot look into. */
export function lifeOf(owner: LockOwner): 'alive' | 'dead' | 'unknown' {
  const { boot, space } = bootAndSpace()
  if (owner.host !== hostname() || owner.boot !== boot || owner.space !== space) return 'unknown'
  if (!isNumberInUse(owner.pid)) return 'dead'
  const status = statusOf(owner.pid)
  // Some systems show nothing of the processes of others.
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

/** proc(5): the name in parentheses may itself have parentheses; the third field is the state, the 22nd the start. */
function statusOf(pid: number): { started: string; isZombie: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19]!, isZombie: 'ZX'.includes(fields[0]!) }
  } catch {
    return undefined
  }
}
