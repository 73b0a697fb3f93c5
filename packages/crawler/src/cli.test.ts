import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crawlerArgv } from './cli.js'
import { VERSION } from './version.js'

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(VERSION).toBe(manifest.version)
})

test.each([
  [
    ['generate', '/usr/bin/x', '--version', '1.0'],
    ['generate', '/usr/bin/x', '--tool-version', '1.0'],
  ],
  [
    ['generate', '/usr/bin/x', '--version=1.0'],
    ['generate', '/usr/bin/x', '--tool-version=1.0'],
  ],
  [
    ['generate', '--version'],
    ['generate', '--version'],
  ],
  [['--version'], ['--version']],
  [
    ['check', '--all'],
    ['check', '--all'],
  ],
])('%j means %j', (words, meant) => {
  expect(crawlerArgv(words)).toEqual(meant)
})
