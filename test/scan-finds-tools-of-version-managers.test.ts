import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAYOUTS, link, type Planted, put } from './fixtures/planted-managers.js'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'
import { lacksPython, PYTHON } from './fixtures/real-python.js'
import { isSkipped } from './fixtures/sandbox-people.js'

const TOOLI = fileURLToPath(new URL('../packages/tooli', import.meta.url))

/** The programs' own descriptions. */
function described(machine: PlantedMachine): Record<string, string | undefined> {
  const tools = Object.entries(machine.catalog().tools).filter(([, { source }]) => source === 'native')
  return Object.fromEntries(tools.map(([name, tool]) => [name, tool['x-atip'].description]))
}

/** RFC 13.1 in Python; the description is an expression. */
const python = (name: string, words = '"Does something useful"') => `import json, os, sys
if "--agent" in sys.argv:
    print(json.dumps({"atip": "0.1", "name": "${name}", "version": "1.0.0", "description": ${words}, "commands": {
        "run": {"description": "Execute main function", "effects": {"idempotent": True, "network": False}}}}))
    sys.exit(0)
`

const WITH_TOOLI = `#!/usr/bin/env node
import { command, defineCli } from 'tooli'
const greet = command({ description: 'Greet somebody', effects: { network: false }, run: () => 'Hello' })
await defineCli({ name: 'linked', version: '2.1.0', description: 'Greet people', commands: { greet } }).run()
`

describe.skipIf(isSkipped || lacksPython).each(LAYOUTS)('a plain scan of a machine with $name', (layout) => {
  const machine = new PlantedMachine()
  const { home } = machine
  let planted: Planted
  let tools: ReturnType<typeof described>

  beforeAll(() => {
    planted = layout.plant({ home, elsewhere: join(machine.folder, 'elsewhere') })
    put(join(home, '.local/bin/minimal'), `#!/usr/bin/env python3\n${python('minimal')}`, 0o755)
    plantLinked()
    plantPipx()
    const secrets = ['.ssh/id_ed25519', '.config/gh/hosts.yml', '.netrc', 'proj/linked/.env', 'proj/other/notes']
      .map((name) => put(join(home, name), 'secret'))
      .concat(planted.secrets)
    const seen = `"Sees nothing" + "".join(filter(os.path.exists, ${JSON.stringify(secrets)}))`
    put(join(home, '.local/bin/spy'), `#!/usr/bin/env python3\n${python('spy', seen)}`, 0o755)
    const interpreters = join(machine.folder, 'interpreters')
    link(join(interpreters, 'python3'), PYTHON!)
    link(join(interpreters, 'node'), process.execPath)
    const path = [...planted.path, join(home, '.local/bin'), join(home, '.npm-global/bin'), interpreters].join(':')
    const installed = join(home, 'lib/installed')
    put(installed, answering(JSON.stringify(description('installed'))), 0o755)
    planted.install?.('installed', installed)
    machine.get(['scan'], { path })
    tools = described(machine)

    /** As `npm link` leaves it. */
    function plantLinked() {
      const project = join(home, 'proj/linked')
      put(join(project, 'package.json'), '{"name":"linked","type":"module","dependencies":{"tooli":"*"}}')
      put(join(project, 'cli.js'), WITH_TOOLI, 0o755)
      link(join(project, 'node_modules/tooli'), TOOLI)
      const prefix = planted.node === undefined ? join(home, '.npm-global') : dirname(dirname(planted.node))
      link(join(prefix, 'lib/node_modules/linked'), project)
      const target = join(prefix, 'lib/node_modules/linked/cli.js')
      if (planted.node === undefined) link(join(prefix, 'bin/linked'), target)
      else planted.install!('linked', target)
    }

    function plantPipx() {
      const venv = join(home, '.local/share/pipx/venvs/piped')
      const base = planted.python ?? PYTHON!
      const library = join(venv, `lib/${basename(PYTHON!)}/site-packages`)
      put(join(venv, 'pyvenv.cfg'), `home = ${dirname(base)}\n`)
      link(join(venv, 'bin/python'), base)
      put(join(library, 'piped.py'), `def main():\n  ${python('piped').replaceAll('\n', '\n  ')}\n`)
      put(join(venv, 'bin/piped'), `#!${join(venv, 'bin/python')}\nfrom piped import main\nmain()\n`, 0o755)
      link(join(home, '.local/bin/piped'), join(venv, 'bin/piped'))
    }
  })
  afterAll(() => machine.clear())

  test('finds and describes a script in Python, a linked package of Node, a tool of pipx and what a shim starts', () => {
    expect(tools).toEqual({
      minimal: 'Does something useful',
      linked: 'Greet people',
      piped: 'Does something useful',
      spy: 'Sees nothing',
      ...(planted.install && { installed: 'What installed is for' }),
    })
  })
})

describe.skipIf(isSkipped)('a scan of a machine with pyenv', () => {
  const machine = new PlantedMachine()
  const root = join(machine.home, '.pyenv')
  const shim = `#!/usr/bin/env bash\nprogram="\${0##*/}"\nexec "${root}/libexec/pyenv" exec "$program" "$@"\n`
  const path = `${join(root, 'shims')}:/usr/bin`
  const plant = (version: string, name: string, words: string) => {
    const text = answering(JSON.stringify(description(name, { description: words })))
    put(join(root, 'versions', version, 'bin', name), text, 0o755)
    put(join(root, 'shims', name), shim, 0o755)
  }
  const scanned = () => {
    machine.get(['scan'], { path })
    return described(machine)
  }
  afterAll(() => machine.clear())

  test('tells shims apart that are the same text, and follows the version in use', () => {
    mkdirSync(join(root, 'versions'), { recursive: true })
    plant('3.11.7', 'one', 'One of 3.11')
    plant('3.11.7', 'two', 'Two of 3.11')
    plant('3.12.1', 'one', 'One of 3.12')
    put(join(root, 'version'), '3.11.7\n')
    expect(scanned()).toEqual({ one: 'One of 3.11', two: 'Two of 3.11' })
    put(join(root, 'version'), '3.12\n')
    expect(scanned()).toEqual({ one: 'One of 3.12', two: 'Two of 3.11' })
    plant('3.12.10', 'one', 'One of 3.12.10')
    expect(scanned()).toEqual({ one: 'One of 3.12.10', two: 'Two of 3.11' })
    plant('3.12.10', 'one', 'One, changed')
    expect(scanned()).toEqual({ one: 'One, changed', two: 'Two of 3.11' })
    put(join(root, 'version'), '3.11.7\n')
    expect(machine.get<{ description: string }>(['show', 'one'], { path }).description).toBe('One of 3.11')
    put(join(root, 'version'), '3.12\n')
    rmSync(join(root, 'versions/3.12.10'), { recursive: true })
    expect(scanned()).toEqual({ one: 'One of 3.12', two: 'Two of 3.11' })
  })
})
