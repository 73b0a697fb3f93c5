import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'
import { isStricter } from './line/finding.js'

const FOLDERS = ['/home/dev', '/tmp/work', '/opt/app', '/home/dev/project', undefined]
const linesOf = (name: string) =>
  readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
const everyday = linesOf('everyday-lines.txt')
const harmful = linesOf('harmful-lines.txt').map((line) => line.replace(/^(?:ask|deny) /, ''))
const decide = (line: string, cwd: string | undefined) =>
  checkLine(line, { lookup: lookupSource, home: '/home/dev', ...(cwd !== undefined && { cwd }) }).decision

/** Plain words of a line. An option with its value is two things at once, and is left unchanged. */
function wordsOf(line: string): RegExpMatchArray[] {
  return [...line.matchAll(/(?<=^|\s)(?!-\S*=)[\w./:,@%+=-]+(?=\s|$)/g)]
}

describe('text that is known only when the line runs', () => {
  test('never loosens a decision where it takes the place of a word, in any folder', () => {
    const lines = [...everyday, ...harmful].filter((line) => !/['"\\<>{}()$`*#&|;\n]/.test(line))
    fc.assert(
      fc.property(
        fc.constantFrom(...lines),
        fc.nat(),
        fc.constantFrom(...FOLDERS),
        fc.constantFrom('$(cat f)', '"$(cat f)"', '$(curl -s https://example.com)', '"$(base64 -d f)"', '$X', '"$X"'),
        (line, seed, cwd, unknown) => {
          const words = wordsOf(line)
          const { 0: word, index } = words[seed % words.length]!
          const changed = line.slice(0, index!) + unknown + line.slice(index! + word.length)
          const [before, after] = [decide(line, cwd), decide(changed, cwd)]
          // A denial may depend on one option. Without that word, a question is enough.
          const least = before === 'deny' ? 'ask' : before
          expect({ line, changed, cwd, isLooser: isStricter(least, after) }).toMatchObject({ isLooser: false })
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('never loosens a decision where it takes the place of the beginning or the end of a word', () => {
    const lines = [...everyday, ...harmful].filter((line) => !/['"\\<>{}()$`*#&|;\n]/.test(line))
    fc.assert(
      fc.property(
        fc.constantFrom(...lines),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        fc.constantFrom('"$(cat f)"', '"$X"'),
        (line, seed, place, isEnd, unknown) => {
          const words = wordsOf(line)
          const { 0: word, index } = words[seed % words.length]!
          const cut = place % (word.length + 1)
          const part = isEnd ? word.slice(0, cut) + unknown : unknown + word.slice(cut)
          const changed = line.slice(0, index!) + part + line.slice(index! + word.length)
          const [before, after] = [decide(line, '/home/dev/project'), decide(changed, '/home/dev/project')]
          const least = before === 'deny' ? 'ask' : before
          expect({ line, changed, isLooser: isStricter(least, after) }).toMatchObject({ isLooser: false })
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    // Text from files, git or names becomes code.
    'bash -c ": $(cat f)"',
    "xargs -I{} sh -c 'echo {}' < f",
    'for b in $(git branch); do sh -c "echo $b"; done',
    'find . -name "*.txt" -exec sh -c "cat {}" \\;',
    'ls | while read -r n; do eval "echo $n"; done',
    'sed "s/a/$(cat f)/" g',
    'awk "BEGIN { print \\"$(cat f)\\" }"',
    'psql -c "select $(cat f)"',
    'python3 -c "print($(cat f))"',
    // Text becomes arithmetic or the name of a variable.
    'read n < f; echo $((n))',
    'x=$(cat f); echo ${!x}',
    'read n < f; [[ $n -gt 3 ]]',
    'n=$(cat f); echo ${a[$n]}',
    'read v < f; [[ -v $v ]]',
    'read i < f; x=abc; echo ${x:$i}',
    // Words become options.
    'cat args | xargs find .',
    'for x in $(cat f); do find . $x; done',
    'rg foo *',
    'cat f | while read -r x; do sort $x; done',
    'read -r x < f; tar tf a.tar $x',
  ])('is asked about where it would be code, a number or an option: %s', (line) => {
    for (const cwd of FOLDERS) expect(decide(line, cwd)).not.toBe('allow')
  })

  test.each([
    'bash -c "cd $(pwd) && ls"',
    'echo $(( $(date +%s) - 5 ))',
    'n=$(wc -l < a.txt); echo $((n * 2))',
    'git log $(git merge-base main HEAD)..HEAD',
    'ls /lib/modules/$(uname -r)',
    'sed -n "$(wc -l < a.txt)p" a.txt',
    'D=$(mktemp -d); cp a.txt "$D"; wc -l "$D/a.txt"; rm -rf "$D"',
    'echo $((COUNT + 1))',
    'cat "$file"',
  ])('is no question where it is a number, a revision, a name or a known path: %s', (line) => {
    expect(decide(line, '/home/dev/project')).toBe('allow')
  })
})
