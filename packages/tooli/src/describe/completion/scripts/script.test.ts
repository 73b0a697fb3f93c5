import { expect, test } from 'vitest'
import { SHELLS } from '../types.js'
import { completionScript } from './script.js'

test.each(SHELLS)('the script for %s says how to load it, with the name of the tool', (shell) => {
  const comments = completionScript(shell, 'shop')
    .split('\n')
    .filter((line) => line.startsWith('# Completion'))
  expect(comments).toEqual([expect.stringContaining(`shop completion ${shell}`)])
})
