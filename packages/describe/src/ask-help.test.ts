import type { Sandbox, SandboxResult } from '@atip/sandbox'
import { expect, test } from 'vitest'
import { askHelp } from './ask-help.js'

/** A sandbox in which every call prints this to stderr. */
function printing(stderr: string, code = 1): Sandbox {
  const result = {
    status: 'ended',
    code,
    stdout: Buffer.from(''),
    stderr: Buffer.from(stderr),
  } as unknown as SandboxResult
  return { run: async () => result } as unknown as Sandbox
}

const USAGE =
  'Usage: tool COMMAND\n\nCommands:\n  commit  Record changes\n  column  Show columns\n  config  Set values\n'

test.each([
  "git: 'commi' is not a git command. See 'git --help'.\n\nThe most similar commands are\n\tcommit\n\tcolumn\n\tconfig\n",
  `unknown command "commi" for "tool"\n\nDid you mean this?\n\tcommit\n\n${USAGE}`,
  "usage: tool [-h] {commit,column} ...\n\n\n\n\ntool: error: argument cmd: invalid choice: 'commi'\n",
])('what a program says about a command that it does not have is no help about it: %s', async (text) => {
  expect(await askHelp(printing(text), 'tool', ['commi'])).toEqual({ ok: false, wasStarted: true })
})

test('usage after an error, and help with an exit code of its own, are help', async () => {
  const refused = `tool commit: unknown option --help\n\n${USAGE}`
  const named = `no command may be open while commits are made\n\n${USAGE}`
  for (const text of [refused, named, USAGE])
    expect(await askHelp(printing(text, 129), 'tool', ['commit'])).toMatchObject({ ok: true, text })
  const root = `tool: unknown command --help\n\n${USAGE}`
  expect(await askHelp(printing(root), 'tool', [])).toMatchObject({ ok: true })
})
