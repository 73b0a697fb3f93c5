import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { quoteWord, validate, type Problem } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { completionTreeOf } from '../describe/completion/tree.js'
import { helpPageOf } from '../describe/help-page.js'
import { createManifest, type Producers } from '../manifest/manifest.js'
import type { RarePart } from '../program/not-included.js'
import { nodeIo } from '../program/node-io.js'
import { runCli } from '../program/run-cli.js'
import { writeWhole } from '@atip/files'
import { bundle, type Bundle, type BundleOptions } from './bundle.js'
import { definitionIn } from './definition-in.js'
import { openParts } from './load-parts.js'
import { shipDescription } from './ship-description.js'
import { FILES, type BuiltTool } from './start.js'

export interface BuildOptions extends BundleOptions {
  /** The folder that gets the program, `NAME.cjs`, and the folder of its parts, `NAME`. */
  out: string
  /** Files that the program reads at run time from `import.meta.dirname`. */
  assets: readonly string[]
  /** A script that starts the program, if its name must have no extension. */
  launcher?: string
}

export interface BuiltProgram {
  /** The file to run. */
  program: string
  files: number
  bytes: number
  warnings: string[]
  /** What makes the tool's description hard to use. */
  problems: readonly Problem[]
}

/** Builds a program that starts fast and needs nothing else. The previous program stays until the new one is complete. */
export async function buildProgram({ out, assets, launcher, ...options }: BuildOptions): Promise<BuiltProgram> {
  const built = await bundle(options)
  await mkdir(out, { recursive: true })
  const draft = join(out, `.unfinished-${process.pid}`)
  try {
    await mkdir(draft)
    await writeFiles(draft, built, assets)
    const cli = loadTool(draft, options.module)
    const manifest = await createManifest(cli, producersFor(cli, options.without))
    await writeFile(join(draft, FILES.manifest), JSON.stringify(manifest))
    await writeFile(join(draft, FILES.agent), await answerOf(cli, ['--agent']))
    const description = await readFile(join(draft, FILES.agent), 'utf8')
    const program = await install(draft, out, cli, beginWith(description, built.begin), Object.keys(options.quick))
    shipDescription(program, cli.name, description)
    if (launcher !== undefined) await writeLauncher(launcher, program)
    const bytes = [...built.files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const { problems } = validate(manifest.agent, { profile: 'strict' })
    return { program, files: built.files.size, bytes, warnings: built.warnings, problems }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Scanners probe programs that contain the protocol's name, and again only if the bytes changed. The hash makes every
 * new description change the bytes.
 */
function beginWith(description: string, begin: string): string {
  return `// It describes itself: --agent (atip, sha256:${createHash('sha256').update(description).digest('hex')})\n${begin}`
}

/** A shell script, because the nearest package.json decides how Node loads a file without an extension. */
async function writeLauncher(file: string, program: string): Promise<void> {
  const target = quoteWord(relative(dirname(file), program))
  await mkdir(dirname(file), { recursive: true })
  writeWhole(file, `#!/bin/sh\nexec "$(dirname "$0")"/${target} "$@"\n`, { mode: 0o777 })
  await chmod(file, 0o755)
}

/** The help entries of each part. */
const OFFERS: Readonly<Record<RarePart, readonly string[]>> = {
  mcp: ['--serve-mcp stdio', 'mcp'],
  skill: ['skill'],
  docs: ['docs'],
  contract: ['contract'],
}

/** Removes parts that are left out from help and completion. */
function producersFor(cli: CliDefinition<CommandMap>, without: readonly RarePart[]): Producers {
  const names: string[] = without.flatMap((part) => OFFERS[part])
  const isOffered = ({ name }: { name: string }) => !names.includes(name) || Object.hasOwn(cli.commands ?? {}, name)
  return {
    help(_, node) {
      const page = helpPageOf(cli, node)
      const commands = page.commands.map((group) => ({ ...group, entries: group.entries.filter(isOffered) }))
      return { ...page, commands }
    },
    async completion() {
      const { root, ...tree } = await completionTreeOf(cli)
      return { root: { ...root, ...(root.commands && { commands: root.commands.filter(isOffered) }) }, ...tree }
    },
  }
}

export async function writeFiles(
  folder: string,
  { files, licences }: Bundle,
  assets: readonly string[],
): Promise<void> {
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  if (licences !== '') await writeFile(join(folder, FILES.licences), licences)
  for (const asset of assets) {
    if (files.has(basename(asset))) throw new Error(`the asset ${asset} has the name of a file of the program`)
    await copyFile(asset, join(folder, basename(asset)))
  }
}

/** Loads the tool in the same way as the program. */
export function loadTool(folder: string, module: string): CliDefinition<CommandMap> {
  const load = openParts({ folder, nodeRequire: createRequire(module), isLearning: false })
  const cli = definitionIn(load(FILES.main), module)
  if (/^\w[\w.-]*$/.test(cli.name)) return cli
  throw new Error(`the tool's name ${JSON.stringify(cli.name)} cannot be the name of a file`)
}

async function answerOf(cli: CliDefinition<CommandMap>, words: readonly string[]): Promise<string> {
  let text = ''
  await runCli(cli, words, { ...nodeIo, write: (more) => (text += more) })
  return text
}

/** Moves the parts to their folder, then writes the program that loads them. */
async function install(
  draft: string,
  out: string,
  { name, version }: CliDefinition<CommandMap>,
  begin: string,
  quickWords: readonly string[],
): Promise<string> {
  const folder = join(out, name)
  if (!(await isOurs(folder))) throw new Error(`${folder} exists and is not from a build; choose another --out`)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  const program = join(out, `${name}.cjs`)
  const quick = Object.fromEntries(quickWords.map((word) => [word, `${word}.cjs`]))
  const tool = { name, version, quick } satisfies Partial<BuiltTool>
  const literal = `Object.assign(${JSON.stringify(tool)}, { folder: __dirname + ${JSON.stringify(`/${name}`)}, require })`
  writeWhole(program, `#!/usr/bin/env node\n'use strict'\nconst TOOL = ${literal};\n${begin}`, { mode: 0o777 })
  await chmod(program, 0o755)
  return program
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const names: string[] = await readdir(folder)
    return names.includes(FILES.main) && names.includes(FILES.manifest)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
