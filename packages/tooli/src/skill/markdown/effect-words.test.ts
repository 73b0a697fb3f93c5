import type { Effects } from '@atip/protocol'
import { expect, test } from 'vitest'
import { addedWords, effectWords } from './effect-words.js'

const NOTHING: Effects = { filesystem: { read: false, write: false, delete: false }, network: false }

test.each<[Effects, string]>([
  [{}, 'effects unknown'],
  [NOTHING, 'touches no files; does not use the network'],
  [
    { filesystem: { read: true, write: false, delete: false }, network: false },
    'reads files, changes none; does not use the network',
  ],
  [{ filesystem: { write: false, delete: false }, network: false }, 'changes no files; does not use the network'],
  [{ network: true }, 'uses the network; unknown whether it writes files or deletes files'],
  [{ ...NOTHING, subprocess: true }, 'touches no files; does not use the network; runs other programs'],
  [
    { filesystem: { write: true, paths: ['a `b`'] }, deletes: ['old ones'] },
    'writes files (a `b`); deletes old ones; unknown whether it uses the network',
  ],
  [
    { ...NOTHING, destructive: true, reversible: false },
    'touches no files; does not use the network; destroys data; cannot be undone',
  ],
  [{ ...NOTHING, reversible: true }, 'touches no files; does not use the network'],
  [{ ...NOTHING, idempotent: false }, 'touches no files; does not use the network; is not safe to repeat'],
  [
    { ...NOTHING, cost: { billable: true, estimate: '1 cent' }, duration: { typical: '5s' } },
    'touches no files; does not use the network; may cost money (1 cent); takes about 5s',
  ],
  [
    { ...NOTHING, interactive: { stdin: 'required', prompts: true, tty: true } },
    'touches no files; does not use the network; waits for input on stdin; asks questions; needs a terminal',
  ],
])('%j in words: %s', (effects, words) => {
  expect(effectWords(effects)).toBe(words)
})

test('of an option only what it adds is said', () => {
  expect(addedWords({ filesystem: { write: true }, network: false })).toBe('writes files')
  expect(addedWords({ network: true, destructive: true })).toBe('uses the network; destroys data')
})
