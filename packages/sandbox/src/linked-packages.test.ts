import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { linkedPackages } from './linked-packages.js'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'linked-packages-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageAt = (path: string, name: unknown, dependencies: unknown = {}) => {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ name, dependencies }))
}
const link = (path: string, target: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(join(folder, target), join(folder, path))
}
const linked = (path: string) => linkedPackages(join(folder, path)).map((one) => one.slice(folder.length + 1))

test('packages of a workspace are followed from one to the next, and in circles once', () => {
  packageAt('work/packages/tool', 'tool', { '@my/core': '*', left: '1' })
  packageAt('work/packages/core', '@my/core', { tool: '*', more: '*' })
  packageAt('work/packages/more', 'more')
  packageAt('work/packages/unasked', 'unasked')
  packageAt('work/node_modules/left', 'left')
  link('work/node_modules/@my/core', 'work/packages/core')
  link('work/node_modules/tool', 'work/packages/tool')
  link('work/node_modules/more', 'work/packages/more')
  link('work/node_modules/unasked', 'work/packages/unasked')
  expect(linked('work/packages/tool')).toEqual(['work/packages/core', 'work/packages/more'])
})

test('a link that does not lead to the package of its name opens nothing', () => {
  packageAt('bad', 'bad', { secrets: '*', other: '*', '../../etc': '*', '.ssh': '*', gone: '*', pipe: '*' })
  mkdirSync(join(folder, 'keys'))
  packageAt('elsewhere', 'elsewhere')
  link('bad/node_modules/secrets', 'keys')
  link('bad/node_modules/other', 'elsewhere')
  link('bad/node_modules/.ssh', 'elsewhere')
  link('bad/node_modules/gone', 'nowhere')
  mkdirSync(join(folder, 'piped'))
  execFileSync('mkfifo', [join(folder, 'piped/package.json')])
  link('bad/node_modules/pipe', 'piped')
  expect(linked('bad')).toEqual([])
})

test.each(['[]', 'null', '7', '{"dependencies":["a"]}', '{"dependencies":7}', 'no JSON'])(
  'a package.json of %s is no obstacle',
  (text) => {
    mkdirSync(join(folder, 'odd'), { recursive: true })
    writeFileSync(join(folder, 'odd/package.json'), text)
    expect(linked('odd')).toEqual([])
  },
)
