import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { validate, type Problem } from '@atip/protocol'
import type { BuildOptions } from '../build/build-program.js'
import { RARE_PARTS } from '../build/rare-parts.js'
import { withDefinition } from '../build/with-definition.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { EXIT } from '../errors/error.js'
import type { RarePart } from '../program/not-included.js'
import { buildManifest, checkManifest } from '../manifest/build.js'
import { FOR_AUTHORS, runBuiltIn, type ForAuthors } from './run-built-in.js'

const USAGE = `Usage: tooli build MODULE [--out FOLDER] [--external PACKAGE]... [--asset FILE]...
                   [--quick WORD=MODULE]... [--with PART]... [--without PART]... [--launcher FILE] [--minify]
       tooli manifest MODULE [--out FILE] [--check]
       tooli skill MODULE [FILE] [OPTIONS]
       tooli docs MODULE [FOLDER] [OPTIONS]
       tooli contract MODULE [FILE] [OPTIONS]

  MODULE               module whose default export is the result of defineCli, in JavaScript or TypeScript
  --out FOLDER|FILE    where the program goes (default: dist), or the manifest (default:
                       tooli-manifest.json beside MODULE)
  --external PACKAGE   leave a package out of the program; it is resolved from node_modules when the program runs
  --asset FILE         copy a file beside the program's code, where import.meta.dirname finds it
  --quick WORD=MODULE  let a module answer calls whose first word is WORD without loading the framework;
                       it exports answer(words), which returns undefined to let the command of that name run
  --launcher FILE      also write a script of this name that starts the program
  --without PART       leave out mcp or skill: a smaller program without these commands
  --with PART          include contract or docs, which authors have as tooli contract MODULE and tooli docs MODULE
  --minify             shorten names too: a smaller program, with short names in its stack traces
  --check              write nothing; fail if the file is out of date, or if the contract is broken

A tool with commands has skill, docs and contract itself. For more: tooli contract MODULE --help
`

/** More lines would not help to see what happened. */
const MOST_LINES = 20

export interface BinIo {
  cwd: string
  out: (text: string) => void
  err: (text: string) => void
}

/** The program `tooli`: the build step for authors. Returns its exit code. */
export async function runTooli(words: readonly string[], io: BinIo): Promise<number> {
  const [verb, module, ...rest] = words
  if (isForAuthors(verb) && module !== undefined && !module.startsWith('-')) {
    return guarded(io, () => withDefinition(resolve(io.cwd, module), (cli) => runBuiltIn(cli, verb, module, rest, io)))
  }
  let request: Request | undefined
  try {
    request = readWords(words, io.cwd)
  } catch (error) {
    io.err(`tooli: ${(error as Error).message}\n\n${USAGE}`)
    return EXIT.usage
  }
  if (request === undefined) {
    io.out(USAGE)
    return EXIT.ok
  }
  const wanted = request
  if (wanted.verb === 'build') return guarded(io, () => build(wanted, io))
  const act = wanted.isCheck ? check : writeManifest
  return guarded(io, () => withDefinition(wanted.module, (cli) => act(cli, wanted, io)))
}

function isForAuthors(verb: string | undefined): verb is ForAuthors {
  return FOR_AUTHORS.includes(verb as ForAuthors)
}

async function guarded({ err }: BinIo, act: () => Promise<number>): Promise<number> {
  try {
    return await act()
  } catch (error) {
    err(`tooli: ${(error as Error).message}\n`)
    return EXIT.failure
  }
}

interface ManifestRequest {
  verb: 'manifest'
  module: string
  file: string
  isCheck: boolean
}

type Request = ManifestRequest | ({ verb: 'build' } & BuildOptions)

const OPTIONS = {
  manifest: { out: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  build: {
    out: { type: 'string' },
    external: { type: 'string', multiple: true },
    asset: { type: 'string', multiple: true },
    quick: { type: 'string', multiple: true },
    with: { type: 'string', multiple: true },
    launcher: { type: 'string' },
    without: { type: 'string', multiple: true },
    minify: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
} as const

/** Undefined if help is requested. */
function readWords([verb, ...words]: readonly string[], cwd: string): Request | undefined {
  if (words.includes('--help') || words.includes('-h') || verb === '--help' || verb === '-h') return undefined
  if (isForAuthors(verb))
    throw new Error(`expected MODULE after "${verb}"; found ${JSON.stringify(words[0] ?? 'nothing')}`)
  if (verb === 'manifest') {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS.manifest })
    const module = resolve(cwd, onlyModule(positionals))
    const file = values.out === undefined ? join(dirname(module), 'tooli-manifest.json') : resolve(cwd, values.out)
    return { verb, module, file, isCheck: values.check === true }
  }
  if (verb === 'build') {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS.build })
    const module = resolve(cwd, onlyModule(positionals))
    return {
      verb,
      module,
      out: resolve(cwd, values.out ?? 'dist'),
      external: values.external ?? [],
      assets: (values.asset ?? []).map((file) => resolve(cwd, file)),
      minify: values.minify === true,
      without: leftOut(partsIn(values.with, '--with'), partsIn(values.without, '--without')),
      ...(values.launcher !== undefined && { launcher: resolve(cwd, values.launcher) }),
      quick: Object.fromEntries((values.quick ?? []).map((value) => readQuick(value, cwd))),
    }
  }
  throw new Error(
    `expected "build", "manifest", "skill", "docs" or "contract"; found ${JSON.stringify(verb ?? 'nothing')}`,
  )
}

function readQuick(value: string, cwd: string): [word: string, module: string] {
  const [, word, module] = /^(\w[\w-]*)=(.+)$/.exec(value) ?? []
  if (word === undefined || word === 'main')
    throw new Error(`expected --quick WORD=MODULE (WORD is not main); found ${JSON.stringify(value)}`)
  return [word, resolve(cwd, module!)]
}

function partsIn(values: readonly string[] | undefined, option: string): RarePart[] {
  return (values ?? [])
    .flatMap((names) => names.split(','))
    .map((name) => {
      const part = RARE_PARTS.find((known) => known === name)
      if (part !== undefined) return part
      throw new Error(`expected ${option} ${RARE_PARTS.join(', ')}; found ${JSON.stringify(name)}`)
    })
}

/** Parts that only authors need; they have them without a build. */
const FOR_AUTHORS_ONLY: readonly RarePart[] = ['contract', 'docs']

function leftOut(wanted: readonly RarePart[], unwanted: readonly RarePart[]): RarePart[] {
  const usual = FOR_AUTHORS_ONLY.filter((part) => !wanted.includes(part))
  return [...new Set([...usual, ...unwanted])]
}

function onlyModule(positionals: readonly string[]): string {
  const [module, ...rest] = positionals
  if (module === undefined || rest.length > 0) throw new Error(`expected one MODULE; found ${positionals.length}`)
  return module
}

async function check(
  cli: CliDefinition<CommandMap>,
  { module, file }: ManifestRequest,
  { out, err }: BinIo,
): Promise<number> {
  const lines = await checkManifest(cli, file)
  if (lines.length === 0) {
    out(`${file} is up to date\n`)
    return EXIT.ok
  }
  const more = lines.length > MOST_LINES ? [`... and ${lines.length - MOST_LINES} more`] : []
  const shown = [...lines.slice(0, MOST_LINES), ...more].map((line) => `  ${line}\n`).join('')
  err(`${file} is out of date; run: tooli manifest ${basename(module)}\n${shown}`)
  return EXIT.failure
}

/** Writes the file, and reports what makes the tool's description hard to use. */
async function writeManifest(
  cli: CliDefinition<CommandMap>,
  { file }: ManifestRequest,
  { out, err }: BinIo,
): Promise<number> {
  const { agent } = await buildManifest(cli, file)
  out(`wrote ${file}\n`)
  for (const problem of validate(agent, { profile: 'strict' }).problems) err(lineOf(problem))
  return EXIT.ok
}

async function build(options: BuildOptions, { out, err }: BinIo): Promise<number> {
  const { buildProgram } = await import('../build/build-program.js')
  const { program, files, bytes, warnings, problems } = await buildProgram(options)
  out(`wrote ${program} (${files} files, ${Math.ceil(bytes / 1000)} kB)\n`)
  for (const warning of warnings) err(`warning: ${warning}\n`)
  for (const problem of problems) err(lineOf(problem))
  return EXIT.ok
}

function lineOf({ severity, pointer, message }: Problem): string {
  return `${severity}: ${pointer} ${message}\n`
}
