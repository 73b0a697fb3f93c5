import { expect, test } from 'vitest'
import type { AtipTool, Command } from '@atip/protocol'
import { showText } from './show-text.js'

const page = (commands: Record<string, Command>) =>
  showText({ atip: { version: '0.6' }, name: 'ls', version: '1', description: 'List folders', commands } as AtipTool, {
    width: 80,
    color: false,
  })
const own = { description: 'List folders', effects: { network: false } }

test('only a tool with further commands is described as called without one', () => {
  expect(page({ '': own })).not.toMatch(/without a command|COMMAND/)
  expect(page({ '': own })).toContain('\nWhat it does\n')
  expect(page({ '': own, more: own })).toContain('What it does without a command')
})
