import { beforeEach, describe, expect, test } from 'vitest'
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

describe('names of branches and tags that look like options', () => {
  beforeEach(() => put('shop/.git/config', '[core]\n\tbare = false\n'))
  const LINES = ['git log "$(git describe --tags)..HEAD"', 'git show --stat $(git branch --show-current)']
  test.each(LINES)('are asked about where a line takes such names: %s', async (line) => {
    put('shop/.git/HEAD', 'ref: refs/heads/main\n')
    put('shop/.git/refs/heads/fix-a', '')
    expect((await decide(line)).decision).toBe('allow')
    put('shop/.git/refs/tags/--output=x', '')
    expect((await decide(line)).rules).toEqual(['unusual-shell'])
    expect((await decide('git log -3')).decision).toBe('allow')
  })

  test('are found in all places in which git has names', async () => {
    put('shop/.git/HEAD', 'ref: refs/heads/-x\n')
    expect((await decide(LINES[1]!)).decision).toBe('ask')
    put('shop/.git/HEAD', 'ref: refs/heads/main\n')
    put('shop/.git/packed-refs', '# pack-refs with: peeled\n0000 refs/heads/a\n0000 refs/tags/-v1\n')
    expect((await decide(LINES[0]!)).decision).toBe('ask')
  })
})
