import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lifeOf, ownerFrom, thisProcess } from './owner.js'

export interface LockLimits {
  /** How long to wait for others, each of which needs milliseconds. */
  patienceMs?: number
  /** A lock whose owner we cannot know the fate of is left over after this. */
  strangerMs?: number
}

/** The lock could not be taken, and the work was not begun. `cause` is the system's error, if that was the reason. */
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
 * Does something that only one process may do at a time in a folder, which must be there. The lock is a symbolic link that
 * says who holds it: it comes into being complete, in one step, or not at all. One that a killed process left is taken
 * over at once.
 */
export async function withLock<T>(folder: string, work: () => T | Promise<T>, limits: LockLimits = {}): Promise<T> {
  const release = await take(join(folder, LOCK), limits)
  try {
    return await work()
  } finally {
    release()
  }
}

/** Takes such a lock at a path, without waiting: the function that gives it back, or undefined if another holds it. */
export function tryLock(lock: string, { strangerMs = STRANGER_MS }: LockLimits = {}): (() => void) | undefined {
  const mine = JSON.stringify(thisProcess())
  while (!tryToTake(lock, mine)) {
    if (!removeIfLeftOver(lock, mine, { base: lock, strangerMs, deaths: 0 })) return undefined
  }
  removeOldGuards(lock, strangerMs)
  return () => giveBack(lock, mine)
}

/** Removes what killed processes left of the lock of a folder, for those who have no work to do under it. */
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
    // Not all at the same time.
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
 * Removes a lock without an owner. Between looking at it and removing it, another process could do the same and a third
 * take the lock anew, so who removes it must hold a second lock, which is for this one owner and no other. Should they
 * die at it, that one is removed in the same way. True if it is worth trying again at once.
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
  /** What was wanted at first. */
  base: string
  strangerMs: number
  /** How many have died at it, each when removing what the one before had left. */
  deaths: number
}

/** Only links made by hand could form a loop. */
const MOST_DEATHS = 100

/** Who holds the lock tidies up after those who died when they had just removed one. */
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

/** The owner's record as written; undefined if the lock is free, empty if it is not a lock file. */
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
