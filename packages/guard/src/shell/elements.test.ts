import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../testing/loaded.js'
import { newScope } from './scope.js'
import { INHERITED, NOTHING } from './stream.js'
import { Walker } from './walk.js'
import { literal, literalOf, type Word } from './word.js'

/** The words of each `echo` in a line, as far as the walk knows them. */
function echoed(line: string): (string | undefined)[] {
  const seen: (string | undefined)[] = []
  const textOf = (words: readonly Word[]) =>
    words.map(literalOf).includes(undefined) ? undefined : words.map(literalOf).join(' ')
  const walker = new Walker({
    command({ argv }) {
      if (argv.length > 0 && literalOf(argv[0]!) === 'echo') seen.push(textOf(argv.slice(1)))
      return NOTHING
    },
    reading: (_, content) => content,
    unreadable: () => undefined,
    hidden: () => undefined,
    shown: () => undefined,
    multiplies: () => undefined,
  })
  walker.runText(literal(line), newScope('/', '/home/dev'), INHERITED)
  return seen
}

const inBash = (line: string) => execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trimEnd().split('\n')

test.each([
  'v=(a b c); echo "${v[-1]}"; echo "${v[1]}"; i=2; echo "${v[i]}"; echo "${v[i-1]}"; echo "${v[$i]}"',
  'v=([5]=x y [2]=z); echo "${v[5]}"; echo "${v[6]}"; echo "${v[@]}"; echo "${v[-1]}"',
  'v[3]=x; v[1]=y; echo "${v[@]}"; echo "${v[3]}"; echo "${#v[@]}"',
  'v=(a b); v[1]=c; v+=(d); echo "${v[*]}"; echo "${v[${#v[@]}-1]}"',
  'v=a; v[2]=c; echo "$v"; echo "${v[2]}"',
  'v=("[1]=x" y); echo "${v[1]}"; echo "${v[0]}"',
])('elements that the walk knows are those of bash: %s', (line) => {
  expect(echoed(line)).toEqual(inBash(line))
})

test('what the walk says of elements is what bash has, or that it is not known', () => {
  const index = fc.integer({ min: -3, max: 4 })
  const name = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `v=(${names.join(' ')})`),
    fc.tuple(index, name).map(([at, text]) => `v=([${Math.abs(at)}]=${text} x)`),
    fc.tuple(index, name).map(([at, text]) => `v[${Math.abs(at)}]=${text}`),
    name.map((text) => `v+=(${text})`),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), index, (steps, at) => {
      const line = `${steps.join('; ')}; echo "<\${v[${at}]}>" 2>/dev/null`
      const [known] = echoed(line)
      const printed = inBash(`${line} || true`).at(-1)
      // After the last element of bash there is the last one of shells that count from 1.
      return known === undefined || printed === '<>' || printed === known
    }),
    { numRuns: 60 },
  )
})

test('what is cut off a value is what bash cuts off', () => {
  const text = fc.stringMatching(/^[ab/.]{0,8}$/)
  const pattern = fc.stringMatching(/^[ab/.*?]{1,4}$/)
  const operator = fc.constantFrom('#', '##', '%', '%%')
  const one = fc.tuple(text, operator, pattern).map(([value, cut, what]) => `x='${value}'; echo "<\${x${cut}${what}}>"`)
  fc.assert(
    fc.property(fc.array(one, { minLength: 40, maxLength: 40 }), (lines) => {
      expect(lines.flatMap(echoed)).toEqual(inBash(lines.join('\n')))
    }),
    { numRuns: 15 },
  )
})
