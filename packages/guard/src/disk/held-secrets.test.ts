import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HELD_LIMITS, SecretSearch, type HeldLimits } from './held-secrets.js'
import { folderWith, removeFoldersAfterwards, write } from './testing/folders.js'
import { git, needsGit, repositoryWith } from './testing/git.js'

removeFoldersAfterwards()
const SECRET = 'password: Tr0ub4dor-and-3\n'
const searchWith = (limits: Partial<HeldLimits> = {}, now?: () => number) =>
  new SecretSearch(
    (path) => path.endsWith('.ts'),
    (name) => name === 'node_modules',
    (path) => path.endsWith('_history'),
    { ...HELD_LIMITS, ...limits },
    now,
  )
const everything = (root: string) => ({ root, hidden: true, names: [] })

test('finds secrets below a folder, but not in what is made again, and in other names', () => {
  const root = folderWith({
    'a.yml': SECRET,
    'deep/er/.env': `# x\n${SECRET}`,
    'b.ts': SECRET,
    'node_modules/x/c.yml': SECRET,
    'd.txt': 'nothing',
  })
  const found = (look: object) => [...searchWith().below({ ...everything(root), ...look })].map(({ path }) => path)
  expect(found({}).sort()).toEqual([join(root, 'a.yml'), join(root, 'b.ts'), join(root, 'deep/er/.env')])
  expect(found({ hidden: false }).sort()).toEqual([join(root, 'a.yml'), join(root, 'b.ts')])
  expect(found({ names: ['*/er/*'] })).toEqual([join(root, 'deep/er/.env')])
  expect(found({ mayShow: (text: string) => text.includes('# x') })).toEqual([join(root, 'deep/er/.env')])
  expect(found({ names: ['*.y?l'] })).toEqual([join(root, 'a.yml')])
  expect(searchWith().in(join(root, '*.ts'))).toEqual([{ path: join(root, 'b.ts'), line: 1, text: SECRET.trim() }])
})

test('looks at the beginning and the end of large files, at so many names, and for so long', () => {
  const filler = 'nothing here\n'.repeat(1000)
  const root = folderWith({
    'early.txt': SECRET + filler,
    'late.txt': filler + SECRET,
    'between.txt': filler + SECRET + filler,
  })
  expect(
    searchWith({ bytes: 1000 })
      .in(join(root, '*.txt'))
      .map(({ path }) => path),
  ).toEqual([join(root, 'early.txt'), join(root, 'late.txt')])
  const few = searchWith({ entries: 1 })
  expect([...few.below(everything(root))].length).toBeLessThan(2)
  expect(few.isCut).toBe(true)
  let time = 0
  const slow = searchWith({ milliseconds: 10 }, () => (time += 100))
  expect([...slow.below(everything(root))]).toEqual([])
  expect(slow.isCut).toBe(true)
})

test.skipIf(needsGit)(
  'leaves out what git has as it is, but not settings that are named, files that were changed, links and secrets by name',
  () => {
    const root = repositoryWith({
      'a.yml': SECRET,
      'b.ts': SECRET,
      'changed.ts': '// nothing\n',
      '.psql_history': SECRET,
    })
    symlinkSync('.psql_history', join(root, 'link.ts'))
    git(root, ['add', 'link.ts'])
    write(root, { 'changed.ts': SECRET, 'new.yml': SECRET })
    const found = [...searchWith().below(everything(root))].map(({ path }) => path.slice(root.length + 1))
    expect(new Set(found)).toEqual(new Set(['.psql_history', 'changed.ts', 'link.ts', 'new.yml']))
    const named = (name: string) => searchWith().in(join(root, name)).length > 0
    expect(['a.yml', 'b.ts', 'changed.ts', 'link.ts', '.psql_history'].filter(named)).toEqual([
      'a.yml',
      'changed.ts',
      'link.ts',
      '.psql_history',
    ])
  },
)
