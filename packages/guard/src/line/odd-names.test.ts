import { describe, expect, test } from 'vitest'
import { projectOnDisk } from './testing/project-on-disk.js'

const { put, decide } = projectOnDisk()

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

  test('are asked about where they become code or numbers, whatever they are', async () => {
    for (const line of [
      'for f in *; do bash -c "wc -l $f"; done',
      'for f in *; do [[ $f -gt 1 ]] && echo "$f"; done',
      'for d in *; do echo $((d + 1)); done',
      'for f in *; do awk "/$f/" README.md; done',
    ])
      expect((await decide(line, { looksAtDisk: false })).decision).toBe('ask')
  })
})
