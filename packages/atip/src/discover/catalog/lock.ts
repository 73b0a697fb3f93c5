import { lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogError, codeOf, writeError } from './error.js'
import { lifeOf, ownerFrom, thisProcess } from './owner.js'

export interface LockLimits {
  /** How long to wait for others, each of which needs milliseconds. */
  patienceMs?: number
  /** A lock whose owner we cannot know the fate of is left over after this. */
  strangerMs?: number
}

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
  const lock = join(folder, '.lock')
  const mine = JSON.stringify(thisProcess())
  await take(lock, mine, limits)
  try {
    return await work()
  } finally {
    giveBack(lock, mine)
  }
}

async function take(lock: string, mine: string, limits: LockLimits): Promise<void> {
  const { patienceMs = PATIENCE_MS, strangerMs = STRANGER_MS } = limits
  const end = performance.now() + patienceMs
  for (let wait = FIRST_WAIT_MS; !isTaken(lock, mine); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    if (removeIfLeftOver(lock, mine, strangerMs)) continue
    if (performance.now() >= end) throw lockedError(lock, patienceMs)
    // Not all at the same time.
    const delay = wait * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}

function isTaken(lock: string, mine: string): boolean {
  try {
    symlinkSync(mine, lock)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw writeError(lock, error)
  }
}

function giveBack(lock: string, mine: string): void {
  if (heldBy(lock) === mine) unlinkSync(lock)
}

/**
 * Removes a lock without an owner. Between looking at it and removing it, another process could do the same and a third
 * take the lock anew, so a second lock stands around both.
 */
function removeIfLeftOver(lock: string, mine: string, strangerMs: number): boolean {
  if (!isLeftOver(lock, strangerMs)) return false
  const guard = `${lock}.takeover`
  if (!isTaken(guard, mine)) {
    // Nobody guards the guard. It is held for microseconds, so that age tells enough, and who lives is let be.
    if (isLeftOver(guard, strangerMs) && ageOf(guard) > strangerMs) remove(guard)
    return false
  }
  try {
    const isStillLeftOver = isLeftOver(lock, strangerMs)
    if (isStillLeftOver) remove(lock)
    return isStillLeftOver
  } finally {
    giveBack(guard, mine)
  }
}

function isLeftOver(lock: string, strangerMs: number): boolean {
  const holder = heldBy(lock)
  if (holder === undefined) return false
  const owner = ownerFrom(holder)
  const life = owner === undefined ? 'unknown' : lifeOf(owner)
  return life === 'dead' || (life === 'unknown' && ageOf(lock) > strangerMs)
}

/** Who holds it, as it was written; undefined if nobody does, empty if something else stands in its place. */
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
    if (codeOf(error) !== 'ENOENT') throw writeError(lock, error)
  }
}

function lockedError(lock: string, patienceMs: number): CatalogError {
  const owner = ownerFrom(heldBy(lock) ?? '')
  const who = owner === undefined ? 'something unknown' : `process ${owner.pid} on ${JSON.stringify(owner.host)}`
  const message =
    `${JSON.stringify(lock)} has been held by ${who} for ${Math.round(ageOf(lock) / 1_000)} s, ` +
    `and we waited ${Math.round(patienceMs / 1_000)} s; wait for it or end it, and if it is no longer there, remove the file`
  return new CatalogError('catalog-locked', lock, message)
}
