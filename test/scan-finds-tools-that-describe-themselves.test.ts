import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'
import { isSkipped } from './fixtures/sandbox-people.js'

interface Listed {
  tools: { name: string; path: string; source: string; description: string }[]
}

interface Shown {
  name: string
  version: string
  description: string
  trust: { source: string }
  commands: Record<string, { description: string }>
  'x-atip-catalog': { layers: string[]; hash: string; notes?: string[] }
}

const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url))
const TOOLI = fileURLToPath(new URL('../packages/tooli', import.meta.url))
const NODE = `#!${process.execPath}\n`

/** RFC 13.1, word for word except for the name. */
const PYTHON = `import json, sys

ATIP_METADATA = {
    "atip": "0.1",
    "name": "NAME",
    "version": "1.0.0",
    "description": "Does something useful",
    "commands": {
        "run": {
            "description": "Execute main function",
            "options": [
                {"name": "verbose", "flags": ["-v"], "type": "boolean", 
                 "description": "Verbose output"}
            ],
            "effects": {"idempotent": True, "network": False}
        }
    }
}

if "--agent" in sys.argv:
    print(json.dumps(ATIP_METADATA, indent=2))
    sys.exit(0)
`

const withTooli = (name: string, says = 'Greet people') => `import { command, defineCli, t } from 'tooli'
export default defineCli({
  name: '${name}',
  version: '2.1.0',
  description: '${says}',
  commands: {
    greet: command({
      description: 'Greet somebody',
      args: t.object({ who: t.string('Somebody') }),
      effects: { network: false, destructive: false, filesystem: { read: false, write: false, delete: false } },
      run: ({ args }) => 'Hello, ' + args.who,
    }),
  },
})
`
const running = (module: string) => module.replace('export default', 'await (').replace(/\n$/, ').run()\n')

/** Programs of other frameworks, each with the one line. */
const AGENTIFIED = {
  'with-commander': `import { program } from 'commander'
import { agentify } from 'tooli/agentify'
program.name('with-commander').version('2.1.0').description('Greet people')
program.command('greet <who>').description('Greet somebody').action((who) => console.log('Hello, ' + who))
agentify(program)
program.parse()
`,
  'with-yargs': `import yargs from 'yargs'
import { agentify } from 'tooli/agentify'
agentify(yargs(process.argv.slice(2)))
  .scriptName('with-yargs')
  .version('2.1.0')
  .command('greet <who>', 'Greet somebody', {}, ({ who }) => console.log('Hello, ' + who))
  .parse()
`,
  'with-citty': `import { defineCommand, runMain } from 'citty'
import { agentify } from 'tooli/agentify'
const greet = defineCommand({
  meta: { description: 'Greet somebody' },
  args: { who: { type: 'positional', description: 'Somebody' } },
  run: ({ args }) => console.log('Hello, ' + args.who),
})
const meta = { name: 'with-citty', version: '2.1.0', description: 'Greet people' }
runMain(agentify(defineCommand({ meta, subCommands: { greet } })))
`,
  'with-oclif': `import { execute } from '@oclif/core'
import { agentify } from 'tooli/agentify'
await execute(agentify({ dir: import.meta.url }))
`,
}

const FRAMEWORKS = {
  'with-commander': 'commander',
  'with-yargs': 'yargs',
  'with-citty': 'citty',
  'with-oclif': '@oclif/core',
}

const OCLIF_COMMAND = `import { Args, Command } from '@oclif/core'
export default class Greet extends Command {
  static description = 'Greet somebody'
  static args = { who: Args.string({ required: true, description: 'Somebody' }) }
  async run() {}
}
`

describe.skipIf(isSkipped)('tools that describe themselves', () => {
  const machine = new PlantedMachine()
  const interpreters = join(machine.folder, 'interpreters')
  const path = `${machine.bin}:${interpreters}`
  const show = (name: string, ...words: string[]) => machine.get<Shown>(['show', name, ...words], { path })

  /** Copies only the program, as by hand: no package, and no description beside it. */
  function buildWithTooli(says: string): void {
    const folder = join(machine.folder, 'lib/built-with-tooli')
    machine.plant('lib/built-with-tooli/cli.mjs', withTooli('built-with-tooli', says), 0o644)
    symlinkSync(PACKAGES, join(folder, 'node_modules'))
    execFileSync(process.execPath, [join(TOOLI, 'bin/tooli.mjs'), 'build', 'cli.mjs'], { cwd: folder })
    for (const file of ['cli.mjs', 'node_modules', 'dist/atip.json']) rmSync(join(folder, file))
  }

  /** Each is a way in which such tools are installed on a machine. */
  const NAMES = [
    'made-with-tooli',
    'loads-tooli-late',
    'built-with-tooli',
    'one-file',
    'from-npm',
    'minimal-python',
    'minimal-shell',
    'entry-point',
    'speaks-json',
    ...Object.keys(AGENTIFIED),
  ]

  beforeAll(async () => {
    mkdirSync(interpreters)
    symlinkSync(process.execPath, join(interpreters, 'node'))
    symlinkSync('/usr/bin/python3', join(interpreters, 'python3'))

    machine.plant('lib/made-with-tooli/package.json', '{"type":"module","dependencies":{"tooli":"*"}}', 0o644)
    machine.plant('lib/made-with-tooli/cli.js', `${NODE}${running(withTooli('made-with-tooli'))}`)
    mkdirSync(join(machine.folder, 'lib/made-with-tooli/node_modules'))
    symlinkSync(TOOLI, join(machine.folder, 'lib/made-with-tooli/node_modules/tooli'))
    symlinkSync('../lib/made-with-tooli/cli.js', join(machine.bin, 'made-with-tooli'))

    // Its package does not name tooli, and nothing else identifies it.
    const late = running(withTooli('loads-tooli-late'))
      .replace('import', 'const')
      .replace("from 'tooli'", "= await import('tooli')")
    machine.plant('lib/loads-tooli-late/cli.mjs', `${NODE}${late}`)
    mkdirSync(join(machine.folder, 'lib/loads-tooli-late/node_modules'))
    symlinkSync(TOOLI, join(machine.folder, 'lib/loads-tooli-late/node_modules/tooli'))
    symlinkSync('../lib/loads-tooli-late/cli.mjs', join(machine.bin, 'loads-tooli-late'))

    buildWithTooli('Greet people')
    symlinkSync('../lib/built-with-tooli/dist/built-with-tooli.cjs', join(machine.bin, 'built-with-tooli'))

    for (const name of Object.keys(AGENTIFIED) as (keyof typeof AGENTIFIED)[]) plantAgentified(name)

    await bundle('one-file', join(machine.bin, 'one-file'), NODE)

    machine.plant('lib/node_modules/from-npm/package.json', '{"name":"from-npm","type":"module"}', 0o644)
    machine.plant('lib/node_modules/from-npm/bin/cli.js', "#!/usr/bin/env node\nimport '../dist/main.js'\n")
    await bundle('from-npm', join(machine.folder, 'lib/node_modules/from-npm/dist/main.js'), '')
    symlinkSync('../lib/node_modules/from-npm/bin/cli.js', join(machine.bin, 'from-npm'))

    machine.plant('minimal-python', `#!/usr/bin/env python3\n${PYTHON.replace('NAME', 'minimal-python')}`)
    machine.plant('minimal-shell', answering(JSON.stringify(description('minimal-shell'))))
    const module = PYTHON.replace('NAME', 'entry-point').replace('if "--agent"', 'def main():\n  if "--agent"')
    machine.plant('lib/python/entry_point/__init__.py', '', 0o644)
    machine.plant('lib/python/entry_point/cli.py', module.replaceAll(/^ {4}(?=print|sys)/gm, '    '), 0o644)
    machine.plant(
      'entry-point',
      `#!/usr/bin/python3\nimport re\nimport sys\nsys.path.insert(0, '${machine.folder}/lib/python')\nfrom entry_point.cli import main\nif __name__ == '__main__':\n    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])\n    sys.exit(main())\n`,
    )
    machine.plant('speaks-json', answering(JSON.stringify(description('speaks-json', { atip: '0.4' }))))
    machine.plant('silent', '#!/bin/sh\necho I know no such option >&2\nexit 2\n')
    machine.get(['scan'], { path })

    function plantAgentified(name: keyof typeof AGENTIFIED) {
      const folder = join(machine.folder, 'lib', name)
      const packages = { [FRAMEWORKS[name]]: join(PACKAGES, FRAMEWORKS[name]), tooli: TOOLI }
      const dependencies = Object.fromEntries(Object.keys(packages).map((wanted) => [wanted, '*']))
      const oclif = { bin: name, commands: './commands' }
      const manifest = { name, version: '2.1.0', description: 'Greet people', type: 'module', dependencies, oclif }
      machine.plant(`lib/${name}/package.json`, JSON.stringify(manifest), 0o644)
      machine.plant(`lib/${name}/run.js`, `${NODE}${AGENTIFIED[name]}`)
      if (name === 'with-oclif') machine.plant(`lib/${name}/commands/greet.js`, OCLIF_COMMAND, 0o644)
      mkdirSync(join(folder, 'node_modules/@oclif'), { recursive: true })
      for (const [wanted, place] of Object.entries(packages)) symlinkSync(place, join(folder, 'node_modules', wanted))
      symlinkSync(`../lib/${name}/run.js`, join(machine.bin, name))
    }

    async function bundle(name: string, outfile: string, banner: string) {
      await build({
        stdin: { contents: running(withTooli(name)), resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        banner: {
          js: `${banner}import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
        },
        logLevel: 'error',
      })
      chmodSync(outfile, 0o755)
    }
  }, 120_000)
  afterAll(() => machine.clear())

  test('are found without being named, and only they', () => {
    const { tools } = machine.get<Listed>(['list', '--source', 'native'])
    expect(tools.filter(({ path: place }) => place.startsWith(machine.bin)).map(({ name }) => name)).toEqual(
      NAMES.toSorted(),
    )
    expect(machine.catalog().tools.silent).toMatchObject({ source: 'unknown' })
  })

  test.each(NAMES)('%s is shown as it describes itself', (name) => {
    const tool = show(name)
    expect(tool).toMatchObject({ name, trust: { source: 'native' }, 'x-atip-catalog': { layers: ['native'] } })
    expect(Object.keys(tool.commands)).not.toEqual([])
    const { stdout } = machine.read(['show', name], { path })
    expect(stdout).toContain(`${name}: ${tool.description}`)
    expect(stdout).toContain('Source: native')
  })

  test('a program that was changed is noticed when it is looked up, and its old words are not used', () => {
    const changing = (words: string) => answering(JSON.stringify(description('changing', { description: words })))
    machine.plant('changing', changing('As it was'))
    machine.get(['scan'], { path })
    const before = show('changing')
    expect(before.description).toBe('As it was')

    // Even a stopped clock does not hide the change.
    const file = machine.plant('next', changing('As it is'))
    utimesSync(file, 1, 1)
    renameSync(file, join(machine.bin, 'changing'))
    expect(show('changing', '--offline').description).not.toBe('As it was')
    const after = show('changing')
    expect(after['x-atip-catalog'].hash).not.toBe(before['x-atip-catalog'].hash)
    expect(after.description).toBe('As it is')
    expect(machine.catalog().tools.changing).toMatchObject({ hash: after['x-atip-catalog'].hash })
    machine.get(['scan'], { path })
    expect(machine.get<Listed>(['list', 'changing']).tools).toMatchObject([
      { source: 'native', description: 'As it is' },
    ])
  })

  test('a change to what a script launches counts as one of the script', () => {
    const main = (words: string) =>
      `console.log(JSON.stringify(${JSON.stringify(description('launcher', { description: words }))})) // atip\n`
    machine.plant('lib/launcher/main.mjs', main('As it was'), 0o644)
    machine.plant('launcher', `${NODE}import '${machine.folder}/lib/launcher/main.mjs'\n`)
    machine.get(['scan'], { path })
    expect(show('launcher').description).toBe('As it was')
    machine.plant('lib/launcher/main.mjs', main('As it is now'), 0o644)
    expect(show('launcher', '--offline').description).not.toBe('As it was')
    expect(show('launcher').description).toBe('As it is now')
    machine.get(['scan'], { path })
    expect(machine.get<Listed>(['list', 'launcher']).tools).toMatchObject([{ description: 'As it is now' }])
  })

  test('a program that is built again describes itself anew, though its version is the same', () => {
    expect(show('built-with-tooli').description).toBe('Greet people')
    buildWithTooli('Greet everybody')
    expect(show('built-with-tooli').description).toBe('Greet everybody')
    machine.get(['scan'], { path })
    expect(machine.get<Listed>(['list', 'built-with-tooli']).tools).toMatchObject([{ description: 'Greet everybody' }])
  })

  test('one that stops describing itself is no longer believed to', () => {
    machine.plant('fickle', answering(JSON.stringify(description('fickle'))))
    machine.get(['scan'], { path })
    expect(machine.catalog().tools.fickle).toMatchObject({ source: 'native' })
    machine.plant('fickle', '#!/bin/sh\nexit 3\n')
    const report = machine.get<{ changed: string[] }>(['scan'], { path })
    expect(report.changed).toEqual(['fickle'])
    expect(machine.catalog().tools.fickle).toMatchObject({ source: 'unknown' })
    expect(show('fickle', '--offline')['x-atip-catalog'].layers).not.toContain('native')
  })

  test('one that is new is shown at once, and one that is gone is gone', () => {
    machine.plant('brand-new', answering(JSON.stringify(description('brand-new'))))
    expect(show('brand-new')).toMatchObject({ name: 'brand-new', trust: { source: 'native' } })
    expect(machine.catalog().tools['brand-new']).toMatchObject({ source: 'native' })
    renameSync(join(machine.bin, 'brand-new'), join(machine.folder, 'moved-away'))
    expect(machine.answer(['show', 'brand-new'], { path })).toMatchObject({ ok: false, error: { code: 'E3210' } })
    expect(machine.get<{ gone: string[] }>(['scan'], { path }).gone).toEqual(['brand-new'])
  })

  test('a program that is hidden in front of another by PATH takes its place', () => {
    machine.plant('front/minimal-shell', answering(JSON.stringify(description('minimal-shell', { version: '9.9.9' }))))
    const front = `${join(machine.folder, 'front')}:${path}`
    machine.get(['scan'], { path: front })
    expect(machine.get<Shown>(['show', 'minimal-shell'], { path: front }).version).toBe('9.9.9')
    expect(machine.get<Shown>(['show', 'minimal-shell'], { path }).version).toBe('1.0.0')
  })

  test('what silent programs would say is found out by probing them, where that is asked for', () => {
    const quiet = description('quiet', { atip: { version: '0.6' } })
    const spelled = JSON.stringify(quiet).replace('atip', 'at" + "ip')
    machine.plant('quiet', `#!/usr/bin/perl\nprint '${spelled.replace('" + "', "' . '")}';\n`)
    const report = machine.get<{ probed: { name: string }[] }>(['scan'], { path })
    expect(report.probed.map(({ name }) => name)).not.toContain('quiet')
    expect(machine.get(['probe', 'quiet'], { path })).toMatchObject({ outcome: 'described' })
    expect(show('quiet')['x-atip-catalog'].layers).toContain('native')
    expect(machine.catalog().tools.quiet).toMatchObject({ source: 'native' })
    machine.get(['scan'], { path })
    expect(machine.catalog().tools.quiet).toMatchObject({ source: 'native' })
  })

  test('whatever changes between two scans is seen by the second', () => {
    const later = join(machine.folder, 'later')
    const longer = `${path}:${later}`
    const scan = () => machine.get<{ added: string[]; changed: string[]; gone: string[] }>(['scan'], { path: longer })
    const news = (more: object) => ({ added: [], changed: [], gone: [], ...more })
    scan()
    expect(scan()).toMatchObject(news({}))

    mkdirSync(later)
    machine.plant('later/first', '#!/bin/sh\nexit 0\n')
    expect(scan()).toMatchObject(news({ added: ['first'] }))
    machine.plant('later/second', '#!/bin/sh\nexit 0\n', 0o644)
    expect(scan()).toMatchObject(news({}))
    chmodSync(join(later, 'second'), 0o755)
    expect(scan()).toMatchObject(news({ added: ['second'] }))
    machine.plant('later/first', '#!/bin/sh\nexit 1\n')
    expect(scan()).toMatchObject(news({ changed: ['first'] }))
    symlinkSync('../elsewhere/third', join(later, 'third'))
    expect(scan()).toMatchObject(news({}))
    machine.plant('elsewhere/third', '#!/bin/sh\nexit 0\n')
    expect(scan()).toMatchObject(news({ added: ['third'] }))
    chmodSync(later, 0o777)
    expect(scan()).toMatchObject(news({ gone: [] }))
    chmodSync(later, 0o755)
    machine.plant('later/fourth', answering(JSON.stringify(description('fourth'))))
    expect(scan()).toMatchObject(news({ added: ['fourth'] }))
    renameSync(later, `${later}-no-more`)
    expect(scan().gone).toEqual(['first', 'fourth', 'second', 'third'])
  })

  test('a catalog that was lost or spoilt between two scans is made anew', () => {
    const tools = Object.keys(machine.catalog().tools)
    machine.get(['scan'], { path })
    rmSync(machine.registry)
    machine.get(['scan'], { path })
    expect(Object.keys(machine.catalog().tools)).toEqual(tools)
    machine.write(machine.registry, '{"version":"2","tools":{}}')
    machine.get(['scan'], { path })
    expect(Object.keys(machine.catalog().tools)).toEqual(tools)
    rmSync(join(machine.data, 'tools'), { recursive: true })
    machine.get(['scan'], { path })
    expect(show('minimal-shell')).toMatchObject({ trust: { source: 'native' } })
  })

  test('nothing of all this goes on running', () => {
    expect(machine.processes()).toEqual([])
  })
})
