import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { added, AS_IT_IS, LINE_REWRITES, rewritten, type Rewritten } from '../../testing/shell-lines.js'
import { ARGV_REWRITES } from '../../testing/shell-rewrites.js'
import { DANGEROUS, DRY_RUNS, HARMLESS, QUESTIONABLE } from '../../testing/shell-seeds.js'
import { line, quoted, randomFrom, WORD_REWRITES } from '../../testing/shell-words.js'
import { lookupSource } from '../../testing/shims.js'
import { checkLine } from './check-line.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const decide = (text: string) => checkLine(text, places).decision
const dangerous = Object.values(DANGEROUS).flat()

describe('the seeds are what they are said to be', () => {
  test('dangerous ones are refused, harmless ones are allowed, the rest is asked about', () => {
    const wrong = (seeds: readonly (readonly string[])[], expected: string) =>
      seeds.map(line).filter((text) => decide(text) !== expected)
    expect(wrong(dangerous, 'deny')).toEqual([])
    expect(wrong(HARMLESS, 'allow')).toEqual([])
    expect(wrong(QUESTIONABLE, 'ask')).toEqual([])
  })
})

describe('a line written in another way', () => {
  const random = randomFrom(20_261_116)
  const times = <Seed>(seeds: readonly Seed[], count: number) =>
    Array.from({ length: count }, (_, index) => seeds[index % seeds.length]!)

  test('is refused if it was refused before, and asked about at most where nobody can know what runs', () => {
    const judged = times(dangerous, 3400).map((seed) => {
      const one = rewritten(seed, random)
      return { ...one, decision: decide(one.text) }
    })
    const missed = judged.filter(({ decision }) => decision === 'allow')
    expect(missed.map(({ text, names }) => ({ text, names }))).toEqual([])
    const asked = judged.filter(({ decision }) => decision === 'ask')
    const unexplained = asked.filter(({ isHiding, isEncoding }) => !isHiding && !isEncoding)
    expect(unexplained.map(({ text, names }) => ({ text, names }))).toEqual([])
    expect(asked.length / judged.length).toBeLessThan(0.04)
  })

  test('is never allowed if it was asked about before', () => {
    const judged = times(QUESTIONABLE, 900).map((seed) => rewritten(seed, random))
    expect(judged.filter(({ text }) => decide(text) === 'allow').map(({ text, names }) => ({ text, names }))).toEqual(
      [],
    )
  })

  test('is not refused if it was harmless before, unless it was encoded', () => {
    const judged = times(HARMLESS, 700)
      .map((seed) => rewritten(seed, random))
      .filter(({ isEncoding }) => !isEncoding)
    expect(judged.filter(({ text }) => decide(text) === 'deny').map(({ text, names }) => ({ text, names }))).toEqual([])
  })
})

describe('a line that is only spoken of', () => {
  const mentions: Readonly<Record<string, (text: string) => string>> = {
    'behind echo': (text) => `echo ${text.replaceAll(';', '')}`,
    'as a text for echo': (text) => `echo ${quoted(text)}`,
    'as a text for printf': (text) => `printf '%s\\n' ${quoted(text)}`,
    'as a pattern': (text) => `grep -n -- ${quoted(text)} notes.md`,
    'as a message': (text) => `git commit -m ${quoted(text)}`,
    'as a search': (text) => `git log --grep=${quoted(text)}`,
    'in a comment': (text) => `ls # ${text}`,
    'in a comment alone': (text) => `# ${text}`,
    'in a here-document': (text) => `cat <<'END'\n${text}\nEND`,
    'in a here-string': (text) => `cat <<< ${quoted(text)}`,
    'in a variable': (text) => `x=${quoted(text)}; echo "$x"`,
    'as the argument of nothing': (text) => `: ${quoted(text)}`,
    'in a test': (text) => `[ ${quoted(text)} = x ]`,
    'in a case': (text) => `case ${quoted(text)} in x) ;; esac`,
    'as a parameter': (text) => `set -- ${quoted(text)}; echo "$1"`,
    'in a function nobody calls': (text) => `f() { ${text}; }; ls`,
  }

  test.each(Object.entries(mentions))('%s is not refused', (_, mention) => {
    expect(dangerous.map((seed) => mention(line(seed))).filter((text) => decide(text) === 'deny')).toEqual([])
  })

  test('nor is one that only tells what it would do', () => {
    expect(DRY_RUNS.map(line).filter((text) => decide(text) === 'deny')).toEqual([])
  })
})

describe('every rewrite runs what it was given, as shells say themselves', () => {
  let folder: string
  let program: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rewrites-'))
    program = join(folder, 'mark')
    // Writes down what it was called with, and does nothing else.
    writeFileSync(
      program,
      '#!/bin/sh\nfor word do printf "%s\\0" "$word"; done >> "$LOG"\nprintf "\\n\\0" >> "$LOG"\n',
      { mode: 0o755 },
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const standIns = (): string[][] => [
    [program, '-rf', 'src'],
    [program, 'a b', "it's", '$x', '*', '"'],
    [program, '--name=value', '/home/dev/x/y', '1'],
  ]
  let runs = 0
  const ran = (text: string, shell: string) =>
    new Promise<string[][]>((resolve) => {
      const log = join(folder, `log-${runs++}`)
      writeFileSync(log, '')
      const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/home/dev', LOG: log, LC_ALL: 'C.UTF-8' }
      const child = execFile(shell, ['-c', text], { cwd: folder, env, timeout: 20_000 }, () => {
        const calls = readFileSync(log, 'utf8').split('\n\0').slice(0, -1)
        resolve(calls.map((call) => call.split('\0').slice(0, -1)))
      })
      child.stdin?.end()
    })

  /** Nothing but the seed ran, and it ran. */
  const failures = async (all: readonly { seed: string[]; one: Rewritten }[]) => {
    const wrong: object[] = []
    const pending = all.flatMap(({ seed, one }) =>
      (one.isPosix ? ['bash', 'dash'] : ['bash']).map((shell) => ({ seed, one, shell })),
    )
    const work = async () => {
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        const { seed, one, shell } = next
        const calls = await ran(one.text, shell)
        const expected = seed.slice(1).map((word) => posix.normalize(word))
        const isRight =
          calls.length > 0 &&
          calls.every((call) =>
            same(
              call.map((word) => posix.normalize(word)),
              expected,
            ),
          )
        if (!isRight) wrong.push({ shell, names: one.names, text: one.text, calls })
      }
    }
    await Promise.all([work(), work(), work()])
    return wrong
  }
  const same = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other)

  test('each of them alone', async () => {
    const all = standIns().slice(0, 2)
    const lines = LINE_REWRITES.flatMap((rewrite) => {
      const before = AS_IT_IS(all[0]!)
      return (rewrite.needs?.test(before.text) ?? true) ? [{ seed: all[0]!, one: added(before, rewrite) }] : []
    })
    const words = WORD_REWRITES.map(({ name }) => ({
      seed: standIns()[2]!,
      one: rewrittenBy(standIns()[2]!, name),
    }))
    const commands = ARGV_REWRITES.filter(({ isUnproven }) => isUnproven !== true).flatMap((rewrite) => {
      const fitting = all.findLast((seed) => seed.every((word) => rewrite.needs?.test(word) ?? true))
      if (fitting === undefined) return []
      const one = { ...AS_IT_IS(fitting), text: rewrite.apply(fitting, 'sh'), names: [rewrite.name] }
      return [{ seed: fitting, one: { ...one, isPosix: rewrite.isPosix === true } }]
    })
    expect(await failures([...lines, ...words, ...commands])).toEqual([])
  }, 60_000)

  test('and several together', async () => {
    const random = randomFrom(7)
    const all = Array.from({ length: 400 }, (_, index) => {
      const seed = standIns()[index % 3]!
      return { seed, one: rewritten(seed, random) }
    })
    expect(await failures(all.filter(({ one }) => !one.isUnproven).slice(0, 80))).toEqual([])
  }, 60_000)
})

function rewrittenBy(argv: readonly string[], name: string): Rewritten {
  const one = WORD_REWRITES.find((rewrite) => rewrite.name === name)!
  const random = randomFrom(1)
  const at = argv.findLastIndex((word) => one.needs?.test(word) ?? true)
  const words = argv.map((word, index) => (index === at ? one.write(word, random) : quoted(word)))
  const text = `${at === -1 ? '' : (one.before?.(argv[at]!) ?? '')}${words.join(' ')}`
  return { ...AS_IT_IS(argv), text, names: [name], isPosix: one.isPosix === true }
}
