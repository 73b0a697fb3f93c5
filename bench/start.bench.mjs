/** Start-up time of hello with one subcommand and three options, written with each framework. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
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
  writeFileSync(`${home}/bare.cjs`, '')
  // Otherwise the settings of this repository apply, whose paths lead to the sources.
  writeFileSync(`${home}/tsconfig.json`, '{}')
  writeManyCommands(1000)
  for (const name of OURS) buildProgram(name)
  for (const name of ['hello-tooli-zod', 'hello-citty']) await bundle(name)
  yield frameworks()
  yield questions()
}

const OURS = ['hello-tooli', 'hello-tooli-zod', 'many-commands']

/**
 * A tool with this many commands, written out as an author would, each in a module that is loaded when it is called.
 */
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

/** The same tool built by `tooli build`, which takes a module that exports the tool instead of running it. */
function buildProgram(name) {
  const text = readFileSync(`${home}/${name}.mjs`, 'utf8')
  const module = `${home}/${name}-cli.mjs`
  writeFileSync(module, text.replace(/^await (defineCli\(.*\))\.run\(\)$/m, 'export default $1'))
  const tooli = `${home}/node_modules/tooli/bin/tooli.mjs`
  execFileSync(process.execPath, [tooli, 'build', module, '--out', `${home}/${name}-built`], { cwd: home })
}

/** As an author with only a bundler may do it. */
async function bundle(name) {
  const text = readFileSync(`${home}/${name}.mjs`, 'utf8').replace(/^await /m, 'void ')
  await build({
    stdin: { contents: text, resolveDir: home },
    outdir: `${home}/${name}-bundled`,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    entryNames: 'main',
    logLevel: 'error',
  })
}

function frameworks() {
  const program = (file, ...args) => [process.execPath, `${home}/${file}`, ...(args.length > 0 ? args : ARGS)]
  const programs = {
    'bare node': [process.execPath, `${home}/bare.mjs`],
    'bare node, CommonJS': [process.execPath, `${home}/bare.cjs`],
    'util.parseArgs': program('hello-parse-args.mjs'),
    'tooli build, t.*': program('hello-tooli-built/hello.cjs'),
    'tooli build, zod': program('hello-tooli-zod-built/hello.cjs'),
    'tooli build, 1,000 commands': program('many-commands-built/many.cjs', 'command-500'),
    'tooli, t.*': program('hello-tooli.mjs'),
    'tooli, zod, bundled': program('hello-tooli-zod-bundled/main.mjs'),
    'tooli, 1,000 commands': program('many-commands.mjs', 'command-500'),
    citty: program('hello-citty.mjs'),
    'citty, bundled': program('hello-citty-bundled/main.mjs'),
    commander: program('hello-commander.mjs'),
    gunshi: program('hello-gunshi.mjs'),
    stricli: program('hello-stricli.mjs'),
    yargs: program('hello-yargs.mjs'),
    oclif: program('oclif/run.mjs'),
    incur: program('hello-incur.mjs'),
  }
  for (const [name, argv] of Object.entries(programs)) if (!works(argv)) delete programs[name]
  return { title: 'Start-up: child CPU against bare node', rows: compareProcesses(programs, { rounds: 40 }) }
}

function questions() {
  const ask = (...args) => [process.execPath, `${home}/hello-tooli.mjs`, ...args]
  const askBuilt = (...args) => [process.execPath, `${home}/hello-tooli-built/hello.cjs`, ...args]
  const asked = { '--version': ['--version'], '--help': ['--help'], '--agent': ['--agent'] }
  const all = Object.entries({ ...asked, completion: ['__complete', 'fish', '--', 'gr'] })
  const rows = compareProcesses({
    'bare node': [process.execPath, `${home}/bare.mjs`],
    ...Object.fromEntries(all.map(([name, words]) => [`${name}, built`, askBuilt(...words)])),
    ...Object.fromEntries(all.map(([name, words]) => [name, ask(...words)])),
  })
  return { title: 'Questions to tooli, built and without a manifest', rows }
}

/** Some peers need a newer Node; those that do not run here are left out with a message. */
function works(argv) {
  try {
    execFileSync(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
    return true
  } catch (error) {
    console.error(`left out: ${argv[1].replace(`${home}/`, '')} (${String(error.stderr).trim().split('\n').at(-1)})`)
    return false
  }
}
