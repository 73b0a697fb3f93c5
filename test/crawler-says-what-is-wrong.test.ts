import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const CRAWLER = fileURLToPath(new URL('../packages/crawler/bin/atip-crawler.mjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'atip-crawler-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const crawler = (...words: string[]) =>
  spawnSync(process.execPath, [CRAWLER, ...words], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' },
  })

test.each([
  ['missing', 'does not exist'],
  ['folder', 'is not a regular file'],
  ['empty', 'is empty'],
])('a shim cannot be generated for a program that is %s: it %s', (name, message) => {
  mkdirSync(join(home, 'folder'), { recursive: true })
  writeFileSync(join(home, 'empty'), '')
  const { status, stderr } = crawler('generate', name, '--tool-version', '1')
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`error\\[E3403\\]: "[^"]*${name}" ${message}`))
  expect(status).toBe(66)
})

test('a check fails if a manifest is refused, and still checks the other tools', () => {
  mkdirSync(join(home, 'tools'), { recursive: true })
  mkdirSync(join(home, 'good/bin'), { recursive: true })
  writeFileSync(join(home, 'good/bin/good'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(home, 'tools/good.yaml'), 'name: good\nsources:\n  folder: { path: ../good, version: "1.0" }\n')
  expect(crawler('check', '--all')).toMatchObject({ status: 0, stdout: '[good] Found new version: 1.0\n' })
  writeFileSync(join(home, 'tools/broken.yaml'), 'name: broken\nsources: {}\n')
  const { status, stdout } = crawler('check', '--all')
  expect(status).toBe(1)
  expect(stdout).toContain('[good] Found new version: 1.0')
  expect(stdout).toMatch(/broken\.yaml\] manifest: 2:10: sources has none/)
})
