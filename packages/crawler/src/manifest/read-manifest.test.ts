import { expect, test } from 'vitest'
import { readManifest } from './read-manifest.js'

/** The example of RFC 4.10.2. */
const CURL = `# tools/curl.yaml
name: curl
homepage: https://curl.se
description: Transfer data from or to a server

sources:
  github:
    repo: curl/curl
    asset_patterns:
      linux-amd64: "curl-*-linux-x86_64.tar.gz"
      linux-arm64: "curl-*-linux-aarch64.tar.gz"
      darwin-arm64: "curl-*-darwin-arm64.tar.gz"
    binary_path: "curl-*/bin/curl"
  
  homebrew:
    formula: curl
    platforms: [darwin-amd64, darwin-arm64]
  
  apt:
    package: curl
    platforms: [linux-amd64, linux-arm64]

template: |
  {
    "commands": {
      "": {
        "description": "Transfer a URL",
        "options": [
          {"name": "data", "flags": ["-d", "--data"], "type": "string"}
        ],
        "effects": {"network": true, "idempotent": false}
      }
    }
  }
`

test('the manifest of the RFC is read as it is', () => {
  const reading = readManifest(CURL, 'tools/curl.yaml')
  expect(reading).toMatchObject({
    ok: true,
    manifest: {
      name: 'curl',
      homepage: 'https://curl.se',
      sources: {
        github: { repo: 'curl/curl', binary_path: 'curl-*/bin/curl' },
        homebrew: { formula: 'curl', platforms: ['darwin-amd64', 'darwin-arm64'] },
        apt: { package: 'curl', platforms: ['linux-amd64', 'linux-arm64'] },
      },
      template: { commands: { '': { effects: { network: true, idempotent: false } } } },
    },
  })
})

/** A `^` marks the position of the problem, where a person would point. */
test.each<[name: string, text: string, line: number, column: number, message: RegExp]>([
  [
    'an unknown key',
    'name: x\nsources:\n  apt:\n    package: x\n    pakage: y\n',
    5,
    5,
    /unknown key "pakage".*"package"/,
  ],
  ['an unknown source', 'name: x\nsources:\n  dnf: {package: x}\n', 3, 3, /unknown key "dnf"/],
  ['a wrong type', 'name: [x]\nsources:\n  apt: {package: x}\n', 1, 7, /name must be a text.*found a list/],
  ['a missing key', 'name: x\nsources:\n  github:\n    repo: a/b\n', 4, 5, /sources.github has no "asset_patterns"/],
  [
    'an unknown platform',
    'name: x\nsources:\n  apt: {package: x, platforms: [linux-x86]}\n',
    3,
    33,
    /found "linux-x86"/,
  ],
  ['no source', 'name: x\nsources: {}\n', 2, 10, /sources has none/],
  ['a key twice', 'name: x\nname: y\nsources:\n  apt: {package: x}\n', 2, 1, /unique/],
  ['broken YAML', 'name: "x\nsources: 1\n', 3, 1, /quote/],
  ['a name that is a path', 'name: ../x\nsources:\n  apt: {package: x}\n', 1, 7, /name must be/],
  ['an alias', 'name: &a x\nsources:\n  apt: {package: *a}\n', 3, 18, /without an alias/],
  [
    'a path out of the archive',
    'name: x\nsources:\n  folder: {path: ., version: "1", binary_path: ../x}\n',
    3,
    48,
    /binary_path/,
  ],
  [
    'two versions',
    'name: x\nsources:\n  url: {template: "http://a/", platforms: [linux-amd64]}\n',
    3,
    8,
    /either version/,
  ],
  [
    'a template that is broken',
    'name: x\nsources:\n  apt: {package: x}\ntemplate: |\n  {\n    "a": 1,,\n  }\n',
    6,
    12,
    /template is not JSON/,
  ],
  [
    'a template that claims trust',
    'name: x\nsources:\n  apt: {package: x}\ntemplate: |\n  {\n    "trust": {}\n  }\n',
    6,
    5,
    /must not state "trust"/,
  ],
  [
    'a template with a misspelt key',
    'name: x\nsources:\n  apt: {package: x}\ntemplate: |\n  {\n    "comands": {}\n  }\n',
    6,
    5,
    /unknown key "comands".*"commands"/,
  ],
  [
    'a template that is no description',
    'name: x\nsources:\n  apt: {package: x}\ntemplate: |\n  {\n    "effects": {"network": "yes"}\n  }\n',
    6,
    17,
    /not valid at "\/effects\/network"/,
  ],
])('%s is told with its position', (_, text, line, column, message) => {
  const reading = readManifest(text, 'x.yaml')
  const problems = reading.ok ? [] : reading.problems
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({
    file: 'x.yaml',
    line,
    column,
    message: expect.stringMatching(message) as unknown,
  })
})

test('a hundred thousand aliases are no way to fill memory', () => {
  const text = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nname: x\n`
  expect(readManifest(text, 'x.yaml').ok).toBe(false)
})
