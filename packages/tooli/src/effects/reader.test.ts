import type { Effects } from '@atip/protocol'
import { expect, test } from 'vitest'
import { isReader } from './reader.js'

const reads: Effects = { filesystem: { read: true, write: false } }

test.each<[what: string, effects: Effects, is: boolean]>([
  ['a file is read', reads, true],
  ['a page is fetched', { ...reads, network: true }, true],
  ['a page is fetched, and may be again', { ...reads, network: true, idempotent: true }, true],
  ['dice are thrown', { ...reads, network: false, idempotent: false }, true],
  ['nothing is said', {}, false],
  ['nothing is said of files', { network: true, idempotent: true }, false],
  ['a mail is sent', { ...reads, network: true, idempotent: false }, false],
  ['a mail is sent, for good', { ...reads, network: true, reversible: false }, false],
  ['something is destroyed', { ...reads, destructive: true }, false],
  ['files go', { filesystem: { write: false, delete: true } }, false],
  ['an order is made', { ...reads, network: true, creates: ['order'] }, false],
])('%s', (_, effects, is) => {
  expect(isReader(effects)).toBe(is)
})
