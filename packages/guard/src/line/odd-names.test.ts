import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lookupShim } from '@atip/shims'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideLine, type DecideOptions } from '../decide-line.js'
import { folderWith, removeFoldersAfterwards, write } from '../disk/testing/folders.js'

removeFoldersAfterwards()
const home = folderWith()
const project = join(home, 'shop')
const put = (path: string, text: string) => write(home, { [path]: text })

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  put('shop/README.md', '# Shop\n')
  put('shop/src/a.ts', 'export const a = 1\n')
})

const decide = async (line: string, more: Partial<DecideOptions> = {}) => {
  const options = { lookup: lookupShim, cwd: project, home, looksAtDisk: true, suggests: false, ...more }
  const { decision, commands } = await decideLine(line, options)
  return { decision, rules: commands.filter((one) => one.decision !== 'allow').map(({ rule }) => rule), commands }
}

describe('names that a line takes from the disk', () => {
  test.each([
    ['for f in *; do wc -l "$f"; done', '--files0-from=x'],
    ['grep -n TODO *', '-v'],
    ['for f in *.md; do cat $f; done', 'a -n x.md'],
    ['ls | xargs wc -l', '-x'],
    ['cat docs/*', 'docs/a;touch b'],
    ['for f in *; do echo "$f"; done', 'a$(touch b)'],
  ])('are asked about if they are odd: %s', async (line, name) => {
    put('shop/docs/b.md', '')
    expect((await decide(line)).decision).toBe('allow')
    put(`shop/${name}`, '')
    const { decision, commands } = await decide(line)
    expect(decision).toBe('ask')
    expect(commands.some(({ reason }) => reason.includes('which may be read as something else'))).toBe(true)
  })

  test('may have blanks, brackets and other signs of names', async () => {
    for (const name of ['My notes.md', '[id].md', '(auth)/page.md', "don't.md", 'a+b.md', 'é.md'])
      put(`shop/${name}`, '')
    for (const line of ['cat *.md', 'for f in *; do echo "$f"; done', 'ls | wc -l'])
      expect((await decide(line)).decision).toBe('allow')
  })

  test('that stand for code or numbers are asked about, whatever they are', async () => {
    for (const line of [
      'for f in *; do bash -c "wc -l $f"; done',
      'for f in *; do [[ $f -gt 1 ]] && echo "$f"; done',
      'for d in *; do echo $((d + 1)); done',
      'for f in *; do awk "/$f/" README.md; done',
    ])
      expect((await decide(line, { looksAtDisk: false })).decision).toBe('ask')
  })
})
