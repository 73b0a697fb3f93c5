import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProgramFile } from '../../types.js'
import { hashOf } from '../hash-file.js'
import { ABSENT } from '../file/identity.js'
import { plant, plantedFolder, scanOf } from '../planted.fixture.js'

/** A machine in a folder: `files` by path, and interpreters that mention the word. */
function machine(files: Record<string, string>): string {
  const root = plantedFolder()
  for (const name of ['node', 'python3', 'sh']) plant(join(root, 'bin', name), 'interpreter with atip inside')
  for (const [path, content] of Object.entries(files)) plant(join(root, path), content.replaceAll('ROOT', root))
  return root
}

async function read(root: string, path = 'bin/tool', home = '/nonexistent'): Promise<ProgramFile> {
  const file = await hashOf(join(root, path), { searchPath: join(root, 'bin'), home })
  if ('reason' in file) throw new Error(file.reason)
  return file
}

/** The files that a script launches, relative to the root and without the interpreter. */
const launched = (root: string, file: ProgramFile) =>
  file
    .launches!.map((part) => relative(root, part.path))
    .filter((path) => !/^(?:..\/)*bin\/(?:node|python3|sh)$/.test(path))

describe('a Node script is followed', () => {
  test.each([
    ["import '../lib/main.js'", { 'lib/main.js': 'atip' }],
    ["require('../lib/main')", { 'lib/main.js': 'atip' }],
    ["require('../lib/main')", { 'lib/main.cjs': 'atip' }],
    ["require('../lib')", { 'lib/index.js': 'atip' }],
    ["await import('../lib/main.mjs')", { 'lib/main.mjs': 'atip' }],
    ["export * from 'ROOT/lib/main.js'", { 'lib/main.js': 'atip' }],
  ])('from %s to the file', async (code, files) => {
    const root = machine({ 'bin/tool': `#!/usr/bin/env node\n${code}\n`, ...files })
    const file = await read(root)
    expect(file).toMatchObject({ kind: 'script', mentionsAtip: true })
    expect(launched(root, file)).toEqual(Object.keys(files))
  })

  test.each([
    ['main', { main: './dist/main.js' }],
    ['main without an ending', { main: 'dist/main' }],
    ['exports', { exports: './dist/main.js' }],
    ['exports by condition', { exports: { '.': { types: './x.d.ts', import: { default: './dist/main.js' } } } }],
    ['exports of conditions only', { exports: { require: './dist/main.js' } }],
  ])('to a package and its %s', async (_, description) => {
    const root = machine({
      'lib/tool/bin/tool.js': "#!/usr/bin/env node\nimport { defineCli } from 'tooli'\nimport fs from 'node:fs'\n",
      'lib/tool/package.json': '{"name": "tool"}',
      'lib/node_modules/tooli/package.json': JSON.stringify(description),
      'lib/node_modules/tooli/dist/main.js': 'speaks atip',
    })
    symlinkSync('../lib/tool/bin/tool.js', join(root, 'bin/tool'))
    const file = await read(root)
    expect(file).toMatchObject({ path: join(root, 'lib/tool/bin/tool.js'), mentionsAtip: true })
    expect(launched(root, file)).toEqual([
      'lib/node_modules/tooli/package.json',
      'lib/node_modules/tooli/dist/main.js',
      'lib/tool/package.json',
    ])
  })

  test('to a part of a package', async () => {
    const root = machine({
      'bin/tool': "#!/usr/bin/env node\nimport '@scope/name/part'\nimport 'plain/lib/x'\n",
      'node_modules/@scope/name/package.json': '{"exports": {"./part": "./dist/part.js"}}',
      'node_modules/@scope/name/dist/part.js': 'atip',
      'node_modules/plain/package.json': '{}',
      'node_modules/plain/lib/x.js': '',
    })
    const paths = ['@scope/name/package.json', '@scope/name/dist/part.js', 'plain/package.json', 'plain/lib/x.js']
    expect(launched(root, await read(root))).toEqual(paths.map((path) => `node_modules/${path}`))
  })

  test('to a framework that only its package names', async () => {
    const root = machine({
      'bin/tool': "#!/usr/bin/env node\nimport '../dist/cli.js'\n",
      'dist/cli.js': "import 'tooli'",
      'package.json': '{"dependencies": {"tooli": "1", "other": "1", "../evil": "1", "gone": "1"}}',
      'node_modules/tooli/package.json': '{"dependencies": {"@atip/protocol": "1"}}',
      'node_modules/other/package.json': '{}',
    })
    const file = await read(root)
    expect(file.mentionsAtip).toBe(true)
    expect(launched(root, file)).toEqual(['dist/cli.js', 'package.json', 'node_modules/tooli/package.json'])
  })

  test('no further than one hop', async () => {
    const root = machine({
      'bin/tool': "#!/usr/bin/env node\nimport '../one.js'\n",
      'one.js': "import './two.js'",
      'two.js': 'atip',
    })
    expect(await read(root)).toMatchObject({ mentionsAtip: false })
  })

  test('and what it does not find is watched', async () => {
    const root = machine({ 'bin/tool': "#!/usr/bin/env node\nimport './late.js'\nimport 'tooli'\nrequire('./late')" })
    expect((await read(root)).launches).toEqual([
      expect.objectContaining({ path: join(root, 'bin/node') }),
      { path: join(root, 'bin/late.js'), identity: ABSENT },
      { path: join(root, 'bin/node_modules/tooli/package.json'), identity: ABSENT },
    ])
  })
})

describe('a Python script is followed', () => {
  const site = 'venv/lib/python3.12/site-packages'
  test('to the modules of its virtual environment', async () => {
    const root = machine({
      'venv/pyvenv.cfg': '',
      'venv/bin/python': '',
      'bin/tool': '#!ROOT/venv/bin/python\nimport sys\nfrom tool.cli import main\nsys.exit(main())\n',
      [`${site}/tool/__init__.py`]: '',
      [`${site}/tool/cli.py`]: 'atip',
    })
    const file = await read(root)
    expect(file.mentionsAtip).toBe(true)
    expect(launched(root, file)).toEqual(['venv/bin/python', `${site}/tool/cli.py`, `${site}/tool/__init__.py`])
  })

  test('to what the user has installed, and to modules beside it', async () => {
    const root = machine({
      'bin/tool': '#!/usr/bin/env python3\nfrom tool import cli\nimport beside\n',
      'home/.local/lib/python3.11/site-packages/tool/cli.py': 'atip',
      'bin/beside.py': '',
    })
    const file = await read(root, 'bin/tool', join(root, 'home'))
    expect(launched(root, file)).toEqual(['home/.local/lib/python3.11/site-packages/tool/cli.py', 'bin/beside.py'])
  })

  test.each(['#!/usr/bin/env -S python3 -m tool\n', '#!/bin/sh\nexec python3 -m tool "$@"\n'])(
    'through -m in %j',
    async (text) => {
      const root = machine({ 'bin/tool': text, 'lib/python3/site-packages/tool/__main__.py': 'atip' })
      expect(launched(root, await read(root))).toContain('lib/python3/site-packages/tool/__main__.py')
    },
  )

  test('when its interpreter has a path too long for a first line', async () => {
    const root = machine({
      'bin/tool': "#!/bin/sh\n'''exec' ROOT/bin/python3 \"$0\" \"$@\"\n' '''\nfrom tool.cli import main\n",
      'lib/python3/site-packages/tool/cli.py': 'atip',
    })
    expect(await read(root)).toMatchObject({ mentionsAtip: true })
  })
})

describe('a shell script is followed', () => {
  test.each([
    ['exec ROOT/lib/run "$@"', 'lib/run'],
    ['exec "$(dirname "$0")/../lib/run" "$@"', 'lib/run'],
    ['HERE=$(dirname "$0")\nexec "$HERE/run-it"', 'bin/run-it'],
    ['exec run-it', 'bin/run-it'],
  ])('through %j', async (code, target) => {
    const root = machine({ 'bin/tool': `#!/bin/sh\n${code}\n`, [target]: '\u007fELF atip' })
    const file = await read(root)
    expect(file.mentionsAtip).toBe(true)
    expect(file.launches!.map((part) => join(part.path))).toContain(join(root, target))
  })

  test('through what it wraps, to what that imports', async () => {
    const root = machine({
      'bin/tool': '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node "$basedir/../lib/tool.js" "$@"\n',
      'lib/tool.js': "import 'tooli'",
      'node_modules/tooli/package.json': '{"main": "main.js"}',
      'node_modules/tooli/main.js': 'atip',
    })
    const file = await read(root)
    expect(file.mentionsAtip).toBe(true)
    expect(launched(root, file)).toContain('node_modules/tooli/main.js')
  })

  test('in no circle', async () => {
    const root = machine({
      'bin/tool': '#!/bin/sh\nexec ROOT/bin/other\n',
      'bin/other': '#!/bin/sh\nexec ROOT/bin/tool\n',
      'bin/self': '#!/bin/sh\nexec "$0"; exec ROOT/bin/self\n',
    })
    symlinkSync('self', join(root, 'bin/again'))
    expect(launched(root, await read(root))).toEqual(['bin/other'])
    expect(launched(root, await read(root, 'bin/self'))).toEqual([])
  })
})

test.each([
  ['binary junk', `#!${String.fromCharCode(0, 1, 2, 3)}\u00ff\u00fe`],
  ['an interpreter that is not there', '#!/nonexistent/interpreter\nexec /bin/sh'],
  ['a line without an end', `#!/bin/sh ${'x'.repeat(5000)}`],
  ['nothing', '#!'],
])('a script whose first line is %s launches nothing', async (_, text) => {
  expect(await read(machine({ 'bin/tool': text }))).toMatchObject({ kind: 'script', launches: [], mentionsAtip: false })
})

test('the word in an interpreter does not count', async () => {
  const root = machine({ 'bin/tool': '#!/usr/bin/env node\n' })
  const file = await read(root)
  expect(file).toMatchObject({ mentionsAtip: false, launches: [{ path: join(root, 'bin/node') }] })
})

describe('the closure', () => {
  const FILES = {
    'bin/tool': "#!/usr/bin/env node\nimport '../a.js'\nimport '../b.js'\n",
    'a.js': 'one',
    'b.js': 'two',
    'package.json': '{}',
  }
  const closureAfter = async (change: (root: string) => void) => {
    const root = machine(FILES)
    const before = await read(root)
    change(root)
    const after = await read(root)
    return { isSame: before.closure === after.closure, isSameHash: before.hash === after.hash }
  }

  test.each<[string, (root: string) => void]>([
    ['a file', (root) => writeFileSync(join(root, 'a.js'), 'changed')],
    ['the package', (root) => writeFileSync(join(root, 'package.json'), '{"version": "2"}')],
    [
      'the order of contents',
      (root) => {
        const [a, b] = [readFileSync(join(root, 'a.js')), readFileSync(join(root, 'b.js'))]
        writeFileSync(join(root, 'a.js'), b)
        writeFileSync(join(root, 'b.js'), a)
      },
    ],
    ['the loss of a file', (root) => renameSync(join(root, 'b.js'), join(root, 'gone'))],
  ])('changes with %s', async (_, change) => {
    expect(await closureAfter(change)).toEqual({ isSame: false, isSameHash: true })
  })

  test.each<[string, (root: string) => void]>([
    ['the interpreter', (root) => writeFileSync(join(root, 'bin/node'), 'new version')],
    ['times and modes', (root) => chmodSync(join(root, 'a.js'), 0o600)],
    ['other files', (root) => plant(join(root, 'c.js'))],
  ])('stays with %s', async (_, change) => {
    expect(await closureAfter(change)).toEqual({ isSame: true, isSameHash: true })
  })

  test('is the same wherever the files lie', async () => {
    expect((await read(machine(FILES))).closure).toBe((await read(machine(FILES))).closure)
  })
})

describe('a limit is reported', () => {
  test.each<[string, Record<string, number>, Record<string, string>]>([
    ['3 files', { launchedFiles: 3 }, {}],
    ['2 dependencies', { dependencies: 2 }, {}],
    ['40 bytes', { bytesOfScript: 40 }, {}],
  ])('of %s', async (amount, limits) => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const root = machine({
      'bin/tool': `#!/usr/bin/env node\n${names.map((name) => `import '../${name}.js'`).join('\n')}`,
      'package.json': JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) }),
      ...Object.fromEntries(names.map((name) => [`${name}.js`, name])),
      ...Object.fromEntries(names.map((name) => [`node_modules/${name}/package.json`, '{}'])),
    })
    mkdirSync(join(root, 'scripts'))
    renameSync(join(root, 'bin/tool'), join(root, 'scripts/tool'))
    const { programs, skipped } = await scanOf([join(root, 'scripts'), join(root, 'bin')], { limits })
    expect(programs.map(({ name }) => name)).toContain('tool')
    expect(skipped).toEqual([
      {
        path: join(root, 'scripts/tool'),
        reason: expect.stringMatching(`^is a script of which only ${amount} were looked at`),
      },
    ])
  })
})
