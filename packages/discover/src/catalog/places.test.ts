import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.js'
import { localShimFiles, overrideFile, placesFrom, registryFile, shimFiles } from './places.js'
import { hashOf, temporaryFolder } from './testing/registries.js'

const folder = temporaryFolder()

test('without settings everything is below the home folder, where XDG says', () => {
  expect(placesFrom({}, '/home/ann')).toEqual({
    data: '/home/ann/.local/share/agent-tools',
    config: '/home/ann/.config/agent-tools',
    cache: '/home/ann/.cache/agent-tools',
    systemData: ['/usr/local/share/agent-tools', '/usr/share/agent-tools'],
  })
})

test.each([
  [{ XDG_DATA_HOME: '/d' }, { data: '/d/agent-tools' }],
  [{ XDG_CONFIG_HOME: '/c' }, { config: '/c/agent-tools' }],
  [{ XDG_CACHE_HOME: '/k' }, { cache: '/k/agent-tools' }],
  [{ XDG_DATA_HOME: 'relative', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: './x' }, {}],
  [{ ATIP_CACHE_DIR: '/k', XDG_CACHE_HOME: '/other' }, { cache: '/k' }],
  [
    { ATIP_DATA_DIR: '/d', ATIP_CONFIG_DIR: '/c/' },
    { data: '/d', config: '/c' },
  ],
  [{ ATIP_CACHE_DIR: 'here' }, { cache: join(process.cwd(), 'here') }],
  [{ ATIP_CACHE_DIR: '' }, {}],
  [{ XDG_DATA_DIRS: '/a:relative:/b/:/a' }, { systemData: ['/a/agent-tools', '/b/agent-tools'] }],
  [{ XDG_DATA_DIRS: '' }, {}],
  [{ XDG_DATA_DIRS: 'relative' }, {}],
])('%j means %j', (env, expected) => {
  expect(placesFrom(env, '/h')).toEqual({ ...placesFrom({}, '/h'), ...expected })
})

test('files lie where the RFC has them', () => {
  const places = placesFrom({}, '/h')
  const hex = 'a'.repeat(64)
  expect(registryFile(places)).toBe('/h/.local/share/agent-tools/registry.json')
  expect(overrideFile(places, hashOf(10))).toBe(`/h/.config/agent-tools/overrides/sha256/${hex}.json`)
  const withSystem = placesFrom({ XDG_DATA_DIRS: '/s' }, '/h')
  const folders = ['/h/.local/share/agent-tools/shims', '/s/agent-tools/shims']
  expect(shimFiles(withSystem, hashOf(10))).toEqual(folders.map((place) => `${place}/sha256/${hex}.json`))
  expect(localShimFiles(withSystem, 'curl')).toEqual(folders.map((place) => `${place}/curl.json`))
})

test.each(['sha256:../../etc/passwd', `sha256:${'A'.repeat(64)}`, 'abc', '', `sha256:${'a'.repeat(64)}\n`])(
  'what is no hash (%j) leads to no file',
  (hash) => {
    expect(() => shimFiles(placesFrom({}, '/h'), hash as `sha256:${string}`)).toThrow(/is not a hash/)
  },
)

test.each([
  ['git', 'git'],
  ['g++', 'g++'],
  ['python3.11', 'python3.11'],
  ['[', '%5B'],
  ['..', '%2E.'],
  ['.hidden', '%2Ehidden'],
  ['a/../b', 'a%2F..%2Fb'],
  ['a b%', 'a%20b%25'],
  ['ä', '%C3%A4'],
  ['\ud800', '%ud800'],
  [`sha256-${'0'.repeat(64)}`, `%73ha256-${'0'.repeat(64)}`],
])('the tool %j is %j in a file name', (name, expected) => {
  expect(fileNameOf(name)).toBe(expected)
})

test('no two names meet in a file name, and all fit into a folder', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('a', '%', 'Ö') }),
  )
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(fileNameOf(one) === fileNameOf(other)).toBe(one === other)
      expect(fileNameOf(one)).toMatch(/^(?!\.)[\w.+@%~-]{0,120}$/)
    }),
  )
})

test('long names that differ at their end stay different', () => {
  expect(fileNameOf(`${'x'.repeat(300)}1`)).not.toBe(fileNameOf(`${'x'.repeat(300)}2`))
})

test('asking where files are creates nothing', () => {
  const places = placesFrom({ ATIP_DATA_DIR: join(folder, 'data') }, folder)
  shimFiles(places, hashOf(1))
  expect(readdirSync(folder)).toEqual([])
})
