import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersions } from './debian-version.js'

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0

test.each([
  ['1.0~rc1', '1.0'],
  ['1.0', '1.0-1'],
  ['1.9', '1.10'],
  ['2.0', '1:1.0'],
  ['1.0a', '1.0+'],
  ['1.0-1', '1.0-1+b1'],
])('%s is older than %s', (older, newer) => {
  expect(Math.sign(compareVersions(older, newer))).toBe(-1)
  expect(Math.sign(compareVersions(newer, older))).toBe(1)
})

test.skipIf(!hasDpkg && process.env.CI === undefined)('versions are ordered as dpkg orders them', () => {
  const part = fc.stringMatching(/^[0-9][0-9a-z.+~]{0,6}$/)
  const version = fc
    .tuple(fc.option(fc.nat(3)), part, fc.option(part))
    .map(
      ([epoch, upstream, revision]) =>
        `${epoch === null ? '' : `${epoch}:`}${upstream}${revision === null ? '' : `-${revision}`}`,
    )
  fc.assert(
    fc.property(version, version, (a, b) => {
      const isOlder = spawnSync('dpkg', ['--compare-versions', a, 'lt', b]).status === 0
      const isNewer = spawnSync('dpkg', ['--compare-versions', a, 'gt', b]).status === 0
      expect(Math.sign(compareVersions(a, b))).toBe(isOlder ? -1 : isNewer ? 1 : 0)
    }),
    { numRuns: 60 },
  )
})
