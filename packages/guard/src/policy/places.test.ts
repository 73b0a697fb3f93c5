import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../../testing/loaded.js'
import { loadPoliciesNow as loadPolicies } from './places.js'
import { isBroken } from './types.js'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'policies-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text = '{}'): string {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o644 })
  return path
}

const load = (cwd: string, more: Partial<Parameters<typeof loadPolicies>[0]> = {}) =>
  loadPolicies({ cwd: join(root, cwd), home: join(root, 'home'), system: join(root, 'etc'), ...more })
const found = (...args: Parameters<typeof load>) =>
  load(...args).map(
    (policy) => `${policy.source} ${policy.file.slice(root.length + 1)}${isBroken(policy) ? ' broken' : ''}`,
  )

test('where there is nothing, there is no policy', () => {
  expect(found('home/project')).toEqual([])
})

test('the user, the project up to its repository, and the command line are asked', () => {
  write('home/.config/agent-tools/policy.json')
  write('home/src/.atip/policy.json')
  write('home/src/repository/.git/HEAD')
  write('home/src/repository/.atip/policy.json')
  write('home/src/repository/packages/a/.atip/policy.json')
  const extra = write('extra.json')
  expect(found('home/src/repository/packages/a', { extra: [extra, join(root, 'missing.json')] })).toEqual([
    'user home/.config/agent-tools/policy.json',
    'project home/src/repository/packages/a/.atip/policy.json',
    'project home/src/repository/.atip/policy.json',
    'command-line extra.json',
    'command-line missing.json broken',
  ])
})

test('the configuration of a user may lie elsewhere', () => {
  write('other/agent-tools/policy.json')
  expect(found('x', { env: { XDG_CONFIG_HOME: join(root, 'other') } })).toEqual(['user other/agent-tools/policy.json'])
})

describe('the policy of an organisation', () => {
  const isRoot = process.getuid?.() === 0

  test.runIf(isRoot)('belongs to root', () => {
    write('etc/agent-tools/policy.json')
    write('xdg/agent-tools/policy.json')
    const env = { XDG_CONFIG_DIRS: `${join(root, 'xdg')}:relative` }
    expect(found('x', { env })).toEqual(['org etc/agent-tools/policy.json', 'org xdg/agent-tools/policy.json'])
  })

  test('is not followed if others could have written it', () => {
    const file = write('etc/agent-tools/policy.json')
    chmodSync(file, 0o666)
    expect(found('x')).toEqual(['org etc/agent-tools/policy.json broken'])
  })

  test.runIf(isRoot)('is not followed if it belongs to somebody else', () => {
    chownSync(write('etc/agent-tools/policy.json'), 12_345, 12_345)
    expect(found('x')).toEqual(['org etc/agent-tools/policy.json broken'])
  })
})

test('what is there and cannot be read counts as broken', () => {
  mkdirSync(join(root, 'home/.config/agent-tools/policy.json'), { recursive: true })
  write('project/.atip/policy.json', '{"rules": 7}')
  expect(found('project')).toEqual([
    'user home/.config/agent-tools/policy.json broken',
    'project project/.atip/policy.json broken',
  ])
})
