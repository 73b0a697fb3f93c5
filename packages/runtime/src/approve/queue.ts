import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeOldDrafts, tryLock, writeWhole } from '@atip/files'
import { isObject } from '@atip/protocol'
import type { ApprovalReply, ApprovalRequest, Approver } from './approver.js'

export interface QueueOptions {
  /** How often the asking process checks for an answer, in milliseconds. Default 100. */
  pollMs?: number
  now?: () => number
}

/** An answer names its question, and the digest of the call that the person saw. */
export interface QueuedAnswer extends ApprovalReply {
  input_digest: string
}

export type AnswerOutcome =
  | { ok: true }
  | { ok: false; problem: 'no such question' | 'expired' | 'another call' | 'answered before' }

/** Questions as files in a folder, which another process lists and answers. */
export interface ApprovalQueue {
  approver: Approver
  /** Open questions, the oldest first. */
  list(): ApprovalRequest[]
  answer(approvalId: string, answer: QueuedAnswer): AnswerOutcome
}

const ID = /^app_[0-9a-f-]{36}$/

/** Files of killed processes are removed after an hour. */
const OLD_MS = 60 * 60 * 1_000

export function openApprovalQueue(folder: string, { pollMs = 100, now = Date.now }: QueueOptions = {}): ApprovalQueue {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const questionFile = (id: string) => join(folder, `${id}.question.json`)
  const answerFile = (id: string) => join(folder, `${id}.answer.json`)
  const lockOf = (id: string) => join(folder, `${id}.lock`)
  const isOver = ({ expires_at }: ApprovalRequest) => now() >= Date.parse(expires_at)
  const questionOf = (id: string) => {
    const request = ID.test(id) && !isAskerKilled(id) ? readJson(questionFile(id)) : undefined
    return request !== undefined && isRequest(request) && request.approval_id === id ? request : undefined
  }
  removeLeftOvers()
  return {
    async approver(request, signal) {
      const id = request.approval_id
      const release = tryLock(lockOf(id))
      try {
        writeWhole(questionFile(id), JSON.stringify(request), { exclusive: true, mode: 0o600 })
      } catch (error) {
        release?.()
        throw error
      }
      try {
        for (;;) {
          const answer = existsSync(answerFile(id)) ? (readJson(answerFile(id)) ?? {}) : undefined
          const reply = answer === undefined ? undefined : replyIn(answer, request)
          if (reply !== undefined && !isOver(request)) {
            // Remove the answer first: `answer` treats an answer that disappears before its question as taken.
            rmSync(answerFile(id), { force: true })
            return reply
          }
          // The answer is for another question, or too late.
          if (answer !== undefined) rmSync(answerFile(id), { force: true })
          await sleep(pollMs, undefined, { signal })
        }
      } finally {
        removeFiles(id)
        release?.()
      }
    },
    list() {
      const ids = readdirSync(folder).flatMap((name) => /^(.+)\.question\.json$/.exec(name)?.[1] ?? [])
      const open = ids.flatMap((id) => questionOf(id) ?? []).filter((one) => !isOver(one))
      return open
        .filter(({ approval_id }) => !existsSync(answerFile(approval_id)))
        .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    answer(id, answer) {
      const request = questionOf(id)
      if (request === undefined) return { ok: false, problem: 'no such question' }
      if (isOver(request)) return { ok: false, problem: 'expired' }
      if (answer.input_digest !== request.input_digest) return { ok: false, problem: 'another call' }
      try {
        writeWhole(answerFile(id), JSON.stringify({ ...answer, approval_id: id }), { exclusive: true, mode: 0o600 })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        return { ok: false, problem: 'answered before' }
      }
      if (existsSync(questionFile(id)) || !existsSync(answerFile(id))) return { ok: true }
      // The asking process has ended in the meantime, and nothing else would remove the answer.
      rmSync(answerFile(id), { force: true })
      return { ok: false, problem: 'no such question' }
    },
  }

  function removeFiles(id: string): void {
    rmSync(questionFile(id), { force: true })
    rmSync(answerFile(id), { force: true })
  }

  /** The asking process holds a lock. If it was killed, an answer would have no effect, so its files are removed. */
  function isAskerKilled(id: string): boolean {
    if (!ID.test(id) || lstatSync(lockOf(id), { throwIfNoEntry: false }) === undefined) return false
    // Whether a process of another machine or container runs is unknown.
    const release = tryLock(lockOf(id), { strangerMs: Infinity })
    if (release === undefined) return false
    removeFiles(id)
    release()
    return true
  }

  function removeLeftOvers(): void {
    removeOldDrafts(folder)
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.lock')) isAskerKilled(name.slice(0, -'.lock'.length))
      const [, id = '', kind] = /^(.+)\.(question|answer)\.json$/.exec(name) ?? []
      const file = join(folder, name)
      const request = kind === 'question' ? questionOf(id) : undefined
      const end = request === undefined ? lastChange(file) : Date.parse(request.expires_at)
      if (kind !== undefined && now() - end > OLD_MS) rmSync(file, { force: true })
    }
  }
}

const TEXTS = ['approval_id', 'tool_id', 'tool_name', 'input_digest', 'reason', 'created_at', 'expires_at'] as const

/** Other programs may write into the folder. */
function isRequest(value: Record<string, unknown>): value is Record<string, unknown> & ApprovalRequest {
  const { line, expires_at } = value
  const hasTexts = TEXTS.every((name) => typeof value[name] === 'string')
  return hasTexts && (line === undefined || typeof line === 'string') && !Number.isNaN(Date.parse(String(expires_at)))
}

function lastChange(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN
}

function replyIn(answer: Record<string, unknown>, request: ApprovalRequest): ApprovalReply | undefined {
  const { approval_id, input_digest, behavior, feedback, updatedInput } = answer
  if (approval_id !== request.approval_id || input_digest !== request.input_digest) return undefined
  return {
    behavior: behavior === 'allow' ? 'allow' : 'deny',
    input_digest: request.input_digest,
    ...(typeof feedback === 'string' && { feedback }),
    ...(updatedInput !== undefined && { updatedInput }),
  }
}

/** Undefined if the file does not exist or has no JSON object. */
function readJson(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
