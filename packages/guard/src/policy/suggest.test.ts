import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { fieldOf, type Effects } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow, type CommandDecision } from '../decide-line.js'
import { readPolicy } from './read.js'
import type { RuleSuggestion } from './suggest.js'

const linesOf = (name: string) =>
  readFileSync(new URL(`../../testing/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
const ORDINARY = `
git push
git pull --rebase
git commit -m x
git checkout -b x
git stash
git tag v1
git branch x
git show --output=x HEAD
git archive --remote=host:x HEAD
git fetch --upload-pack=./x
git clone x y
npm test
npm run build
npm run
npm install
npm install left-pad
npm exec -c "rm x"
npx tsc -p .
gh pr view 1
gh pr view 1 --web
gh api x
helm template .
helm template . --post-renderer ./x
terraform plan
terraform plan -out=x
docker build .
docker build -o out .
docker compose up -d
make
make test
mkdir x
cp a b
chmod +x a
touch a
sed -i s/a/b/ a
curl https://example.com
curl -o x https://example.com
curl -T x https://example.com
python3 x.py
bash x.sh
./x.sh
mytool x`
  .trim()
  .split('\n')
const LINES = [
  ...ORDINARY,
  ...linesOf('everyday-lines.txt'),
  ...linesOf('harmful-lines.txt').map((line) => line.replace(/^(?:allow|ask|deny) /, '')),
]

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const commandsOf = (line: string, rule?: object) => {
  const text = JSON.stringify({ rules: rule === undefined ? [] : [rule] })
  return decideLineNow(line, { ...places, policies: [readPolicy(text, { source: 'user', file: 'policy.json' })] })
    .commands
}

interface Suggested {
  line: string
  index: number
  from: CommandDecision
  suggestion: RuleSuggestion
}

const judged = LINES.map((line) => ({ line, commands: commandsOf(line) }))
const suggested: Suggested[] = judged.flatMap(({ line, commands }) =>
  commands.flatMap((from, index) => (from.suggestion ? [{ line, index, from, suggestion: from.suggestion }] : [])),
)

/** Repeated here, so that the order in the code is tested independently. */
const HARM = ['destructive', 'network', 'subprocess', 'filesystem.write', 'filesystem.delete'] as const
const harmOf = (effects: Effects, field: (typeof HARM)[number]) => {
  const value = fieldOf(effects, field)
  return value === true ? 2 : value === false ? 0 : 1
}

describe('a suggestion', () => {
  test('is there for most of what is asked, and for every denial that can be lifted', () => {
    const commands = judged.flatMap((one) => one.commands)
    const denied = commands.filter(({ decision }) => decision === 'deny')
    expect(denied.filter(({ suggestion, isFinal }) => (suggestion === undefined) !== (isFinal === true))).toEqual([])
    expect(denied.length).toBeGreaterThan(200)
    expect(suggested.length).toBeGreaterThan(300)
  })

  test('never names a program alone', () => {
    const bare = suggested.filter(({ suggestion: { rule } }) => {
      const { command, paths, exact } = rule
      return command === undefined ? paths === undefined : command.length === 1 && !exact && !command[0]!.includes('/')
    })
    expect(bare.map(({ line }) => line)).toEqual([])
  })

  test('is about the exact words in one folder, or about one file, if something is lost', () => {
    for (const { from, line, suggestion } of suggested) {
      const { exact, in: folders, paths = [], command, effects } = suggestion.rule
      const isLoss = from.decision === 'deny' || from.effects.destructive === true
      if (!isLoss) expect({ line, effects }).not.toMatchObject({ effects: { destructive: true } })
      else if (command === undefined)
        expect({ line, paths, effects }).toMatchObject({ paths: [expect.not.stringMatching(/[*?]/)] })
      else expect({ line, exact, folders }).toMatchObject({ exact: true, folders: [expect.stringMatching(/^[~/]/)] })
    }
  })

  test('allows what it was made for, once it is in a policy', () => {
    fc.assert(
      fc.property(fc.constantFrom(...suggested), ({ line, index, suggestion }) => {
        expect(commandsOf(line, suggestion.rule)[index]!.decision).toBe('allow')
      }),
      { numRuns: 500 },
    )
  })

  test('covers no other call that does more than the one it was made for', () => {
    const calls = judged.flatMap(({ line, commands }) => commands.map((one, index) => ({ line, one, index })))
    const distinct = new Map(suggested.map((one) => [JSON.stringify(one.suggestion.rule), one]))
    const pairs = [...distinct.values()].flatMap((one) =>
      calls.filter((other) => other.one.argv[0] === one.from.argv[0]).map((other) => ({ one, other })),
    )
    const check = ({ one, other }: (typeof pairs)[number]) => {
      if (other.one.decision === 'allow' || other.one.argv.join('\0') === one.from.argv.join('\0')) return
      const now = commandsOf(other.line, one.suggestion.rule)[other.index]!
      if (now.decision !== 'allow') return
      const worse = HARM.filter((field) => harmOf(other.one.effects, field) > harmOf(one.from.effects, field))
      expect({ rule: one.suggestion.rule, line: other.line, worse }).toMatchObject({ worse: [] })
    }
    // All calls that begin with the words of the rule, and some of the others.
    const near = pairs.filter(({ one, other }) =>
      one.suggestion.rule.command?.every((word, at) => other.one.argv[at] === word),
    )
    expect(near.length).toBeGreaterThan(suggested.length)
    near.forEach(check)
    fc.assert(
      fc.property(fc.nat(pairs.length - 1), (index) => check(pairs[index]!)),
      { numRuns: 3_000 },
    )
  })
})
