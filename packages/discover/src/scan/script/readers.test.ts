import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeImports } from './node-imports.js'
import { pythonImports } from './python-imports.js'
import { readShebang } from './shebang.js'
import { shellLaunches } from './shell-launches.js'

describe('the first line', () => {
  test.each([
    ['#!/bin/sh\necho', '/bin/sh'],
    ['#! /bin/sh -e\n', '/bin/sh -e'],
    ['#!/bin/sh', '/bin/sh'],
    ['#!/bin/sh\r\necho\r\n', '/bin/sh'],
    ['#!/usr/bin/env node\n', 'node'],
    ['#!/usr/bin/env node\r\n', 'node'],
    ['#!/usr/bin/env -S node --no-warnings\n', 'node --no-warnings'],
    ['#!/usr/bin/env -Snode --no-warnings\n', 'node --no-warnings'],
    ['#!/usr/bin/env -vS node\n', 'node'],
    ['#!/usr/bin/env --split-string=node -x\n', 'node -x'],
    ['#!/usr/bin/env -S "node" \'-x\'\n', 'node -x'],
    ['#!/usr/bin/env -i -u HOME A=1 python3 -m tool\n', 'python3 -m tool'],
    [`#!/${'x'.repeat(252)}\n`, `/${'x'.repeat(252)}`],
  ])('%j starts %j', (text, expected) => {
    const shebang = readShebang(text)
    expect([shebang?.interpreter, ...(shebang?.arguments ?? [])].join(' ')).toBe(expected)
  })

  test.each([
    '',
    '#',
    '#!',
    '#!\n/bin/sh',
    '#!bin/sh\n',
    '#!/usr/bin/env\n',
    '#!/usr/bin/env -S\n',
    ' #!/bin/sh',
    '#!/bin/\0sh\n',
    '#!\u0001\u0002\ufffd\n',
    `#!/${'x'.repeat(300)}\n`,
    `#!/bin/sh${' '.repeat(300)}`,
  ])('%j starts nothing', (text) => {
    expect(readShebang(text)).toBeUndefined()
  })
})

test('a Node script names what it imports, each once', () => {
  const text = `#!/usr/bin/env node
    import './plain.js'
    import one, { two as three } from "tooli"
    import {
      many,
    } from '../lines.mjs'
    export * from './exported.js'
    const a = require('./required'), b = require ( "@scope/name/part" )
    const c = await import('./later.js'); await import(variable); require(\`template\`)
    import'./minified.js';import{x}from"./minified-too.js"
    require('./plain.js')`
  expect(nodeImports(text)).toEqual([
    './plain.js',
    'tooli',
    '../lines.mjs',
    './exported.js',
    './required',
    '@scope/name/part',
    './later.js',
    './minified.js',
    './minified-too.js',
  ])
})

test('a Python script names its modules', () => {
  const text = `#!/usr/bin/python3
# -*- coding: utf-8 -*-
import re, sys
import importlib.metadata as metadata
from tool.cli import main as run, other
from tool.many import (one, two)
if True:
    from inside import *
from . import relative
imported = "from nothing import x"
`
  expect(pythonImports(text)).toEqual([
    { module: 're', names: [] },
    { module: 'sys', names: [] },
    { module: 'importlib.metadata', names: [] },
    { module: 'tool.cli', names: ['main', 'other'] },
    { module: 'tool.many', names: ['one', 'two'] },
    { module: 'inside', names: [] },
  ])
})

describe('a shell script becomes', () => {
  const script = { path: '/opt/tool/bin/tool', folder: '/opt/tool/bin' }
  test.each<[string, (string | undefined)[][]]>([
    ['exec /usr/lib/tool/run "$@"', [['/usr/lib/tool/run', undefined]]],
    ["exec '/with space/run' --flag", [['/with space/run', '--flag']]],
    ['exec "$(dirname "$0")/run"', [['/opt/tool/bin/run']]],
    ['exec "$(dirname -- "${BASH_SOURCE[0]}")"/../lib/run', [['/opt/tool/bin/../lib/run']]],
    ['exec `dirname $0`/run', [['/opt/tool/bin/run']]],
    ['exec "${0%/*}/run"', [['/opt/tool/bin/run']]],
    ['exec "$(dirname "$(readlink -f "$0")")/run"', [['/opt/tool/bin/run']]],
    ['DIR=$(dirname "$0")\nexec "$DIR/run" "$@"', [['/opt/tool/bin/run', undefined]]],
    ['DIR="$(cd "$(dirname "$0")" && pwd)"\nexec "${DIR}/run"', [['/opt/tool/bin/run']]],
    ['DIR="$(cd -P "$(dirname "$0")/.." >/dev/null 2>&1 && pwd -P)"\nexec $DIR/run', [['/opt/tool/bin/../run']]],
    ['A=/opt\nB="$A/x"; # where\nexec "$B/run"', [['/opt/x/run']]],
    ['if [ -x "$x" ]; then exec /a; else exec /b; fi', [['/a'], ['/b']]],
    ['A=1 exec -a name /a', [['/a']]],
    ['exec env A=1 B="two words" /a b', [['/a', 'b']]],
    ['exec python3 -m tool "$@"', [['python3', '-m', 'tool', undefined]]],
    ['exec \\\n  /a \\\n  b', [['/a', 'b']]],
    ['exec /a >/dev/null 2>&1 </dev/null', [['/a']]],
    ["'''exec' /venv/bin/python \"$0\" \"$@\"\n' '''", [['/venv/bin/python', '/opt/tool/bin/tool', undefined]]],
    ['exec "$UNKNOWN/run"', [[undefined]]],
    ['exec $(find / -name run)', [[undefined]]],
    ['# exec /commented', []],
    ['echo exec /not/started', []],
    ['execute /a; myexec /b', []],
    ['exec', []],
    ['exec "/unclosed', [[undefined]]],
  ])('%j', (text, expected) => {
    expect(shellLaunches(`#!/bin/sh\n${text}\n`, script)).toEqual(expected)
  })

  test('what the wrappers of package managers start', () => {
    const wrapper = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")

case \`uname\` in
    *CYGWIN*|*MINGW*|*MSYS*)
        if command -v cygpath > /dev/null 2>&1; then
            basedir=\`cygpath -w "$basedir"\`
        fi
    ;;
esac

if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/global/5/node_modules/tool/bin.js" "$@"
else
  exec node  "$basedir/global/5/node_modules/tool/bin.js" "$@"
fi
`
    const target = '/opt/tool/bin/global/5/node_modules/tool/bin.js'
    expect(shellLaunches(wrapper, script)).toEqual([
      ['/opt/tool/bin/node', target, undefined],
      ['node', target, undefined],
    ])
  })
})

test('no text stops a reader', () => {
  const piece = fc.constantFrom(
    'exec ',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '\\',
    '\n',
    '$0',
    'dirname ',
    '${',
    '}',
    'a=',
    '/x',
    ';',
    ' ',
    '\ue001',
    'import ',
    'from ',
    '(',
    '#!',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      shellLaunches(text, { path: '/x/y', folder: '/x' })
      nodeImports(text)
      pythonImports(text)
      readShebang(text)
    }),
    { numRuns: 2000 },
  )
})
