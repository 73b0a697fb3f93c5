import { expect, test } from 'vitest'
import { answerCompletion } from './answer.js'
import { fixture, loads } from './fixture.js'
import { completionTreeOf } from './tree.js'

test('answers with candidates, computed ones included', async () => {
  expect(await answerCompletion(fixture, ['fish', '--', 'deploy', 'staging', 'maint'])).toBe(':words\nmaintenance\n')
})

test('with a tree from a manifest, loads nothing', async () => {
  const tree = JSON.parse(JSON.stringify(await completionTreeOf(fixture)))
  const before = loads.count
  expect(await answerCompletion(fixture, ['fish', '--', 'lazy', '--level', ''], tree)).toBe(':words\n1\n2\n3\n')
  expect(loads.count).toBe(before)
})

test('answers nothing to what it does not understand, or when a command cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('gone'))
  const cli = { ...fixture, commands: { gone: { description: 'Gone', load } } }
  expect(await answerCompletion(fixture, ['tcsh'])).toBe('')
  expect(await answerCompletion(cli, ['fish', '--', 'gone', ''])).toBe('')
  expect(await answerCompletion(cli, ['fish', '--', 'go'])).toBe(':words\ngone\tGone\n')
})
