import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildFailure, ImportKind, Message, Metafile, OutputFile } from 'esbuild'
import { DIGEST_LENGTH, FOR_NODE, PART_PARAMETERS } from './parts.js'
import { FILES } from './start.js'

type Esbuild = typeof import('esbuild')

const TARGET = 'node20.19'

export interface BundleOptions {
  /** The module whose default export is the tool. */
  module: string
  /** Packages that are not taken in, but looked for when the program runs. */
  external: readonly string[]
}

export interface Bundle {
  /** The files by their names; one may hold several parts. */
  parts: Map<string, string>
  warnings: string[]
}

/**
 * Puts a tool and all it imports into parts: one with what every run needs, and others for what is imported dynamically.
 * A module is in one part only, so its state is one. The parts are functions for `openParts`; as ES modules they would
 * cost Node some milliseconds more, and could not be kept compiled.
 */
export async function bundle({ module, external }: BundleOptions): Promise<Bundle> {
  const esbuild = await findEsbuild(module)
  const { outputFiles, metafile, warnings } = await inWords(() =>
    esbuild.build({
      entryPoints: { [FILES.main.replace(/\.cjs$/, '')]: module },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: TARGET,
      outdir: '/',
      outExtension: { '.js': '.cjs' },
      chunkNames: '[name]-[hash]',
      external: [...external],
      // Names stay as they are, for stack traces and for whoever asks a class for its name.
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'eof',
      supported: { 'top-level-await': false },
      metafile: true,
      write: false,
      logLevel: 'silent',
    }),
  )
  const functions = new Map<string, string>()
  const dynamic = importsOf(metafile, 'dynamic-import')
  for (const file of outputFiles) functions.set(basename(file.path), await asFunction(esbuild, file, dynamic))
  return { parts: inFiles(functions, importsOf(metafile, 'import-statement')), warnings: warnings.map(sentence) }
}

/** Which part imports which, by their names. */
type Imports = ReadonlyMap<string, readonly string[]>

function importsOf({ outputs }: Metafile, kind: ImportKind): Imports {
  const isOurs = (one: { kind: string; external?: boolean }) => one.kind === kind && one.external !== true
  const entries = Object.entries(outputs).map(([path, { imports }]) => {
    return [basename(path), imports.filter(isOurs).map(({ path: target }) => basename(target))] as const
  })
  return new Map(entries)
}

/** An ES module as a function that `openParts` calls. */
async function asFunction(esbuild: Esbuild, { path, text }: OutputFile, dynamic: Imports): Promise<string> {
  let ours = text
  // The names have hashes in them, so nothing else looks like this.
  for (const name of dynamic.get(basename(path))!) {
    ours = ours.replaceAll(`import("./${name}")`, `__importPart("./${name}")`)
  }
  const { code } = await esbuild.transform(ours, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    define: { 'import.meta': '__meta' },
    minifyWhitespace: true,
    legalComments: 'eof',
  })
  return `function (${PART_PARAMETERS}) {${code}\n}`
}

/** What every run needs goes into one file, since each more would have to be opened; the rest stays on its own. */
function inFiles(functions: ReadonlyMap<string, string>, imports: Imports): Map<string, string> {
  const needed = new Set<string>([FILES.main])
  for (const name of needed) for (const other of imports.get(name)!) needed.add(other)
  const files = new Map([[FILES.main as string, fileOf([...needed], functions)]])
  for (const name of functions.keys()) if (!needed.has(name)) files.set(name, fileOf([name], functions))
  return files
}

function fileOf(names: readonly string[], functions: ReadonlyMap<string, string>): string {
  const members = names.map((name) => `${JSON.stringify(name)}: ${functions.get(name)}`).join(',\n')
  const beginning = members.includes('import(') ? FOR_NODE : ''
  const whole = `${beginning}({${members}})`
  return `${whole}\n//${createHash('sha256').update(whole).digest('hex').slice(0, DIGEST_LENGTH)}`
}

/** The one of the author's project: who only runs tools needs none. */
async function findEsbuild(module: string): Promise<Esbuild> {
  let path
  try {
    path = createRequire(module).resolve('esbuild')
  } catch {
    throw new Error('the build needs esbuild, which is not installed here; run: npm install --save-dev esbuild')
  }
  const found = (await import(pathToFileURL(path).href)) as { default?: Esbuild } & Esbuild
  return found.default ?? found
}

/** Runs the bundler; what it complains about becomes one error that says where. */
async function inWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>
    if (errors === undefined) throw error
    throw new Error(errors.map(sentence).join('\n'), { cause: error })
  }
}

function sentence({ text, location }: Message): string {
  const place = location === null ? '' : `${location.file}:${location.line}:${location.column + 1}: `
  const advice = text.startsWith('Top-level await')
    ? '. A module that is built cannot wait while it is loaded; export the result of defineCli, and let the program start it'
    : ''
  return `${place}${text}${advice}`
}
