import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CatalogProgram } from '../types.js'
import { openShipped } from './shipped.js'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-shipped-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const document = (more: object = {}) => ({
  atip: { version: '0.6' },
  name: 'jar',
  version: '1.0.0',
  description: 'Keep things',
  commands: { list: { description: 'List things' } },
  ...more,
})

let count = 0

/** Creates a program and files installed with it, in a folder of their own. */
function planted(files: Record<string, unknown>, path = 'bin/jar', entry = path): CatalogProgram {
  const folder = join(home, String(count++))
  for (const [file, content] of Object.entries({ [entry]: '#!/bin/sh\n', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const launches = Object.keys(files)
    .filter((file) => file.endsWith('package.json'))
    .map((file) => ({ path: join(folder, file), identity: '' }))
  const hash = `sha256:${'0'.repeat(64)}` as const
  const file = { path: join(folder, entry), identity: '', hash, kind: 'script' as const, launches, mentionsAtip: false }
  return { name: 'jar', path: join(folder, path), file, others: [] }
}

const PACKAGE = { name: '@me/jar', version: '1.0.0', bin: { jar: './cli.js' }, atip: './dist/atip.json' }
const inPackage = (manifest: object, description: object | string = document()) =>
  planted(
    { 'lib/package.json': { ...PACKAGE, ...manifest }, 'lib/dist/atip.json': description },
    'bin/jar',
    'lib/cli.js',
  )

test.each<[string, CatalogProgram]>([
  ['the field of its package', inPackage({})],
  ['the field of a package with one program', inPackage({ bin: './cli.js' })],
  [
    'the field of its package, and not of one that it imports',
    planted(
      {
        'lib/node_modules/tooli/package.json': { name: 'tooli' },
        'lib/package.json': PACKAGE,
        'lib/dist/atip.json': document(),
      },
      'bin/jar',
      'lib/cli.js',
    ),
  ],
  ['a file beside it', planted({ 'bin/jar.atip.json': document() })],
  ['a file beside what its name leads to', planted({ 'lib/jar.atip.json': document() }, 'bin/jar', 'lib/jar.cjs')],
  ['a file named after the file', planted({ 'lib/jar.cjs.atip.json': document() }, 'bin/jar', 'lib/jar.cjs')],
  ['share/agent-tools', planted({ 'share/agent-tools/jar.json': document() })],
  ['share/agent-tools/tools', planted({ 'share/agent-tools/tools/jar.json': document() })],
])('%s describes a program', (_, program) => {
  expect(openShipped()(program)).toMatchObject({ name: 'jar', trust: { source: 'native' } })
})

test.each<[string, CatalogProgram]>([
  ['of another name', planted({ 'bin/jar.atip.json': document({ name: 'other' }) })],
  ['that is not valid', planted({ 'bin/jar.atip.json': document({ commands: 5 }) })],
  ['that is no JSON', planted({ 'bin/jar.atip.json': 'jar' })],
  ['of another version than the package', inPackage({ version: '2.0.0' })],
  ['of a package whose bin is another file', inPackage({ bin: { jar: './other.js' } })],
  ['of a package whose bin has another name', inPackage({ bin: { pot: './cli.js' } })],
  ['outside of the package', inPackage({ atip: '../../outside.json' })],
  [
    'beside a program whose package has another version',
    planted(
      { 'lib/package.json': { ...PACKAGE, version: '2.0.0' }, 'lib/jar.atip.json': document() },
      'bin/jar',
      'lib/cli.js',
    ),
  ],
  ['in a share folder of nothing', planted({ 'share/agent-tools/jar.json': document() }, 'tools/jar')],
])('a description %s does not count', (_, program) => {
  writeFileSync(join(home, 'outside.json'), JSON.stringify(document()))
  expect(openShipped()(program)).toBeUndefined()
})

test('a description that everyone can write does not count', () => {
  const program = planted({ 'bin/jar.atip.json': document() })
  chmodSync(`${program.path}.atip.json`, 0o666)
  expect(openShipped()(program)).toBeUndefined()
})
