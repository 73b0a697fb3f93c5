import { expect, test } from 'vitest'
import type { AtipTool } from '@atip/protocol'
import { callProgram } from './call-program.js'

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'git',
  version: '1.0.0',
  description: 'A tool',
  commands: { remote: { description: 'Remotes', commands: { add: { description: 'Add one' } } } },
}

test('a program that fails is named with the whole path of its command', async () => {
  const program = [process.execPath, '-e', 'process.exit(3)', '--'] as const
  const { signal } = new AbortController()
  const call = callProgram({ tool, path: ['remote', 'add'], input: {}, program, signal })
  await expect(call).rejects.toMatchObject({ code: 'E4902', message: 'git remote add exited with 3' })
})
