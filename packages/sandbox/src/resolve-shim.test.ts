import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { programBehind, shimsIn } from './resolve-shim.js'

let root: string
const PYENV = '#!/usr/bin/env bash\nprogram="${0##*/}"\nexec "/anywhere/libexec/pyenv" exec "$program" "$@"\n'
const ASDF = '#!/usr/bin/env bash\n# asdf-plugin: python 3.1.0\nexec asdf exec "python3" "$@"'

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'shims-')))
  const made = root
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
})

const put = (path: string, text = '\u007fELF') => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

/** Resolves a file, with paths relative to the test's root. */
const behind = (file: string, more: { path?: string } = {}) => {
  const found = programBehind(join(root, file), {
    home: join(root, 'home'),
    searchPath: join(root, more.path ?? 'usr'),
  })
  return 'path' in found ? found.path.slice(root.length + 1) : found
}

test.each([
  ['the version in use', '3.1.0\n', '3.1.0'],
  ['the first of several that has the program', '2.0.0\n3.1.0\n', '3.1.0'],
  ['the newest that a shorter version means', '3.1', '3.1.10'],
  ['the newest where nothing is selected', '', '4.0.0'],
  ['the newest where what is selected is not there', '9.9.9', '4.0.0'],
  ['not what a comment says', '# 3.1.0\n3.1.2\n', '3.1.2'],
])('a shim leads to %s', (_, selected, version) => {
  put('pyenv/shims/python3', PYENV)
  put('pyenv/version', selected)
  for (const one of ['3.1.0', '3.1.2', '3.1.10', '4.0.0']) put(`pyenv/versions/${one}/bin/python3`)
  put('pyenv/versions/2.0.0/bin/python2')
  expect(behind('pyenv/shims/python3')).toBe(`pyenv/versions/${version}/bin/python3`)
})

test('the version "system" is the next program of that name on PATH, as long as that is no shim', () => {
  put('pyenv/shims/python3', PYENV)
  put('pyenv/version', 'system')
  put('pyenv/versions/3.1.0/bin/python3')
  put('usr/python3')
  expect(behind('pyenv/shims/python3')).toBe('usr/python3')
  expect(behind('pyenv/shims/python3', { path: 'pyenv/shims' })).toBe('pyenv/versions/3.1.0/bin/python3')
})

test('a shim is found at the end of links, and leads on by the name it is called by', () => {
  put('pyenv/shims/python3', PYENV)
  put('pyenv/versions/3.1.0/bin/python3')
  put('pyenv/versions/3.1.0/bin/py')
  mkdirSync(join(root, 'bin'))
  symlinkSync('../pyenv/shims/python3', join(root, 'bin/py'))
  expect(behind('bin/py')).toBe('pyenv/versions/3.1.0/bin/py')
})

test('a shim outside of its root leads to the root that its text names', () => {
  put('real/versions/3.1.0/bin/python3')
  put('copied/shims/python3', PYENV.replace('exec', `export PYENV_ROOT="${root}/real"\nexec`))
  expect(behind('copied/shims/python3')).toBe('real/versions/3.1.0/bin/python3')
})

test('files that only lie where shims do are what they are', () => {
  for (const folder of ['x/versions/1/bin', 'x/installs/python/1/bin', 'x/tools/image/node/1/bin'])
    put(`${folder}/tool`)
  put('x/shims/tool', '#!/bin/sh\nexec pyenv version\n')
  put('x/bin/tool')
  put('x/bin/volta-shim', '\u007fELF other')
  put('x/shims/mise')
  for (const file of ['x/shims/tool', 'x/bin/tool', 'x/bin/volta-shim', 'x/shims/mise']) expect(behind(file)).toBe(file)
})

test('asdf and mise are told apart by their shims, in folders that look alike', () => {
  put('asdf/shims/python3', ASDF)
  put('asdf/installs/python/3.1.0/bin/python3')
  put('home/.tool-versions', 'nodejs 20.1.0\npython 3.1.0\n')
  put('asdf/installs/python/4.0.0/bin/python3')
  expect(behind('asdf/shims/python3')).toBe('asdf/installs/python/3.1.0/bin/python3')
  put('usr/mise')
  put('mise/installs/ripgrep/14/rg')
  mkdirSync(join(root, 'mise/shims'))
  symlinkSync(join(root, 'usr/mise'), join(root, 'mise/shims/rg'))
  expect(behind('mise/shims/rg')).toBe('mise/installs/ripgrep/14/rg')
})

test('hard links to rustup lead to the default toolchain, rustup itself and other programs to themselves', () => {
  put('cargo/bin/rustup', '\u007fELF rustup')
  put('cargo/bin/rg')
  linkSync(join(root, 'cargo/bin/rustup'), join(root, 'cargo/bin/cargo'))
  put('rustup/settings.toml', 'default_toolchain = "beta-x86_64-unknown-linux-gnu"\n')
  for (const one of ['beta', 'stable']) put(`rustup/toolchains/${one}-x86_64-unknown-linux-gnu/bin/cargo`)
  expect(behind('cargo/bin/cargo')).toBe('rustup/toolchains/beta-x86_64-unknown-linux-gnu/bin/cargo')
  expect(behind('cargo/bin/rustup')).toBe('cargo/bin/rustup')
  expect(behind('cargo/bin/rg')).toBe('cargo/bin/rg')
})

test('a shim without any version says so', () => {
  const file = put('pyenv/shims/flask', PYENV)
  const problem = `${file} is a shim of pyenv, rbenv, nodenv or one like them, but no installed version has the program flask`
  expect(behind('pyenv/shims/flask')).toEqual({ problem })
})

test('folders of the system have no shims', () => {
  for (const folder of ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', join(root, 'bin')]) {
    expect(shimsIn(folder, { home: root, searchPath: '' })).toBe(null)
  }
})
