import { expect, test } from 'vitest'
import { pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const flag = (word: string, parts: object = {}) => ({ name: 'x', flags: [word], type: 'boolean', ...parts })
const destructive = { destructive: true }
const prompts = { interactive: { prompts: true } }

test.each([
  ['no-dry-run', destructive, [], true],
  ['no-dry-run', destructive, [flag('--force')], true],
  ['no-dry-run', destructive, [flag('--dry-run')], false],
  ['no-dry-run', destructive, [flag('--what-if')], false],
  ['no-dry-run', destructive, [flag('-n', { 'x-atip': { harmless: 'dry-run' } })], false],
  ['no-dry-run', destructive, [flag('-n', { 'x-atip': { cases: [{ harmless: 'dry-run' }] } })], false],
  ['no-dry-run', destructive, [flag('-n', { 'x-atip': { harmless: 'help' } })], true],
  ['no-dry-run', { destructive: false }, [], false],
  ['no-dry-run', {}, [], false],
  ['prompts-without-yes', prompts, [], true],
  ['prompts-without-yes', prompts, [flag('--verbose')], true],
  ['prompts-without-yes', prompts, [flag('--yes')], false],
  ['prompts-without-yes', prompts, [flag('--non-interactive')], false],
  ['prompts-without-yes', { interactive: { prompts: false } }, [], false],
  ['prompts-without-yes', {}, [], false],
])('%s for %j with %j: %s', (rule, effects, options, isFound) => {
  const commands = { act: { description: 'Acts', effects, options } }
  expect(pointersFoundBy(rule, sample({ commands }))).toEqual(isFound ? ['/commands/act'] : [])
  const globalOptions = sample({ globalOptions: options, commands: { act: { description: 'Acts', effects } } })
  expect(pointersFoundBy(rule, globalOptions)).toEqual(isFound ? ['/commands/act'] : [])
})

test('an option of another command is no way out', () => {
  const commands = {
    act: { description: 'Acts', effects: destructive },
    plan: { description: 'Plans', options: [flag('--dry-run')] },
  }
  expect(pointersFoundBy('no-dry-run', sample({ commands }))).toEqual(['/commands/act'])
})
