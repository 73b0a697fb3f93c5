import { afterEach, expect, test, vi } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

const check = (line: string) => checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' })
const list = (term: (index: number) => string, between: string) => (count: number) =>
  Array.from({ length: count }, (_, index) => term(index)).join(between)

/** Long lines without nesting. */
const FLAT: Readonly<Record<string, (count: number) => string>> = {
  semicolons: list(() => 'ls a', '; '),
  'line ends': list(() => 'ls a', '\n'),
  conditions: list(() => 'ls a', ' && '),
  alternatives: list(() => 'ls a', ' || '),
  pipes: list(() => 'sort', ' | '),
  'background jobs': list(() => 'ls a', ' & '),
  assignments: list((index) => `x${index % 50}=${index}`, '; '),
  'a variable that is set and used': list((index) => `x=${index}; echo $x`, '; '),
  substitutions: list(() => 'echo $(pwd)', '; '),
  choices: (count) => `if ls; then ls; ${'elif ls; then ls; '.repeat(count)}fi`,
  cases: (count) => `case $x in ${list((index) => `a${index}) ls;;`, ' ')(count)} esac`,
  sums: (count) => `echo $((${list(() => '1', ' + ')(count)}))`,
  tests: (count) => `[[ ${list(() => '-f a', ' && ')(count)} ]]`,
}

afterEach(() => void vi.restoreAllMocks())

/** How often a map is set: scopes are maps, and copies of them are the cost of a long line. */
function workOn(line: string): number {
  const { set } = Map.prototype
  let count = 0
  vi.spyOn(Map.prototype, 'set').mockImplementation(function (this: Map<unknown, unknown>, key, value) {
    count++
    return set.call(this, key, value)
  })
  check(line)
  vi.restoreAllMocks()
  return count
}

test.each(['conditions', 'pipes', 'choices', 'cases', 'sums', 'tests'])('5,000 %s are read to the end', (kind) => {
  const { decision, verdicts } = check(FLAT[kind]!(5_000))
  expect(verdicts.filter(({ rule }) => ['check-failed', 'too-much', 'too-deep'].includes(rule))).toEqual([])
  expect(decision).toBe(kind === 'cases' ? 'ask' : 'allow')
})

test.each(Object.entries(FLAT))('twice as many %s are twice the work', (_, lineOf) => {
  check(lineOf(10))
  const [once, twice] = [workOn(lineOf(200)), workOn(lineOf(400))]
  expect(twice).toBeLessThan(2.2 * once + 100)
})

test('ten thousand commands are looked at, and the last one counts', () => {
  const line = `${FLAT.conditions!(9_999)} && rm -rf src`
  const { decision, verdicts } = check(line)
  expect(verdicts).toHaveLength(10_000)
  expect(decision).toBe('deny')
})

test('a megabyte is refused without being read', () => {
  expect(workOn(FLAT.semicolons!(200_000))).toBe(0)
  expect(check(FLAT.semicolons!(200_000))).toMatchObject({ decision: 'ask', verdicts: [{ rule: 'too-long' }] })
})
