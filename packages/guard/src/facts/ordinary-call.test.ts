import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { checkLine } from '../../testing/check-line.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const decide = (line: string) => checkLine(line, places).decision

describe('text that is known only when the line runs', () => {
  test.each(['git log "$(cat x)"', 'jq . "$(head -1 list)"', 'cat list | xargs du -sh', 'docker logs "$NAME"'])(
    'is not given to a program that may take it for something else: %s',
    (line) => expect(decide(line)).toBe('ask'),
  )

  test.each([
    'echo "$(cat README.md)"',
    'cat list | xargs ls -d',
    'basename "$(head -n 1 list)"',
    '[ "$(cat VERSION)" = 1 ]',
  ])('is given to a program that only prints or compares it: %s', (line) => expect(decide(line)).toBe('allow'))

  test('is the value of an option that is said to take any text, and no further words', () => {
    expect(decide('git log --author="$(git config user.name)"')).toBe('allow')
    expect(decide('git log --author "$(git config user.name)"')).toBe('allow')
    expect(decide('git log --author $(git config user.name)')).toBe('ask')
    expect(decide('git log --format="$(git config user.name)"')).toBe('ask')
  })

  test('is an operand behind two dashes', () => {
    expect(decide('cat list | while read -r f; do du -sh -- "$f"; done')).toBe('allow')
    expect(decide('cat list | while read -r f; do du -sh "$f"; done')).toBe('ask')
  })
})

test.each([
  'wc --files0-from=list',
  'du --files0-from=list',
  'date -f dates.txt',
  'xargs -a list echo',
  'time -o log ls',
])('an option that names a file is asked about, if it is not listed: %s', (line) => expect(decide(line)).toBe('ask'))

test('a temporary folder of the line may be filled and deleted by commands in everyday use only', () => {
  expect(decide('d=$(mktemp -d) && cp README.md "$d" && rm -rf "$d"')).toBe('allow')
  expect(decide('d=$(mktemp -d) && patch -s -d "$d" < a.patch && rm -rf "$d"')).toBe('ask')
  expect(decide('d=$(mktemp -d) && cp -r src "$d" && rm -rf "$d"')).toBe('ask')
})

test('a command is named and judged as it is written, whatever it is an alias of', () => {
  const [{ reason } = { reason: '' }] = checkLine('aws lightsail get-instances', places).verdicts
  expect(reason).toContain("atip's description of aws lightsail get-instances is not")
  expect(decide('aws opensearch list-domain-names')).toBe('allow')
  expect(decide('aws lightsail get-key-pairs')).toBe('ask')
  expect(decide('aws mediaconvert list-jobs')).toBe('ask')
})
