import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { ApprovalRequest } from './approver.js'
import { elicitationApprover, type ElicitationAnswer } from './elicitation.js'
import { terminalApprover } from './terminal.js'

const request = {
  tool_name: 'shell',
  input: {},
  line: 'rm \u001b[2Kx',
  reason: 'deletes x',
} as unknown as ApprovalRequest
const { signal } = new AbortController()

test('on a terminal only yes allows a call, and other texts are for the model', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const approver = terminalApprover({ input, output })
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => (shown += text))
  const replies = [approver(request, signal), approver(request, signal), approver(request, signal)]
  for (const [index, line] of ['y', '', 'use git rm'].entries()) {
    while (shown.split('[y/N]').length < index + 2) await new Promise((resolve) => setImmediate(resolve))
    input.write(`${line}\n`)
  }
  expect(await Promise.all(replies)).toEqual([
    { behavior: 'allow' },
    { behavior: 'deny' },
    { behavior: 'deny', feedback: 'use git rm' },
  ])
  expect(shown).toContain('deletes x')
  expect(shown).toContain('\\u{1b}[2Kx')
})

test('on a terminal whose input has ended nothing is allowed', async () => {
  const input = new PassThrough()
  const approver = terminalApprover({ input, output: new PassThrough() })
  const reply = approver(request, signal)
  input.end()
  await expect(reply).rejects.toThrow('the input has ended')
  await expect(approver(request, signal)).rejects.toThrow('the input has ended')
})

test('in an MCP client only an accepted form that allows the call does so', async () => {
  const ask = (answer: ElicitationAnswer) => elicitationApprover(async () => answer)(request, signal)
  expect(await ask({ action: 'accept', content: { allow: true } })).toEqual({ behavior: 'allow' })
  expect(await ask({ action: 'accept', content: { allow: 'true' } })).toEqual({ behavior: 'deny' })
  expect(await ask({ action: 'decline', content: { allow: true } })).toEqual({ behavior: 'deny' })
  expect(await ask({ action: 'cancel' })).toEqual({ behavior: 'deny' })
  const feedback = await ask({ action: 'accept', content: { allow: false, feedback: 'no' } })
  expect(feedback).toEqual({ behavior: 'deny', feedback: 'no' })
})
