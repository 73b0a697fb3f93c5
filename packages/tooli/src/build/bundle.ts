import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BuildFailure, BuildOptions, Message, Metafile, OutputFile } from 'esbuild'
import { DIGEST_LENGTH, FILE_BEGINNING, NEEDS_NODE } from './code-cache.js'
import { fromManifest } from './from-manifest.js'
import { licencesIn } from './licences.js'
import { PART_PARAMETERS } from './load-parts.js'
import { rareParts } from './rare-parts.js'
import { FILES } from './start.js'
import type { RarePart } from '../program/not-included.js'

type Esbuild = typeof import('esbuild')

const TARGET = 'node20.19'

export interface BundleOptions {
  /** The module whose default export is the tool. */
  module: string
  /** Packages that stay outside and are resolved when the program runs. */
  external: readonly string[]
  /** Modules that answer a first word without the framework, by that word. */
  quick: Readonly<Record<string, string>>
  /** Shortens names as well: smaller and a little faster, but stack traces show the short names. */
  minify: boolean
  /** Parts of the framework that the program does not need. */
  without: readonly RarePart[]
}

export interface Bundle {
  /** The text of each file by its name; a file holds one part or several. */
  files: Map<string, string>
  /** The start of the program, which loads these files. */
  begin: string
  licences: string
  warnings: string[]
}

/**
 * Bundles a tool and all it imports into parts: one that every run needs, and others for what is imported dynamically. Each
 * module is in one part only, so its state exists once; a quick module is bundled on its own. Parts are functions for
 * `openParts`: as ES modules they would start slower and have no code cache in Node 20.
 */
export async function bundle({ module, external, quick, minify, without }: BundleOptions): Promise<Bundle> {
  const esbuild = await findEsbuild(module)
  const files = new Map<string, string>()
  const licences = new Set<string>()
  const warnings: string[] = []
  for (const [name, file] of [[withoutEnding(FILES.main), module], ...Object.entries(quick)] as const) {
    const built = await inWords(() =>
      buildEntry(
        esbuild,
        { [name]: file },
        { external: [...external], minifyIdentifiers: minify, plugins: [fromManifest, rareParts(without)] },
      ),
    )
    for (const [part, text] of await filesOf(esbuild, built, { entry: `${name}.cjs`, minify })) files.set(part, text)
    for (const licence of licencesIn(built.metafile)) licences.add(licence)
    warnings.push(...built.warnings.map(sentence))
  }
  const notices = [...licences].sort().join(`\n${'-'.repeat(80)}\n\n`)
  return { files, begin: await beginning(esbuild), licences: notices, warnings }
}

function buildEntry(esbuild: Esbuild, entryPoints: Record<string, string>, options: BuildOptions) {
  return esbuild.build({
    ...COMMON,
    ...options,
    entryPoints,
    splitting: true,
    format: 'esm',
    // UMD packages hide their imports from a bundler, so their ES modules come first.
    mainFields: ['module', 'main'],
    target: TARGET,
    outdir: '/',
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    supported: { 'top-level-await': false },
    metafile: true,
    write: false,
  })
}

/** The files of one entry. The entry's own file holds all static imports, because every file slows down the start. */
async function filesOf(
  esbuild: Esbuild,
  { outputFiles, metafile }: { outputFiles: OutputFile[]; metafile: Metafile },
  { entry, minify }: { entry: string; minify: boolean },
): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  const dynamic = importsOf(metafile, 'dynamic-import')
  for (const file of outputFiles) parts.set(basename(file.path), await asFunction(esbuild, file, dynamic, minify))
  const needed = new Set([entry])
  const imports = importsOf(metafile, 'import-statement')
  for (const name of needed) for (const other of imports.get(name)!) needed.add(other)
  const files = new Map([[entry, fileOf([...needed], parts)]])
  for (const name of parts.keys()) if (!needed.has(name)) files.set(name, fileOf([name], parts))
  return files
}

/** By default names are kept, for stack traces and for code that asks a class for its name. */
const COMMON = {
  bundle: true,
  platform: 'node',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  logLevel: 'silent',
} as const satisfies BuildOptions

const withoutEnding = (name: string) => name.replace(/\.cjs$/, '')

/** The parts that each part imports, by name. */
type Imports = ReadonlyMap<string, readonly string[]>

function importsOf({ outputs }: Metafile, kind: 'dynamic-import' | 'import-statement'): Imports {
  const isOurs = (one: { kind: string; external?: boolean }) => one.kind === kind && one.external !== true
  const entries = Object.entries(outputs).map(([path, { imports }]) => {
    return [basename(path), imports.filter(isOurs).map(({ path: target }) => basename(target))] as const
  })
  return new Map(entries)
}

/** Converts an ES module into the function of a part. */
async function asFunction(
  esbuild: Esbuild,
  { path, text }: OutputFile,
  dynamic: Imports,
  minify: boolean,
): Promise<string> {
  let ours = text
  // The names contain hashes, so nothing else looks like this.
  for (const name of dynamic.get(basename(path))!) {
    ours = ours.replaceAll(`import("./${name}")`, `__importPart("./${name}")`)
  }
  const { code } = await esbuild.transform(ours, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    define: { 'import.meta': '__meta' },
    minifyWhitespace: true,
    minifyIdentifiers: minify,
    legalComments: 'eof',
  })
  const body = withShortNames(withoutHelpers(code))
  return `function(${parametersFor(body)}){${body}\n}`
}

/** The parameters up to the last one that the body uses: of a program's hundred parts, most need three. */
function parametersFor(body: string): string {
  const last = PART_PARAMETERS.findLastIndex((name) => new RegExp(`\\b${name}\\b`).test(body))
  return PART_PARAMETERS.slice(0, last + 1).join(',')
}

/** Parts refer to each other thousands of times, by long names that esbuild derives from their hashes. */
function withShortNames(code: string): string {
  const names = [...code.matchAll(/\bvar (import_\w+)=require\("\.\/[\w.-]+-[A-Z0-9]{8}\.cjs"\)/g)].map(
    ([, name]) => name!,
  )
  if (names.length === 0 || code.includes(SHORT)) return code
  const short = new Map(names.map((name, index) => [name, `${SHORT}${index}`]))
  const renamed = code.replaceAll(/\bimport_\w+/g, (name) => short.get(name) ?? name)
  return renamed.replaceAll(DECLARATIONS, (several) => several.replaceAll(';var ', ','))
}

/** Consecutive declarations of parts, which can share one `var`. */
const DECLARATIONS = /(?:\bvar _\$\d+=require\("[^"]+"\);){2,}/g

const SHORT = '_$'

/** Replaces the export helpers, which esbuild repeats in every part, with a function that is passed to parts. */
function withoutHelpers(code: string): string {
  const [beginning, exported] = HELPERS.exec(code) ?? []
  const rest = code.slice(beginning?.length ?? 0)
  if (beginning === undefined || /\b__(?:toESM|copyProps|defProp|create)\b/.test(rest)) return code
  return `__export(exports,${exported});${rest.replace(NAMES_FOR_NODE, '')}`
}

const HELPERS =
  /^(?:"use strict";)?var __defProp=.*?;var stdin_exports=\{\};__export\(stdin_exports,(\{[^{}]*\})\);module\.exports=__toCommonJS\(stdin_exports\);/s

/** Tells Node which names a CommonJS module exports; Node never imports parts itself. */
const NAMES_FOR_NODE = /0&&\(module\.exports=\{[^{}]*\}\);?(?=\s*$)/

function fileOf(names: readonly string[], parts: ReadonlyMap<string, string>): string {
  const list = names.map((name) => `${JSON.stringify(name)}: ${parts.get(name)}`).join(',\n')
  const whole = `${list.includes('import(') ? NEEDS_NODE : ''}${FILE_BEGINNING}({${list}})`
  return `${whole}\n//${createHash('sha256').update(whole).digest('hex').slice(0, DIGEST_LENGTH)}`
}

/** `begin.ts` and its imports, in syntax that lets an old Node report that it is too old. */
async function beginning(esbuild: Esbuild): Promise<string> {
  const { outputFiles } = await esbuild.build({
    ...COMMON,
    entryPoints: [fileURLToPath(new URL('./begin', import.meta.url))],
    format: 'iife',
    target: 'es2018',
    // Otherwise a tsconfig.json above the installed package could change the program.
    tsconfigRaw: '{}',
    write: false,
  })
  return outputFiles[0]!.text
}

/** The esbuild of the author's project: users who only run tools do not need it. */
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

/** Runs the bundler and turns its problems into one error with positions. */
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
