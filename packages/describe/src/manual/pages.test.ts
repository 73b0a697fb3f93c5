import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPageFinder, type PageFinder } from './find-page.js'
import { readPage } from './read-page.js'
import { summaryOfPage } from './summary.js'

let place: string
let folder: string
let finder: PageFinder

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'atip-pages-'))
  folder = join(place, 'usr/share/man')
  mkdirSync(join(folder, 'man1'), { recursive: true })
  finder = createPageFinder([folder])
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function put(name: string, content: string | Buffer): string {
  const file = join(place, 'usr/share/man', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const page = (name: string, about: string) => `.TH ${name} 1\n.SH NAME\n${name} \\- ${about}\n.SH SYNOPSIS\n${name}\n`

function summary(name: string, from: PageFinder = finder): string | undefined {
  const file = from.find(name)
  return file && summaryOfPage(from, file, name)
}

describe('a page is found', () => {
  test.each(['man1/frob.1', 'man1/frob.1.gz', 'man8/frob.8.gz', 'man6/frob.6', 'man1/frob.1ssl.gz', 'man1/frob.1p'])(
    'as %s',
    (name) => {
      const text = page('frob', 'frobs things')
      put(name, name.endsWith('.gz') ? gzipSync(text) : text)
      expect(summary('frob')).toBe('frobs things')
    },
  )

  test('in the first section that has one, and what the standard says comes last', () => {
    put('man8/frob.8', page('frob', 'for administrators'))
    put('man1/frob.1p', page('frob', 'of any system'))
    put('man1/defrob.1p', page('defrob', 'of any system'))
    put('man1/defrob.1x', page('defrob', 'of this one'))
    expect(['frob', 'defrob'].map((name) => summary(name))).toEqual(['for administrators', 'of this one'])
    put('man1/frob.1', page('frob', 'for everybody'))
    expect(summary('frob', createPageFinder([folder]))).toBe('for everybody')
  })

  test('beside its program before the one of the system, and only there if the program is not of the system', () => {
    put('man1/frob.1', page('frob', 'another program of that name'))
    mkdirSync(join(place, 'opt/frob/share/man/man1'), { recursive: true })
    writeFileSync(join(place, 'opt/frob/share/man/man1/frob.1'), page('frob', 'the real one'))
    const program = join(place, 'opt/frob/bin/frob')
    expect(summaryOfPage(finder, finder.find('frob', [program])!, 'frob')).toBe('the real one')
    const other = [join(place, 'opt/other/bin/frob')]
    expect(finder.find('frob', other)).toBeDefined()
    expect(finder.find('frob', other, { alsoSystem: false })).toBeUndefined()
  })

  test('after another one was not, when names are known instead of looked up', () => {
    put('man1/frob.1.gz', gzipSync(page('frob', 'frobs things')))
    expect(finder.find('none')).toBeUndefined()
    expect(summary('frob')).toBe('frobs things')
  })

  test.each(['../man1/frob', '..', '.', '', 'a/b', 'a\0b', 'x'.repeat(5_000)])('not by the name %j', (name) => {
    put('man1/frob.1', page('frob', 'frobs things'))
    expect(finder.find(name)).toBeUndefined()
  })
})

describe('links and redirections', () => {
  test('lead to another page of the folder', () => {
    put('man1/frob.1.gz', gzipSync(page('frob', 'frobs things')))
    put('man1/defrob.1', '.so man1/frob.1\n')
    put('man1/again.1', '.\\" a comment\n.so man1/defrob.1\n')
    symlinkSync('frob.1.gz', join(folder, 'man1/linked.1.gz'))
    expect(['defrob', 'again', 'linked'].map((name) => summary(name))).toEqual(Array(3).fill('frobs things'))
  })

  test('lead into another folder of pages, as alternatives do', () => {
    const other = join(place, 'usr/lib/jvm/man/man1')
    mkdirSync(other, { recursive: true })
    writeFileSync(join(other, 'frob.1'), page('frob', 'an alternative'))
    mkdirSync(join(place, 'etc'))
    symlinkSync(join(other, 'frob.1'), join(place, 'etc/frob.1'))
    symlinkSync(join(place, 'etc/frob.1'), join(folder, 'man1/frob.1'))
    expect(summary('frob')).toBe('an alternative')
  })

  test.each<[string, string]>([
    ['a loop', '.so man1/frob.1\n'],
    ['another folder', '.so ../../../etc/passwd\n'],
    ['the root', '.so /etc/passwd\n'],
    ['nothing', '.so man1/none.1\n'],
  ])('that lead to %s are not followed', (_, text) => {
    mkdirSync(join(place, 'etc'))
    writeFileSync(join(place, 'etc/passwd'), page('frob', 'a secret'))
    const file = put('man1/frob.1', text)
    const read = readPage(finder, finder.find('frob')!)
    expect(read).toMatchObject({ ok: false })
    expect(read.ok ? '' : read.reason).toMatch(/refers to/)
    expect(existsSync(file)).toBe(true)
    expect(summary('frob')).toBeUndefined()
  })

  test('out of the folders of pages are not followed', () => {
    writeFileSync(join(place, 'secret.txt'), page('frob', 'a secret'))
    symlinkSync(join(place, 'secret.txt'), join(folder, 'man1/frob.1'))
    symlinkSync('frob.1', join(folder, 'man1/frob.1.gz'))
    expect(finder.find('frob')).toBeUndefined()
  })
})

describe('an unreadable page neither fails nor blocks anything', () => {
  test('a page that unpacks to far more than a page', () => {
    put('man1/bomb.1.gz', gzipSync(Buffer.alloc(10_000_000)))
    put('man1/long.1.gz', gzipSync(page('long', 'x') + 'word '.repeat(400_000)))
    const bomb = readPage(finder, finder.find('bomb')!)
    expect(bomb.ok ? bomb.text.length : 0).toBeLessThanOrEqual(4_000_000)
    expect(summary('bomb')).toBeUndefined()
    expect(readPage(finder, finder.find('long')!)).toMatchObject({ ok: true })
  })

  test('a pipe', () => {
    execFileSync('mkfifo', [join(folder, 'man1/pipe.1')])
    expect(readPage(finder, finder.find('pipe')!)).toMatchObject({ ok: false })
    expect(summary('pipe')).toBeUndefined()
  })

  test('a folder, nothing at all, and what is not packed although it says so', () => {
    mkdirSync(join(folder, 'man1/folder.1'))
    put('man1/empty.1', '')
    put('man1/broken.1.gz', Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(500, 7)]))
    put('man1/plain.1.gz', page('plain', 'not packed at all'))
    expect(['folder', 'empty', 'broken'].map((name) => summary(name))).toEqual([undefined, undefined, undefined])
    expect(summary('plain')).toBe('not packed at all')
  })

  test('a page that is packed in a way Node does not know is told of', () => {
    put('man1/frob.1.xz', 'xz')
    const read = readPage(finder, finder.find('frob')!)
    expect(read.ok ? '' : read.reason).toContain('cannot be read here (xz)')
  })

  test('a page that everybody may write', () => {
    chmodSync(put('man1/frob.1', page('frob', 'trust me')), 0o666)
    expect(summary('frob')).toBeUndefined()
  })
})

const MANUAL = '/usr/share/man'
const names = (
  'ls cp mv rm cat sort uniq wc cut tail head tr od du df stat touch chmod chown date dd env install mktemp test [ ' +
  'tar gzip gunzip zcat grep egrep sed find xargs diff cmp dpkg dpkg-query apt-get apt bash dash login su passwd mount'
).split(' ')
const real = createPageFinder([MANUAL])
const installed = names.filter((name) => real.find(name) !== undefined)

test('summaries of pages of this system are those of lexgrog', ({ skip }) => {
  const message = 'lexgrog is not installed: it is part of the package man-db'
  const isMissing = spawnSync('lexgrog', ['--version']).error !== undefined
  if (isMissing && process.env.CI !== undefined) throw new Error(message)
  skip(isMissing, message)
  skip(installed.length < 20, `only ${installed.length} of the pages are installed`)
  const different = installed.filter((name) => {
    const file = real.find(name)!
    const said = execFileSync('lexgrog', [file.path], { encoding: 'utf8' })
    const summaries = [...said.matchAll(/: "[^\n]*? - ([^\n]*)"$/gm)].map(([, about]) => plain(about!))
    return !summaries.includes(plain(summaryOfPage(real, file, name) ?? ''))
  })
  expect(different).toEqual([])
})

function plain(text: string): string {
  return text
    .replace(/[‐–—−]/g, '-')
    .replace(/[‘’´]/g, "'")
    .replace(/\s+/g, ' ')
}
