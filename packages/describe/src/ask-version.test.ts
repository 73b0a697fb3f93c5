import { expect, test } from 'vitest'
import { versionIn } from './ask-version.js'

// The output of these programs on Debian 12.
test.each([
  ['git version 2.39.5', '2.39.5'],
  ['jq-1.6', '1.6'],
  ['curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 OpenSSL/3.0.17', '7.88.1'],
  ['tar (GNU tar) 1.34\nCopyright (C) 2021 Free Software Foundation, Inc.', '1.34'],
  ['Python 3.11.2', '3.11.2'],
  ['v20.20.0', '20.20.0'],
  ['openssh-client 9.2p1, OpenSSL 3.0', '9.2p1'],
  ['ripgrep 13.0.0\n-SIMD -AVX (compiled)', '13.0.0'],
  ['mawk 1.3.4 20200120', '1.3.4'],
  ['go version go1.22.1 linux/amd64', undefined],
  ['usage: tool [options]', undefined],
])('in %j the version is %s', (text, version) => {
  expect(versionIn(text)).toBe(version)
})
