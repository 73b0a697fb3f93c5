import { NO_EFFECTS, type AtipTool, type Effects } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import { decideCall } from './decide-call.js'
import { readPolicy } from './policy/read.js'
import type { Mode } from './policy/types.js'

const EDITS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: true, delete: false } }

function tool(effects: Effects, more: Partial<AtipTool> = {}): AtipTool {
  const path = (access: 'read' | 'write') => ({
    name: access,
    flags: [`--${access}`],
    type: 'file' as const,
    description: access,
    variadic: true,
    'x-atip': { value: { kind: 'path' as const, access: [access] } },
  })
  const options = [path('read'), path('write')]
  return {
    atip: { version: '0.6' },
    name: 'fs.edit',
    version: '1',
    description: 'x',
    effects,
    globalOptions: options,
    'x-atip': { cases: [{ when: { with: ['write'] }, effects: { filesystem: { write: effects.filesystem?.write } } }] },
    ...more,
  }
}

const decide = async (
  effects: Effects,
  { words = [] as string[], rules = [] as unknown[], mode = 'default' as Mode, more = {} as Partial<AtipTool> } = {},
) => {
  const policies = [readPolicy(JSON.stringify({ rules }), { source: 'user', file: 'rules' })]
  const options = { cwd: '/work/shop', home: '/home/ann', policies, mode }
  const { commands, decision } = await decideCall(tool(effects, more), ['fs.edit', ...words], options)
  return { decision, rule: commands[0]!.rule, files: commands[0]!.files }
}

describe('a call that no shell starts', () => {
  test('is allowed where it is known to change nothing, and asked about where nothing is known', async () => {
    expect(await decide(NO_EFFECTS)).toMatchObject({ decision: 'allow', rule: 'read-only' })
    expect(await decide({})).toMatchObject({ decision: 'ask' })
    expect(await decide({ ...EDITS, destructive: true })).toMatchObject({ decision: 'deny', rule: 'destructive' })
  })

  test('is asked about if only the tool itself says that it is harmless', async () => {
    const more = { trust: { source: 'native' as const } }
    expect(await decide(NO_EFFECTS, { more })).toMatchObject({ decision: 'ask', rule: 'own-word' })
  })

  test('obeys rules about tools, paths and effects', async () => {
    const words = ['--write=notes/a.md']
    const deny = { decision: 'deny', paths: ['notes/**'] }
    const allow = { decision: 'allow', tool: 'fs.*' }
    expect(await decide(EDITS, { words })).toMatchObject({ decision: 'ask', rule: 'writes' })
    expect(await decide(EDITS, { words, rules: [allow] })).toMatchObject({ decision: 'allow', rule: 'policy' })
    expect(await decide(EDITS, { words, rules: [allow, deny] })).toMatchObject({ decision: 'deny', rule: 'policy' })
    const onUnknown = { decision: 'deny', effects: { destructive: null } }
    expect(await decide({ network: false }, { rules: [onUnknown] })).toMatchObject({ decision: 'deny' })
  })

  test('obeys modes', async () => {
    const words = ['--write=notes/a.md']
    expect(await decide(EDITS, { words, mode: 'accept-edits' })).toMatchObject({ decision: 'allow' })
    const outside = { words: ['--write=/etc/hosts'], mode: 'accept-edits' as const }
    expect(await decide(EDITS, outside)).toMatchObject({ decision: 'ask' })
    const nowhere = { words: ['--read=notes/a.md'], mode: 'accept-edits' as const }
    expect(await decide(EDITS, nowhere)).toMatchObject({ decision: 'ask' })
    const startup = { words: ['--write=/home/ann/.bashrc'], mode: 'accept-edits' as const }
    expect(await decide(EDITS, startup)).toMatchObject({ decision: 'deny', rule: 'writes-protected' })
    expect(await decide(EDITS, { words, mode: 'plan' })).toMatchObject({ decision: 'deny', rule: 'mode-plan' })
  })

  test('names its files by their absolute paths', async () => {
    const { files } = await decide(EDITS, { words: ['--read=../a', '--write=./b'] })
    expect(files).toEqual([
      { path: '/work/a', access: ['read'] },
      { path: '/work/shop/b', access: ['write'] },
    ])
  })

  test('that runs a command in turn is asked about, because only lines are followed', async () => {
    const run = { name: 'run', flags: ['--run'], type: 'string' as const, description: 'x' }
    const option = { ...run, 'x-atip': { value: { kind: 'command' as const, form: 'shell' as const } } }
    const answer = await decide(NO_EFFECTS, { words: ['--run=ls'], more: { globalOptions: [option] } })
    expect(answer).toMatchObject({ decision: 'ask', rule: 'unknown-effects' })
  })
})
