import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'
import { readPolicy } from './read.js'

function decide(line: string, rule: object): string {
  const policies = [readPolicy(JSON.stringify({ rules: [rule] }), { source: 'user', file: 'policy.json' })]
  return decideLineNow(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev', policies }).decision
}

test('a rule for a command does not cover it with a variable that may make it another call', () => {
  const rule = { decision: 'allow', command: ['npm', 'run', 'import'] }
  for (const variable of ['', 'CI=1 ', 'NO_COLOR=1 ', 'LC_ALL=C '])
    expect([variable, decide(`${variable}npm run import`, rule)]).toEqual([variable, 'allow'])
  for (const variable of ['DEPLOY_ENV=production', 'DRY_RUN=0', 'STAGE=prod', 'HUSKY=0', 'COMPOSE_PROFILES=prod'])
    expect([variable, decide(`${variable} npm run import`, rule)]).toEqual([variable, 'ask'])
})

test('a rule without paths does not cover changes to settings of tools', () => {
  const rule = { decision: 'allow', command: ['cp'] }
  expect(decide('cp README.md docs/readme.md', rule)).toBe('allow')
  for (const file of ['.idea/workspace.xml', '.vscode/x', 'sub/.idea/x', '.atip/shims/x.json', '.envrc', '.git/x'])
    expect([file, decide(`cp README.md ${file}`, rule)]).not.toEqual([file, 'allow'])
})
