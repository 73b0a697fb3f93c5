/** What it costs to start: hello with one subcommand and three options, written with each framework. */
import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { compareProcesses } from './measure.mjs'
import { installOurs } from './peers.mjs'

export const peers = {
  '@oclif/core': '4.8.4',
  '@stricli/core': '1.3.0',
  citty: '0.2.2',
  commander: '14.0.3',
  gunshi: '0.26.3',
  incur: '0.7.1',
  yargs: '18.2.0',
  zod: '4.6.7',
}

const here = import.meta.dirname
const home = `${here}/.peers/start`
const ARGS = ['greet', 'World', '--times', '2', '--lang', 'de']

export async function* run() {
  installOurs('start')
  cpSync(`${here}/start`, home, { recursive: true })
  writeFileSync(`${home}/bare.mjs`, '')
  writeManyCommands(1000)
  await bundle('hello-tooli', 'hello-tooli-bundled')
  await bundle('hello-tooli-zod', 'hello-tooli-zod-bundled')
  yield frameworks()
  yield questions()
}

/** A tool of so many commands, written out as an author would, each in a module that is loaded when it is called. */
function writeManyCommands(count) {
  const entries = Array.from(
    { length: count },
    (_, index) =>
      `  'command-${index}': { description: 'Does number ${index}', load: () => import('./one-command.mjs') },`,
  )
  const one =
    "import { command, t } from 'tooli'\nexport default command({ description: 'One', options: t.object({ fast: t.boolean('Hurry').default(false) }), run: () => 'done' })\n"
  const many = `import { defineCli } from 'tooli'\nconst commands = {\n${entries.join('\n')}\n}\nawait defineCli({ name: 'many', version: '1.0.0', description: 'Many', commands }).run()\n`
  writeFileSync(`${home}/one-command.mjs`, one)
  writeFileSync(`${home}/many-commands.mjs`, many)
}

async function bundle(name, out) {
  await build({
    entryPoints: [`${home}/${name}.mjs`],
    outdir: `${home}/${out}`,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    entryNames: 'main',
    logLevel: 'error',
    // Not this repository's paths, which lead to the sources.
    tsconfigRaw: {},
  })
}

function frameworks() {
  const program = (file, ...args) => [process.execPath, `${home}/${file}`, ...(args.length > 0 ? args : ARGS)]
  const programs = {
    'bare node': [process.execPath, `${home}/bare.mjs`],
    'util.parseArgs': program('hello-parse-args.mjs'),
    'tooli, t.*': program('hello-tooli.mjs'),
    'tooli, t.*, bundled': program('hello-tooli-bundled/main.mjs'),
    'tooli, zod bundled': program('hello-tooli-zod-bundled/main.mjs'),
    'tooli, 1,000 commands': program('many-commands.mjs', 'command-500'),
    citty: program('hello-citty.mjs'),
    commander: program('hello-commander.mjs'),
    gunshi: program('hello-gunshi.mjs'),
    stricli: program('hello-stricli.mjs'),
    yargs: program('hello-yargs.mjs'),
    oclif: program('oclif/run.mjs'),
    incur: program('hello-incur.mjs'),
  }
  for (const [name, argv] of Object.entries(programs)) if (!works(argv)) delete programs[name]
  return { title: 'Start-up: child CPU against bare node', rows: compareProcesses(programs) }
}

function questions() {
  const ask = (...args) => [process.execPath, `${home}/hello-tooli.mjs`, ...args]
  const rows = compareProcesses({
    'bare node': [process.execPath, `${home}/bare.mjs`],
    '--version': ask('--version'),
    '--help': ask('--help'),
    '--agent': ask('--agent'),
    completion: ask('__complete', 'fish', '--', 'gr'),
  })
  return { title: 'Questions to tooli, without a manifest', rows }
}

/** Some peers want a newer Node; what does not run here is left out, and said. */
function works(argv) {
  try {
    execFileSync(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
    return true
  } catch (error) {
    console.error(`left out: ${argv[1].replace(`${home}/`, '')} (${String(error.stderr).trim().split('\n').at(-1)})`)
    return false
  }
}
