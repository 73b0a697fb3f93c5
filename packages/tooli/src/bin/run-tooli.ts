import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { validate } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { EXIT } from '../errors/error.js'
import { buildManifest, checkManifest } from '../manifest/build.js'
import { FOR_AUTHORS, runBuiltIn, type ForAuthors } from './run-built-in.js'

const USAGE = `Usage: tooli manifest MODULE [--out FILE] [--check]
       tooli skill MODULE [FILE] [OPTIONS]
       tooli contract MODULE [FILE] [OPTIONS]

  MODULE       JavaScript module whose default export is the result of defineCli
  --out FILE   where the manifest goes (default: tooli-manifest.json beside MODULE)
  --check      write nothing; fail if the file is out of date, or if the contract is broken

A tool with commands has skill and contract itself. For more: tooli contract MODULE --help
`

/** More lines would not help to see what happened. */
const MOST_LINES = 20

export interface BinIo {
  cwd: string
  out: (text: string) => void
  err: (text: string) => void
}

/** The program `tooli`: the build step for authors. Gives back its exit code. */
export async function runTooli(words: readonly string[], io: BinIo): Promise<number> {
  const [verb, module, ...rest] = words
  if (isForAuthors(verb) && module !== undefined && !module.startsWith('-')) {
    return guarded(io, async () => runBuiltIn(await importCli(resolve(io.cwd, module)), verb, module, rest, io))
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
  const act = wanted.isCheck ? check : build
  return guarded(io, async () => act(await importCli(wanted.module), wanted, io))
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

interface Request {
  module: string
  file: string
  isCheck: boolean
}

/** Undefined where help is asked for. */
function readWords(words: readonly string[], cwd: string): Request | undefined {
  if (isForAuthors(words[0])) {
    if (words.includes('--help') || words.includes('-h')) return undefined
    throw new Error(`expected MODULE after "${words[0]}"; found ${JSON.stringify(words[1] ?? 'nothing')}`)
  }
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { out: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help === true) return undefined
  const [verb, module, ...rest] = positionals
  if (verb !== 'manifest')
    throw new Error(`expected "manifest", "skill" or "contract"; found ${JSON.stringify(verb ?? 'nothing')}`)
  if (module === undefined || rest.length > 0) throw new Error(`expected one MODULE; found ${positionals.length - 1}`)
  const path = resolve(cwd, module)
  const file = values.out === undefined ? join(dirname(path), 'tooli-manifest.json') : resolve(cwd, values.out)
  return { module: path, file, isCheck: values.check === true }
}

async function importCli(module: string): Promise<CliDefinition<CommandMap>> {
  const { default: cli } = (await import(pathToFileURL(module).href)) as { default?: { definition?: unknown } }
  const definition = cli?.definition as Partial<CliDefinition<CommandMap>> | undefined
  if (typeof definition?.name === 'string' && typeof definition.version === 'string') {
    return definition as CliDefinition<CommandMap>
  }
  throw new Error(`${module} must export the result of defineCli as its default`)
}

async function check(cli: CliDefinition<CommandMap>, { module, file }: Request, { out, err }: BinIo): Promise<number> {
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

/** Writes the file, and says what in the definition makes its description hard to use. */
async function build(cli: CliDefinition<CommandMap>, { file }: Request, { out, err }: BinIo): Promise<number> {
  const { agent } = await buildManifest(cli, file)
  out(`wrote ${file}\n`)
  for (const { severity, pointer, message } of validate(agent, { profile: 'strict' }).problems) {
    err(`${severity}: ${pointer} ${message}\n`)
  }
  return EXIT.ok
}
