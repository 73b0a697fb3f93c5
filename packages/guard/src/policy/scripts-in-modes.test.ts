import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import { decideLine, type DecideOptions } from '../decide-line.js'
import { folderWith, removeFoldersAfterwards } from '../disk/testing/folders.js'
import { readPolicy } from './read.js'

removeFoldersAfterwards()

const cwd = folderWith({
  'scripts/rotate.sh': '#!/bin/bash\nkubectl rollout restart deploy/web\n',
  'scripts/after.sh': '#!/bin/bash\nset -e\nnpm run build\ngit push origin main\n',
  'scripts/remote.sh': '#!/bin/bash\nssh host uptime\n',
  'scripts/build.sh': '#!/bin/bash\nset -e\nnpm ci\nmkdir -p dist\ncp a b\nmytool x\n',
  'package.json':
    '{ "scripts": { "roll": "kubectl apply -f x.yaml", "compile": "tsc -p .", "start": "git push", "pretest": "ssh host uptime", "test": "vitest run" } }',
})
const decide = (line: string, more: Partial<DecideOptions> = {}) =>
  decideLine(line, { lookup: lookupSource, cwd, home: '/home/dev', looksAtDisk: true, mode: 'balanced', ...more })

const SENDS = [
  'bash scripts/rotate.sh',
  './scripts/after.sh',
  'bash scripts/remote.sh',
  'npm run roll',
  'npm start',
  'npm test',
]

test.each(SENDS)('balanced mode asks about a script that acts on a service: %s', async (line) => {
  const { decision, commands } = await decide(line)
  expect(decision).toBe('ask')
  const asked = commands.find((one) => one.decision === 'ask')
  expect(asked).toMatchObject({ isInside: true })
  expect(asked).not.toHaveProperty('suggestion')
})

test.each(['bash scripts/build.sh', 'npm run compile'])('other scripts run as before: %s', async (line) => {
  expect((await decide(line)).decision).toBe('allow')
})

test('a script that is asked about anyway has one question, and a rule for it is enough', async () => {
  for (const line of SENDS) {
    const { decision, commands } = await decide(line, { mode: undefined })
    expect({ line, decision, count: commands.filter((one) => one.decision === 'ask').length }).toEqual({
      line,
      decision: 'ask',
      count: 1,
    })
    const rules = commands.flatMap(({ suggestion }) => suggestion?.rule ?? [])
    const policies = [readPolicy(JSON.stringify({ rules }), { source: 'user', file: 'policy.json' })]
    expect({ line, decision: (await decide(line, { policies })).decision }).toEqual({ line, decision: 'allow' })
    expect((await decide(line, { policies, mode: undefined })).decision).toBe('allow')
  }
})
