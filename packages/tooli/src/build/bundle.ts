import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildFailure, Message, OutputFile } from 'esbuild'
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
  /** The text of each part by its name. */
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
  const dynamic = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && external !== true).map(({ path }) => path),
  )
  const names = [...new Set(dynamic.map((path) => basename(path)))]
  const parts = new Map<string, string>()
  for (const file of outputFiles) parts.set(basename(file.path), await asFunction(esbuild, file, names))
  return { parts, warnings: warnings.map(sentence) }
}

/** An ES module as the function that `openParts` calls. `dynamic` names the parts that are imported dynamically. */
async function asFunction(esbuild: Esbuild, { text }: OutputFile, dynamic: readonly string[]): Promise<string> {
  let ours = text
  // The names have hashes in them, so nothing else looks like this.
  for (const name of dynamic) ours = ours.replaceAll(`import("./${name}")`, `__importPart("./${name}")`)
  const { code } = await esbuild.transform(ours, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    define: { 'import.meta': '__meta' },
    minifyWhitespace: true,
    legalComments: 'eof',
  })
  const beginning = code.includes('import(') ? FOR_NODE : ''
  const whole = `${beginning}(function (${PART_PARAMETERS}) {${code}\n})`
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
