import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { quoteLine } from '@atip/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { added, AS_IT_IS, LINE_REWRITES, rewritten, type Rewritten } from '../testing/shell-lines.js'
import { ARGV_REWRITES } from '../testing/shell-rewrites.js'
import { DANGEROUS, DRY_RUNS, HARMLESS, QUESTIONABLE } from '../testing/shell-seeds.js'
import { quoted, randomFrom, WORD_REWRITES } from '../testing/shell-words.js'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const decide = (text: string) => checkLine(text, places).decision
const dangerous = Object.values(DANGEROUS).flat()

describe('the seeds are what they are said to be', () => {
  test('dangerous ones are refused, harmless ones are allowed, the rest is asked about', () => {
    const wrong = (seeds: readonly (readonly string[])[], expected: string) =>
      seeds.map(quoteLine).filter((text) => decide(text) !== expected)
    expect(wrong(dangerous, 'deny')).toEqual([])
    expect(wrong(HARMLESS, 'allow')).toEqual([])
    expect(wrong(QUESTIONABLE, 'ask')).toEqual([])
  })
})

describe('a line written in another way', () => {
  const random = randomFrom(20_261_116)
  const times = <Seed>(seeds: readonly Seed[], count: number) =>
    Array.from({ length: count }, (_, index) => seeds[index % seeds.length]!)

  test('is refused if it was refused before, and asked about at most where it is unknown what runs', () => {
    const judged = times(dangerous, 1700).map((seed) => {
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
    const judged = times(QUESTIONABLE, 450).map((seed) => rewritten(seed, random))
    expect(judged.filter(({ text }) => decide(text) === 'allow').map(({ text, names }) => ({ text, names }))).toEqual(
      [],
    )
  })

  test('is not refused if it was harmless before, unless it was encoded', () => {
    const judged = times(HARMLESS, 350)
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
    'in a function that is never called': (text) => `f() { ${text}; }; ls`,
  }

  test.each(Object.entries(mentions))('%s is not refused', (_, mention) => {
    expect(dangerous.map((seed) => mention(quoteLine(seed))).filter((text) => decide(text) === 'deny')).toEqual([])
  })

  test('nor is one that only tells what it would do', () => {
    expect(DRY_RUNS.map(quoteLine).filter((text) => decide(text) === 'deny')).toEqual([])
  })
})

describe('every rewrite runs what it was given, as shells say themselves', () => {
  let folder: string
  let program: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rewrites-'))
    program = join(folder, 'mark')
    // Records its arguments, and does nothing else.
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
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/home/dev', LC_ALL: 'C.UTF-8' }
  /** One small shell starts all others, because this process has grown, and starting one takes longer than a line. */
  const STARTER = `while read -r name shell; do
  text=$(cat "$name.line"; echo x)
  : >"$name.log"
  LOG=$PWD/$name.log timeout -s KILL 20 "$shell" -c "\${text%x}" </dev/null >/dev/null 2>&1
done`
  /** The calls of each line. */
  const ran = (all: readonly { text: string; shell: string }[]) =>
    new Promise<string[][][]>((resolve, reject) => {
      const names = all.map(() => `run-${runs++}`)
      for (const [index, { text }] of all.entries()) writeFileSync(join(folder, `${names[index]}.line`), text)
      const child = execFile('sh', ['-c', STARTER], { cwd: folder, env }, (error) => {
        if (error !== null) return reject(error)
        const logs = names.map((name) =>
          readFileSync(join(folder, `${name}.log`), 'utf8')
            .split('\n\0')
            .slice(0, -1),
        )
        resolve(logs.map((calls) => calls.map((call) => call.split('\0').slice(0, -1))))
      })
      child.stdin?.on('error', () => {}).end(all.map(({ shell }, index) => `${names[index]} ${shell}\n`).join(''))
    })

  /** The lines that did not run exactly the seed. */
  const failures = async (all: readonly { seed: string[]; one: Rewritten }[]) => {
    const started = all.flatMap(({ seed, one }) =>
      (one.isPosix ? ['bash', 'dash'] : ['bash']).map((shell) => ({ seed, one, shell, text: one.text })),
    )
    const halves = [0, 1].map((half) => started.filter((_, index) => index % 2 === half))
    const wrong = halves.map(async (half) => {
      const calls = await ran(half)
      return half.flatMap(({ seed, one, shell }, index) => {
        const expected = seed.slice(1).map((word) => posix.normalize(word))
        const called = calls[index]!
        const isRight =
          called.length > 0 &&
          called.every((call) =>
            same(
              call.map((word) => posix.normalize(word)),
              expected,
            ),
          )
        return isRight ? [] : [{ shell, names: one.names, text: one.text, calls: called }]
      })
    })
    return (await Promise.all(wrong)).flat()
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
