import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newMinisignKey } from '../../testing/minisign-key.js'
import { contentsOf, hexOf, plant } from '../../testing/shims.js'
import { buildRegistry, minisignSigner, type RegistryBuildOptions } from '../index.js'
import { openSearch } from './browser/open-search.js'

const home = mkdtempSync(join(tmpdir(), 'registry-pages-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const NOW = new Date('2026-01-15T10:00:00Z')
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

let count = 0
let source = ''
let target = ''
beforeEach(() => {
  const folder = join(home, String(count++))
  source = join(folder, 'source')
  target = join(folder, 'registry')
  mkdirSync(source, { recursive: true })
})

const build = (options: Partial<RegistryBuildOptions> = {}) =>
  buildRegistry({ source, target, name: 'Test', url: 'https://registry.example', now: NOW, ...options })
const page = (path: string) => readFileSync(join(target, path), 'utf8')
const isPage = (name: string) => /^(?:index\.html|tools|browse|assets|search)/.test(name)
/** Changes whenever a file is written, even with the same content. */
const identities = (folder: string) =>
  Object.fromEntries(readdirSync(join(target, folder)).map((name) => [name, statSync(join(target, folder, name)).ino]))
const searchHere = () =>
  openSearch(async (address) => {
    const bytes = readFileSync(join(target, address))
    return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes
  })

test('a build that goes on from the last one has the pages of one that starts anew', async () => {
  for (let number = 0; number < 30; number++) plant(source, `program ${number}`, `tool-${number % 20}`)
  await build()
  plant(source, 'program 3', 'tool-3', { description: 'Says something else' })
  plant(source, 'another', 'tool-3', { binary: { version: '2.0.0' } })
  plant(source, 'new', 'zebra')
  rmSync(join(source, `${hexOf('program 15')}.json`))
  await build()
  const grown = contentsOf(target, isPage)
  const [old] = [target]
  target = join(home, 'anew')
  await build()
  const anew = contentsOf(target, isPage)
  // The files of the previous index stay for a week, for pages that are open.
  const { folder } = JSON.parse(readFileSync(join(old, 'search/current.json'), 'utf8')) as { folder: string }
  const isCurrent = (name: string) => !name.startsWith('search/') || name.startsWith(folder) || name.endsWith('.json')
  expect(Object.fromEntries(Object.entries(grown).filter(([name]) => isCurrent(name)))).toEqual(anew)
  expect(Object.keys(anew)).toContain('tools/zebra.html')
  expect(Object.keys(anew)).not.toContain('tools/tool-15.html')
})

test('pages of tools that did not change are not written again', async () => {
  for (const name of ['a', 'b', 'c']) plant(source, name, name)
  await build()
  const before = identities('tools')
  plant(source, 'b', 'b', { description: 'New words' })
  await build()
  const after = identities('tools')
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['b.html'])
  await build({ now: later(20) })
  expect(identities('tools')).toEqual(after)
})

test('a tool that is gone has no page, and is not found', async () => {
  for (const name of ['apple', 'pear']) plant(source, name, name)
  await build()
  rmSync(join(source, `${hexOf('pear')}.json`))
  await build()
  expect(readdirSync(join(target, 'tools'))).toEqual(['apple.html'])
  expect(page('index.html')).not.toContain('pear')
  const search = await searchHere()
  expect(search.answer('pear', 5).names).toEqual([])
  expect(search.answer('app', 5).names.map(({ name }) => name)).toEqual(['apple'])
})

test('another name of the registry is on every page', async () => {
  for (const name of ['a', 'b']) plant(source, name, name)
  await build()
  await build({ name: 'Renamed' })
  for (const path of ['index.html', 'tools/a.html', 'tools/b.html', 'browse/a.html']) {
    expect(page(path)).toContain('Renamed')
    expect(page(path)).not.toContain('Test')
  }
})

test('what an interrupted build has left is put right by the next one', async () => {
  for (const name of ['a', 'b']) plant(source, name, name)
  await build()
  const whole = contentsOf(target, isPage)
  writeFileSync(join(target, 'tools/stray.html'), 'of a tool that was never published')
  writeFileSync(join(target, 'tools/a.html'), 'half')
  mkdirSync(join(target, 'search/0123'))
  writeFileSync(join(target, 'search/0123/index.bin'), 'of an index that no page names')
  writeFileSync(join(target, '.build/unfinished'), '')
  await build()
  const stray = 'search/0123/index.bin'
  expect(Object.keys(contentsOf(target, isPage)).filter((name) => !Object.hasOwn(whole, name))).toEqual([stray])
  expect(page('tools/a.html')).toContain('<h1>a</h1>')
  plant(source, 'a', 'a', { description: 'New' })
  await build({ now: later(8) })
  expect(existsSync(join(target, stray))).toBe(false)
})

test('an index stays for a week after another one has replaced it', async () => {
  const folders = () => readdirSync(join(target, 'search')).length - 1
  plant(source, 'a', 'a')
  await build()
  plant(source, 'a', 'a', { description: 'Two' })
  await build({ now: later(1) })
  expect(folders()).toBe(2)
  plant(source, 'a', 'a', { description: 'Three' })
  await build({ now: later(9) })
  // The indexes of the second and the third build.
  expect(folders()).toBe(2)
})

test('a page tells versions, who signed, and which effects changed', async () => {
  const key = newMinisignKey()
  const trust = { signers: [], minisignKeys: [key.publicKey] }
  const effects = (destructive: boolean) => ({ '': { description: 'Run', effects: { destructive, network: false } } })
  const old = plant(source, 'old', 'wipe', { binary: { version: '1.9.0' }, commands: effects(false) })
  plant(source, 'new', 'wipe', { binary: { version: '1.10.0' }, commands: effects(true) })
  plant(source, 'mac', 'wipe', { binary: { version: '1.10.0', platform: 'darwin-arm64' }, commands: effects(true) })
  const { minisig } = await minisignSigner(key.secretKey).sign(readFileSync(old))
  writeFileSync(`${old}.minisig`, minisig!)
  await build({ trust })
  const text = page('tools/wipe.html')
  expect(text).toContain('1.9.0 → 1.10.0')
  expect(text).toMatch(/worse<\/span>\s*&quot;wipe&quot;: destructive was false and is now true/)
  expect(text).toMatch(/<td>minisign:[0-9A-F]{16}<\/td>/)
  expect(text).toContain('Not signed')
  expect(text).toContain('linux-amd64')
  expect(text).toContain('darwin-arm64')
  expect(text.indexOf('1.10.0</th>')).toBeLessThan(text.indexOf('1.9.0</th>'))
})

test('under another name of a program is a page, too', async () => {
  plant(source, 'vim', 'vim', { binary: { aliases: ['vi'] } })
  await build()
  expect(page('tools/vi.html')).toContain('<h1>vi</h1>')
  expect(page('tools/vi.html')).toContain('The same program as <a href="../tools/vim.html">vim</a>')
})

test('names that are no good for files have a page as well, and too long ones none', async () => {
  const names = ['A', 'a', 'x y', 'ü'.repeat(100), '..x', 'z'.repeat(300)]
  for (const [index, name] of names.entries()) plant(source, `p${index}`, name)
  await build()
  const pages = readdirSync(join(target, 'tools'), { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.html'),
  )
  expect(pages).toHaveLength(5)
  for (const path of pages) expect(`/${path}`).toMatch(/^(?:\/[\w~+-][\w.~+-]*)+$/)
  expect(new Set(pages.map((path) => path.toLowerCase())).size).toBe(5)
})

test('pages can be left out', async () => {
  plant(source, 'a', 'a')
  await build({ pages: false })
  expect(Object.keys(contentsOf(target, isPage))).toEqual([])
})
