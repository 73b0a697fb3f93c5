import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lifeOf, ownerFrom, thisProcess } from './owner.js'

export interface LockLimits {
  /** How long to wait for other holders. Each normally holds the lock for milliseconds. */
  patienceMs?: number
  /** The age at which a lock counts as abandoned if its owner cannot be checked. */
  strangerMs?: number
}

/** The lock could not be taken, and the work was not started. `cause` is the system error, if there was one. */
export class LockError extends Error {
  override readonly name = 'LockError'
  readonly code: 'locked' | 'not-writable'
  readonly file: string

  constructor(code: LockError['code'], file: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.file = file
  }
}

const LOCK = '.lock'
const PATIENCE_MS = 15_000
const STRANGER_MS = 60_000
const FIRST_WAIT_MS = 1
const LONGEST_WAIT_MS = 25

/**
 * Runs `work` while holding the lock of a folder, which must exist. The lock is a symbolic link whose target names its
 * owner, so it is created atomically. A lock that a killed process left is taken over at once.
 */
export async function withLock<T>(folder: string, work: () => T | Promise<T>, limits: LockLimits = {}): Promise<T> {
  const release = await take(join(folder, LOCK), limits)
  try {
    return await work()
  } finally {
    release()
  }
}

/** Takes a lock at a path without waiting. Returns the function that releases it, or undefined if another holds it. */
export function tryLock(lock: string, { strangerMs = STRANGER_MS }: LockLimits = {}): (() => void) | undefined {
  const mine = JSON.stringify(thisProcess())
  while (!tryToTake(lock, mine)) {
    if (!removeIfLeftOver(lock, mine, { base: lock, strangerMs, deaths: 0 })) return undefined
  }
  removeOldGuards(lock, strangerMs)
  return () => giveBack(lock, mine)
}

/** Removes the lock that a killed process left in a folder, for callers that have no work to do under it. */
export function removeOldLock(folder: string): void {
  if (readdirSync(folder).some((name) => name.startsWith(LOCK))) tryLock(join(folder, LOCK))?.()
}

async function take(lock: string, limits: LockLimits): Promise<() => void> {
  const { patienceMs = PATIENCE_MS } = limits
  const end = performance.now() + patienceMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const release = tryLock(lock, limits)
    if (release !== undefined) return release
    if (performance.now() >= end) throw lockedError(lock, patienceMs)
    // Random delays keep waiting processes from retrying in step.
    const delay = wait * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}

function tryToTake(lock: string, mine: string): boolean {
  try {
    symlinkSync(mine, lock)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new LockError('not-writable', lock, `${JSON.stringify(lock)} cannot be written`, error)
  }
}

function giveBack(lock: string, mine: string): void {
  if (heldBy(lock) === mine) remove(lock)
}

/**
 * Removes an abandoned lock. Another process could remove it after our check, and a third take it again, so removal
 * needs a second lock for exactly this owner. If its holder dies too, it is removed the same way. Returns true if
 * retrying at once makes sense.
 */
function removeIfLeftOver(lock: string, mine: string, takeover: Takeover): boolean {
  const { base, strangerMs, deaths } = takeover
  const holder = heldBy(lock)
  if (holder === undefined || !isLeftOver(lock, holder, strangerMs)) return false
  const guard = `${base}${TAKEOVER}${ownerFrom(holder)?.nonce ?? 'unknown'}`
  if (!tryToTake(guard, mine)) {
    return deaths < MOST_DEATHS && removeIfLeftOver(guard, mine, { ...takeover, deaths: deaths + 1 })
  }
  try {
    const isStillThere = heldBy(lock) === holder && isLeftOver(lock, holder, strangerMs)
    if (isStillThere) remove(lock)
    return isStillThere
  } finally {
    giveBack(guard, mine)
  }
}

const TAKEOVER = '.takeover-'

interface Takeover {
  /** The path of the lock that the caller wants. */
  base: string
  strangerMs: number
  /** How many abandoned locks led here: each holder died while it removed the lock before. */
  deaths: number
}

/** Only links made by hand could form a loop. */
const MOST_DEATHS = 100

/** The holder removes the takeover locks of processes that died right after they had removed a lock. */
function removeOldGuards(lock: string, strangerMs: number): void {
  const folder = dirname(lock)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(lock)}${TAKEOVER}`)) continue
    const guard = join(folder, name)
    const holder = heldBy(guard)
    if (holder !== undefined && isLeftOver(guard, holder, strangerMs)) remove(guard)
  }
}

function isLeftOver(lock: string, holder: string, strangerMs: number): boolean {
  const owner = ownerFrom(holder)
  const life = owner === undefined ? 'unknown' : lifeOf(owner)
  return life === 'dead' || (life === 'unknown' && ageOf(lock) > strangerMs)
}

/** The owner's record as stored; undefined if the lock is free, empty if the path is not a symbolic link. */
function heldBy(lock: string): string | undefined {
  try {
    return readlinkSync(lock)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : ''
  }
}

function ageOf(lock: string): number {
  const status = lstatSync(lock, { throwIfNoEntry: false })
  return status === undefined ? 0 : Date.now() - status.mtimeMs
}

function remove(lock: string): void {
  try {
    unlinkSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      throw new LockError('not-writable', lock, `${JSON.stringify(lock)} cannot be removed`, error)
  }
}

function lockedError(lock: string, patienceMs: number): LockError {
  const owner = ownerFrom(heldBy(lock) ?? '')
  const who = owner === undefined ? 'something unknown' : `process ${owner.pid} on ${JSON.stringify(owner.host)}`
  const message =
    `${JSON.stringify(lock)} has been held by ${who} for ${Math.round(ageOf(lock) / 1_000)} s, ` +
    `and we waited ${Math.round(patienceMs / 1_000)} s; wait for it or end it, and if it is no longer there, remove the file`
  return new LockError('locked', lock, message)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
