import { tokenise } from '@atip/protocol'
import { decideLineNow } from '@atip/guard'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../guard/testing/loaded.js'
import { lookupSource } from '../../../../testing/shims.js'
import { policyCommand } from '../report/policy-command.js'
import { draftRule, type RuleOptions } from './draft-rule.js'

const places = { lookup: lookupSource, cwd: '/home/dev/shop', home: '/home/dev' }

/** Parses a suggested command as the CLI would: `atip policy DECISION OPTIONS [--] WORDS`. */
function typed(line: string): { decision: 'allow'; options: RuleOptions } {
  const tokens = tokenise(line)
  if (!tokens.ok) throw new Error(tokens.message)
  const [atip, policy, decision, ...rest] = tokens.words
  expect([atip, policy]).toEqual(['atip', 'policy'])
  const options: Record<string, unknown> & RuleOptions = { exact: false, project: false }
  while (rest[0]?.startsWith('--') === true) {
    const option = rest.shift()!.slice(2)
    if (option === '') break
    if (option === 'exact') options.exact = true
    else options[option] = [...((options[option] as string[] | undefined) ?? []), rest.shift()!]
  }
  return { decision: decision as 'allow', options: { ...options, words: rest } }
}

const LINES = `git push origin main
npm run build -- --watch
npm install left-pad
npx eslint .
make
python3 tool.py --fast
python3 /opt/tool.py
./run.sh now
mytool --do 'a b' "it's"
gh pr view 12
terraform apply
curl -s https://example.com -o "a file"
echo x > notes.txt
rm -rf src
rm -rf .git
git push --force
dd if=a of=/dev/sda
echo x > ~/.bashrc
git commit -m 'say "hello"; $HOME'
mkdir -p '-odd name'`.split('\n')

test('the command to copy writes exactly the rule that was suggested', () => {
  const rules = LINES.flatMap((line) =>
    decideLineNow(line, places).commands.flatMap(({ suggestion }) => suggestion?.rule ?? []),
  )
  expect(rules.length).toBeGreaterThanOrEqual(LINES.length)
  fc.assert(
    fc.property(fc.constantFrom(...rules), (rule) => {
      const { decision, options } = typed(policyCommand(rule))
      expect(draftRule(decision, options, places)).toEqual(rule)
    }),
    { numRuns: 100 },
  )
})

test.each<[string, object]>([
  ['atip policy allow git push', { command: ['git', 'push'] }],
  ["atip policy allow 'git push origin'", { command: ['git', 'push', 'origin'] }],
  ['atip policy allow npm run build', { command: ['npm', 'run', 'build'], in: ['~/shop'] }],
  ['atip policy allow python3 x.py', { command: ['python3', 'x.py'], in: ['~/shop'] }],
  ['atip policy allow mytool go', { command: ['mytool', 'go'], in: ['~/shop'] }],
  ['atip policy allow ./run.sh', { command: ['/home/dev/shop/run.sh'] }],
  ['atip policy allow --in ../other npm test', { command: ['npm', 'test'], in: ['~/other'] }],
  ['atip policy allow --in ~/src/** npm test', { command: ['npm', 'test'], in: ['~/src/**'] }],
  [
    'atip policy allow --effect network=unknown mytool go',
    { command: ['mytool', 'go'], effects: { network: null }, in: ['~/shop'] },
  ],
])('%s', (line, expected) => {
  const { decision, options } = typed(line)
  expect(draftRule(decision, options, places)).toEqual({ decision: 'allow', ...expected })
})

test('only what is allowed is limited to this folder, and folders of a project stay relative', () => {
  expect(draftRule('deny', { words: ['npm', 'run', 'x'], exact: false, project: false }, places)).not.toHaveProperty(
    'in',
  )
  const options = { words: ['npm', 'publish'], exact: false, project: true, in: ['packages/a'] }
  expect(draftRule('deny', options, places).in).toEqual(['./packages/a'])
})

test.each<[Partial<RuleOptions>, string]>([
  [{}, 'say what the rule is about'],
  [{ exact: true, path: ['a'] }, '--exact needs'],
  [{ access: ['write'], words: ['cp'] }, '--access needs --path'],
  [{ words: ["git 'push"] }, 'cannot be read'],
])('%j is refused', (options, message) => {
  expect(() => draftRule('ask', { exact: false, project: false, ...options }, places)).toThrow(message)
})
