import { beforeAll, expect, test } from 'vitest'
import { command } from '../../callable/command.js'
import { t } from '../../schema/t.js'
import { complete } from './complete.js'
import { fixture } from './fixture.js'
import { completionTreeOf } from './tree.js'
import type { CompletionTree } from './types.js'

let tree: CompletionTree

beforeAll(async () => {
  tree = await completionTreeOf(fixture)
})

/** Completes the last word of a line. */
const completed = (line: string) => {
  const words = line.split(' ').slice(1)
  return complete(tree, words.slice(0, -1), words.at(-1)!)
}
const wordsAt = (line: string) => completed(line).words.map(({ word }) => word)

test.each([
  ['shop de', ['deploy']],
  ['shop sh', ['ship']],
  ['shop remote ', ['add']],
  ['shop -q remote ', ['add']],
  ['shop --output json rem', ['remote']],
  ['shop completion ', ['bash', 'zsh', 'fish', 'powershell', 'install', 'uninstall']],
  ['shop completion bash ', []],
  ['shop completion --', []],
  ['shop prime --', ['--agent-id', '--session-id', '--capabilities', '--locale', '--user-role']],
  ['shop prime --se', ['--session-id']],
  ['shop ship ', ['staging', 'production']],
  ['shop deploy p', ['production']],
  ['shop deploy --output js', ['json', 'jsonl']],
  ['shop deploy --output=js', ['--output=json', '--output=jsonl']],
  ['shop deploy -o js', ['json', 'jsonl']],
  ['shop deploy -ojs', ['-ojson', '-ojsonl']],
  ['shop deploy -qfo te', ['text']],
  ['shop deploy -qfote', ['-qfotext']],
  ['shop deploy -qf', ['-qf']],
  ['shop deploy -qZ', []],
  ['shop deploy -f', ['-f']],
  ['shop deploy --tag red --ta', ['--tag']],
  ['shop deploy --force --forc', []],
  ['shop deploy -f --forc', []],
  ['shop deploy --no-force --forc', []],
  ['shop deploy -v --verb', ['--verbose']],
  ['shop deploy --limi', ['--limit']],
  ['shop --limi', []],
  ['shop --limit 1 rem', ['remote']],
  ['shop deploy --timeout ', []],
  ['shop deploy --timeout --', []],
  ['shop deploy --unknown=', []],
  ['shop deploy --force=', []],
  ['shop deploy -- p', ['production']],
  ['shop deploy -- -', []],
  ['shop remote add ', []],
  ['shop remote nowhere ', []],
  ['shop remote purge -', []],
  ['shop hidden --', []],
  ['shop copy ', ['fast', 'safe']],
])('%s', (line, expected) => {
  expect(wordsAt(line)).toEqual(expected)
})

test('flags are offered where nothing else is possible', () => {
  expect(wordsAt('shop lazy ')).toContain('--level')
  expect(wordsAt('shop lazy ')).not.toContain('-l')
  expect(wordsAt('shop deploy staging main ')).toContain('--force')
  expect(wordsAt('shop remote add ')).toEqual([])
})

test('short flags are offered after a dash', () => {
  expect(wordsAt('shop lazy -')).toEqual(expect.arrayContaining(['-l', '--level', '-h', '--help']))
})

test.each([
  ['shop deploy --root s', { from: 'directories', prefix: '', value: 's' }],
  ['shop deploy --config=s', { from: 'files', prefix: '--config=', value: 's' }],
  ['shop deploy -fc./s', { from: 'files', prefix: '-fc', value: './s' }],
  ['shop copy fast ', { from: 'files', prefix: '', value: '' }],
  ['shop copy fast b c', { from: 'files', prefix: '', value: 'c' }],
  ['shop ship staging m', { from: 'dynamic', prefix: '', value: 'm', path: ['deploy'], key: 'branch' }],
])('%s asks elsewhere', (line, more) => {
  expect(completed(line).more).toEqual(more)
})

test('beside the arguments of a tool that is one command, built-in commands wait until somebody begins one', async () => {
  const only = command({ description: 'Only', args: t.object({ file: t.path() }), run: () => ({}) })
  const tree = await completionTreeOf({ name: 'only', version: '1', description: 'Only', command: only })
  const more = { from: 'files', prefix: '' }
  expect(complete(tree, [], '')).toEqual({ words: [], more: { ...more, value: '' } })
  expect(complete(tree, [], 'pri')).toMatchObject({ words: [{ word: 'prime' }], more: { ...more, value: 'pri' } })
})
