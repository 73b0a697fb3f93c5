import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { tryLock } from '@atip/files'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalRequest } from './approver.js'
import { openApprovalQueue, type ApprovalQueue } from './queue.js'

let folder: string
let time = Date.parse('2030-01-01T00:00:00Z')
const open = (): ApprovalQueue => openApprovalQueue(folder, { pollMs: 5, now: () => time })
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'approvals-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const signal = () => new AbortController().signal

function question(n: number): ApprovalRequest {
  return {
    approval_id: `app_${randomUUID()}`,
    invocation_id: `inv_${n}`,
    tool_id: 'x',
    tool_name: 'x',
    input: { n },
    input_digest: `sha256:${String(n).repeat(64).slice(0, 64)}`,
    policy_epoch: 0,
    reason: 'writes files',
    created_at: new Date(time + n).toISOString(),
    expires_at: new Date(time + 60_000).toISOString(),
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('questions on disk', () => {
  test('six agents ask at once: each question gets its own answer, and rejecting one leaves the others', async () => {
    const questions = [1, 2, 3, 4, 5, 6].map(question)
    const replies = questions.map((one) => open().approver(one, signal()))
    const other = open()
    await until(() => other.list().length === 6)
    expect(other.list().map(({ invocation_id }) => invocation_id)).toEqual(questions.map((one) => one.invocation_id))
    for (const { approval_id, input_digest, invocation_id } of other.list().toReversed()) {
      const behavior = invocation_id === 'inv_3' ? ('deny' as const) : ('allow' as const)
      expect(other.answer(approval_id, { behavior, input_digest, feedback: invocation_id })).toEqual({ ok: true })
    }
    const answers = (await Promise.all(replies)).map(({ behavior, feedback }) => [behavior, feedback])
    expect(answers).toEqual([1, 2, 3, 4, 5, 6].map((n) => [n === 3 ? 'deny' : 'allow', `inv_${n}`]))
    expect(readdirSync(folder)).toEqual([])
  })

  test('an answer is refused if it is the second, too late, for another call or for no question', async () => {
    const queue = open()
    const one = question(1)
    const reply = queue.approver(one, signal())
    const { approval_id: id, input_digest } = one
    const yes = { behavior: 'allow' as const, input_digest }
    expect(queue.answer(id, { ...yes, input_digest: question(2).input_digest })).toMatchObject({
      problem: 'another call',
    })
    expect(queue.answer(id, yes)).toEqual({ ok: true })
    expect(queue.answer(id, { ...yes, behavior: 'deny' })).toMatchObject({ problem: 'answered before' })
    expect((await reply).behavior).toBe('allow')
    expect(queue.answer(id, yes)).toMatchObject({ problem: 'no such question' })
    expect(queue.answer('../../etc/passwd', yes)).toMatchObject({ problem: 'no such question' })
    const late = question(3)
    const stop = new AbortController()
    const waiting = queue.approver(late, stop.signal).catch(() => 'stopped')
    time += 60_000
    expect(queue.list()).toEqual([])
    expect(queue.answer(late.approval_id, { ...yes, input_digest: late.input_digest })).toMatchObject({
      problem: 'expired',
    })
    stop.abort()
    expect(await waiting).toBe('stopped')
  })

  test('an answer to one who has just left is refused, and leaves no file', async () => {
    const request = question(4)
    const stop = new AbortController()
    const waiting = open()
      .approver(request, stop.signal)
      .catch(() => 'stopped')
    // The question disappears while it is answered: after it was read, when its expiry is checked.
    let isAnswering = false
    const now = () => {
      if (isAnswering) rmSync(join(folder, `${request.approval_id}.question.json`), { force: true })
      return time
    }
    const yes = { behavior: 'allow' as const, input_digest: request.input_digest }
    const queue = openApprovalQueue(folder, { now })
    isAnswering = true
    expect(queue.answer(request.approval_id, yes)).toMatchObject({ problem: 'no such question' })
    stop.abort()
    expect(await waiting).toBe('stopped')
    expect(readdirSync(folder)).toEqual([])
  })

  test('what killed processes left goes after an hour, and nothing else', () => {
    const request = question(5)
    const ids = [request.approval_id, question(6).approval_id]
    writeFileSync(join(folder, `${ids[0]}.question.json`), JSON.stringify(request))
    writeFileSync(join(folder, `${ids[1]}.answer.json`), '{}')
    writeFileSync(join(folder, 'notes.txt'), '')
    const expiry = Date.parse(request.expires_at)
    openApprovalQueue(folder, { now: () => expiry + 59 * 60_000 })
    expect(readdirSync(folder)).toContain(`${ids[0]}.question.json`)
    openApprovalQueue(folder, { now: () => Math.max(expiry, Date.now()) + 61 * 60_000 })
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  test('the question of a killed process is neither shown nor answered', () => {
    const request = question(7)
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const lock = join(folder, `${request.approval_id}.lock`)
    const plant = () => {
      tryLock(lock)
      const owner = JSON.parse(readlinkSync(lock)) as object
      rmSync(lock)
      symlinkSync(JSON.stringify({ ...owner, pid }), lock)
      writeFileSync(join(folder, `${request.approval_id}.question.json`), JSON.stringify(request))
    }
    const queue = open()
    plant()
    expect(queue.list()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    plant()
    const { approval_id, input_digest } = request
    expect(queue.answer(approval_id, { behavior: 'allow', input_digest })).toMatchObject({
      problem: 'no such question',
    })
    plant()
    open()
    expect(readdirSync(folder)).toEqual([])
  })

  test('a file that is no question does not hide the others, and goes after an hour', async () => {
    const good = question(8)
    const stop = new AbortController()
    const queue = open()
    const waiting = queue.approver(good, stop.signal).catch(() => 'stopped')
    const { reason: _, ...partial } = question(9)
    for (const bad of [{}, partial, { ...question(9), expires_at: 'soon' }, { ...question(9), line: 1 }]) {
      const id = question(9).approval_id
      writeFileSync(join(folder, `${id}.question.json`), JSON.stringify({ ...bad, approval_id: id }))
    }
    expect(queue.list()).toEqual([good])
    stop.abort()
    await waiting
    openApprovalQueue(folder, { now: () => Date.now() + 61 * 60_000 })
    expect(readdirSync(folder)).toEqual([])
  })

  test('the file of an old answer is no answer to a new question about the same call', async () => {
    const queue = open()
    const [first, second] = [question(1), question(1)]
    const { input_digest } = first
    const answered = queue.approver(first, signal())
    queue.answer(first.approval_id, { behavior: 'allow', input_digest })
    const kept = join(folder, 'kept')
    copyFileSync(join(folder, `${first.approval_id}.answer.json`), kept)
    await answered
    const reply = queue.approver(second, signal())
    const file = join(folder, `${second.approval_id}.answer.json`)
    copyFileSync(kept, file)
    await until(() => !readdirSync(folder).includes(`${second.approval_id}.answer.json`))
    writeFileSync(file, 'not JSON')
    await until(() => !readdirSync(folder).includes(`${second.approval_id}.answer.json`))
    expect(queue.answer(second.approval_id, { behavior: 'deny', input_digest })).toEqual({ ok: true })
    expect((await reply).behavior).toBe('deny')
  })
})
