import { nodeIo } from '../../program/node-io.js'
import { expect, test } from 'vitest'
import { answerCompletion } from './answer.js'
import { fixture, loads } from './fixture.js'
import { completionTreeOf } from './tree.js'

test('answers with candidates, computed ones included', async () => {
  expect(await answerCompletion(fixture, ['fish', '--', 'deploy', 'staging', 'maint'], nodeIo)).toBe(
    ':words\nmaintenance\n',
  )
})

test('with a tree from a manifest, loads nothing', async () => {
  const tree = JSON.parse(JSON.stringify(await completionTreeOf(fixture)))
  const before = loads.count
  expect(await answerCompletion(fixture, ['fish', '--', 'lazy', '--level', ''], nodeIo, tree)).toBe(':words\n1\n2\n3\n')
  expect(loads.count).toBe(before)
})

test('answers nothing to what it does not understand, or when a command cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('gone'))
  const cli = { ...fixture, commands: { gone: { description: 'Gone', load } } }
  expect(await answerCompletion(fixture, ['tcsh'], nodeIo)).toBe('')
  expect(await answerCompletion(cli, ['fish', '--', 'gone', ''], nodeIo)).toBe('')
  expect(await answerCompletion(cli, ['fish', '--', 'go'], nodeIo)).toBe(':words\ngone\tGone\n')
})
