import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tarBytes, type TarItem } from '../../testing/tar-bytes.js'
import { treeHash } from '../../testing/tree-hash.js'
import { extract, extractProgram } from './extract.js'
import { ARCHIVE_LIMITS } from './limits.js'

let field: string
let inside: string
beforeEach(() => {
  field = realpathSync(mkdtempSync(join(tmpdir(), 'atip-archive-')))
  inside = join(field, 'work/inside')
  mkdirSync(inside, { recursive: true })
  mkdirSync(join(field, 'secret'))
  writeFileSync(join(field, 'secret/key'), 'do not touch', { mode: 0o600 })
})
afterEach(() => rmSync(field, { recursive: true, force: true }))

/** A hash of everything outside of the target folder. */
const outside = () => treeHash(field, (path) => path === 'work/inside' || path.startsWith('archive'))

function put(bytes: Buffer, name = 'archive.tar'): string {
  const file = join(field, name)
  writeFileSync(file, bytes)
  return file
}

/** Extracts, and returns the reason of a refusal. In either case, nothing outside may change. */
async function attempt(file: string, limits = ARCHIVE_LIMITS): Promise<string | undefined> {
  const before = outside()
  let reason: string | undefined
  try {
    await extract(file, inside, { limits })
  } catch (error) {
    reason = `${(error as { code?: string }).code}: ${(error as Error).message}`
  }
  expect(outside()).toBe(before)
  return reason
}

describe('honest archives', () => {
  const has = (program: string) => spawnSync(program, ['--version']).status === 0

  function plant(name = 'näme'): string {
    const tree = join(field, 'archive-source')
    mkdirSync(join(tree, 'tool-1.0/bin'), { recursive: true })
    mkdirSync(join(tree, `tool-1.0/${'long/'.repeat(30)}`), { recursive: true })
    writeFileSync(join(tree, 'tool-1.0/bin/tool'), '#!/bin/sh\necho hello\n')
    chmodSync(join(tree, 'tool-1.0/bin/tool'), 0o4755)
    writeFileSync(join(tree, `tool-1.0/${'long/'.repeat(30)}${name}`), 'x'.repeat(100_000))
    symlinkSync('tool', join(tree, 'tool-1.0/bin/other'))
    return tree
  }

  function expectPlanted(name = 'näme') {
    expect(readFileSync(join(inside, 'tool-1.0/bin/tool'), 'utf8')).toBe('#!/bin/sh\necho hello\n')
    expect(lstatSync(join(inside, 'tool-1.0/bin/tool')).mode & 0o7777).toBe(0o755)
    expect(readFileSync(join(inside, `tool-1.0/${'long/'.repeat(30)}${name}`), 'utf8')).toHaveLength(100_000)
    expect(readlinkSync(join(inside, 'tool-1.0/bin/other'))).toBe('tool')
  }

  test.each(['gnu', 'pax', 'ustar'])('what tar writes is read (%s)', async (format) => {
    const file = join(field, 'archive.tar')
    execFileSync('tar', ['--format', format, '-C', plant(), '-cf', file, 'tool-1.0'])
    expect(await attempt(file)).toBeUndefined()
    expectPlanted()
  })

  test.each([
    ['gz', 'gzip', '-z'],
    ['xz', 'xz', '-J'],
    ['zst', 'zstd', '--zstd'],
  ])('and packed with %s, whatever its name says', async (_, program, flag) => {
    if (!has(program) && process.env.CI === undefined) return
    const file = join(field, 'archive.bin')
    execFileSync('tar', [flag, '-C', plant(), '-cf', file, 'tool-1.0'])
    expect(await attempt(file)).toBeUndefined()
    expectPlanted()
  })

  test.skipIf(!has('zip') && process.env.CI === undefined)('what zip writes is read', async () => {
    execFileSync('zip', ['-qry', join(field, 'archive.zip'), 'tool-1.0'], {
      cwd: plant('name'),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    expect(await attempt(join(field, 'archive.zip'))).toBeUndefined()
    expectPlanted('name')
  })

  test.skipIf(!has('dpkg-deb') && process.env.CI === undefined)('what dpkg-deb builds is read', async () => {
    const tree = plant()
    mkdirSync(join(tree, 'DEBIAN'))
    writeFileSync(
      join(tree, 'DEBIAN/control'),
      'Package: tool\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n',
    )
    execFileSync('dpkg-deb', ['--root-owner-group', '-b', tree, join(field, 'archive.deb')], { stdio: 'ignore' })
    expect(await attempt(join(field, 'archive.deb'))).toBeUndefined()
    expectPlanted()
  })

  test('a program alone may be packed, too', async () => {
    await extractProgram(put(gzipSync('#!/bin/sh\n')), inside, 'tool')
    expect(readFileSync(join(inside, 'tool'), 'utf8')).toBe('#!/bin/sh\n')
  })

  test('a link to an absolute path leads to that path inside', async () => {
    const file = put(
      tarBytes([
        { path: 'usr/lib/real', content: 'here' },
        { path: 'usr/bin/tool', type: '2', target: '/usr/lib/real' },
      ]),
    )
    expect(await attempt(file)).toBeUndefined()
    expect(readFileSync(join(inside, 'usr/bin/tool'), 'utf8')).toBe('here')
  })
})

describe('hostile archives', () => {
  const key = () => join(field, 'secret/key')

  test.each<[name: string, items: (key: string) => TarItem[], reason: RegExp]>([
    ['a path with ..', () => [{ path: '../../secret/key', content: 'evil' }], /leads out/],
    ['a path with .. inside', () => [{ path: 'a/../../../secret/key', content: 'evil' }], /leads out/],
    ['an absolute path', (key) => [{ path: key, content: 'evil' }], /absolute path/],
    [
      'a path with .. in an attribute',
      () => [{ path: 'p', type: 'x', content: '23 path=../../secret/k\n' }, { path: 'ok' }],
      /leads out/,
    ],
    [
      'a long name with ..',
      () => [{ path: 'l', type: 'L', content: `${'a/'.repeat(30)}${'../'.repeat(40)}x\0` }, { path: 'ok' }],
      /leads out/,
    ],
    [
      'a file through a link',
      () => [
        { path: 'd', type: '2', target: '/' },
        { path: 'd/secret', content: 'evil' },
      ],
      /through a file or a link/,
    ],
    ['another name of a file outside', (key) => [{ path: 'k', type: '1', target: key }], /absolute path/],
    ['another name of a file above', () => [{ path: 'k', type: '1', target: '../../secret/key' }], /leads out/],
    [
      'another name of a link',
      () => [
        { path: 'l', type: '2', target: '/etc/passwd' },
        { path: 'k', type: '1', target: 'l' },
      ],
      /not a file of the archive/,
    ],
    [
      'a folder that is a file',
      () => [
        { path: 'a/b', content: '1' },
        { path: 'a', content: '2' },
      ],
      /a folder and a file/,
    ],
    [
      'a name with a null byte',
      () => [{ path: 'p', type: 'x', content: '12 path=a\0b\n' }, { path: 'ok' }],
      /null byte/,
    ],
    [
      'a name of 300 bytes',
      () => [{ path: 'l', type: 'L', content: `${'a'.repeat(300)}\0` }, { path: 'ok' }],
      /too long/,
    ],
    [
      'attributes that lie about their length',
      () => [{ path: 'p', type: 'x', content: '99 path=a\n' }, { path: 'ok' }],
      /attributes/,
    ],
    ['a size that is not there', () => [{ path: 'a', content: 'x', size: 5_000_000 }], /ends in the middle/],
    ['a name of a megabyte', () => [{ path: 'l', type: 'L', content: 'a'.repeat(1_000_000) }], /bytes/],
    [
      'folders without end',
      () => [{ path: 'l', type: 'L', content: `${'a/'.repeat(200)}x\0` }, { path: 'ok' }],
      /too deep/,
    ],
  ])('%s is refused', async (_, items, reason) => {
    expect(await attempt(put(tarBytes(items(key()))))).toMatch(reason)
  })

  test('a chain of links leads nowhere but inside', async () => {
    const file = put(
      tarBytes([
        { path: 'deep/er/a', type: '2', target: '../../../../../secret' },
        { path: 'deep/er/b', type: '2', target: 'a/key' },
        { path: 'deep/er/c', type: '2', target: '/proc/self/root/etc/passwd' },
        { path: 'dev', type: '3' },
        { path: 'pipe', type: '6' },
      ]),
    )
    expect(await attempt(file)).toBeUndefined()
    for (const name of ['a', 'b', 'c']) {
      expect(() => realpathSync(join(inside, 'deep/er', name))).toThrow(/ENOENT/)
    }
    expect(lstatSync(join(inside, 'dev'), { throwIfNoEntry: false })).toBeUndefined()
    expect(lstatSync(join(inside, 'pipe'), { throwIfNoEntry: false })).toBeUndefined()
  })

  test('a second entry of a name does not write into the first, which may have other names', async () => {
    const file = put(
      tarBytes([
        { path: 'a', content: 'first' },
        { path: 'b', type: '1', target: 'a' },
        { path: 'a', content: 'second' },
      ]),
    )
    expect(await attempt(file)).toBeUndefined()
    expect(readFileSync(join(inside, 'b'), 'utf8')).toBe('first')
  })

  test('100,000 files are refused at the limit', async () => {
    const one = tarBytes([{ path: 'f', content: 'x' }]).subarray(0, 1024)
    const many = Buffer.concat(Array.from({ length: 100_000 }, () => one))
    expect(await attempt(put(many), { ...ARCHIVE_LIMITS, entries: 500 })).toMatch(
      /limit: .*500 entries \(limit entries\)/,
    )
  }, 30_000)

  test('a bomb is refused at the limit, and not unpacked further', async () => {
    const bomb = gzipSync(tarBytes([{ path: 'zeros', content: Buffer.alloc(64 * 2 ** 20) }]))
    expect(bomb.length).toBeLessThan(200_000)
    expect(await attempt(put(bomb), { ...ARCHIVE_LIMITS, totalBytes: 2 ** 20 })).toMatch(/limit totalBytes/)
    expect(lstatSync(join(inside, 'zeros')).size).toBeLessThanOrEqual(2 ** 20)
  })

  test.each([
    ['a path with ..', '../../secret/key'],
    ['an absolute path', '/etc/evil'],
    ['a path with backslashes', '..\\..\\secret\\key'],
  ])('a zip archive with %s is refused', async (_, name) => {
    expect(await attempt(put(zipBytes(name, Buffer.from('evil')), 'archive.zip'))).toMatch(/hostile-archive/)
  })

  test('a zip archive whose size lies is refused, and so is a bomb in one', async () => {
    expect(await attempt(put(zipBytes('a', Buffer.alloc(2 ** 20), 10), 'archive.zip'))).toMatch(/hostile-archive/)
    const limits = { ...ARCHIVE_LIMITS, totalBytes: 1_000 }
    expect(await attempt(put(zipBytes('a', Buffer.alloc(2 ** 20)), 'archive.zip'), limits)).toMatch(/totalBytes/)
  })

  test('whatever bytes come, nothing outside changes', async () => {
    const item = fc.record({
      path: fc.constantFrom('a', 'a/b', '../x', '/tmp/x', 'a/../..', '', '.', 'l/x', 'secret/key'),
      type: fc.constantFrom('0', '1', '2', '5', 'x', 'L', 'g', '3'),
      target: fc.constantFrom('', '/', '..', '../../secret/key', 'a', '/etc/passwd'),
      content: fc.constantFrom('', 'evil', '23 path=../../secret/k\n', '../../secret/key\0'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 8 }), fc.nat(20_000), async (items, cut) => {
        const bytes = tarBytes(items)
        await attempt(put(bytes.subarray(0, Math.max(0, bytes.length - (cut % bytes.length)))))
        rmSync(inside, { recursive: true, force: true })
        mkdirSync(inside)
      }),
      { numRuns: 60 },
    )
  })
})

/** A zip archive with one deflated file, written by the specification. */
function zipBytes(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content)
  const crc = crc32(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(claimed, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

function crc32(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
