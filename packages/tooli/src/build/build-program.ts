import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { validate, type Problem } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { buildManifest } from '../manifest/build.js'
import { nodeIo } from '../program/node-io.js'
import { runCli } from '../program/run-cli.js'
import { writeWhole } from '../files/write-whole.js'
import { bundle, type BundleOptions } from './bundle.js'
import { definitionIn } from './definition-in.js'
import { openParts } from './parts.js'
import { FILES } from './start.js'

export interface BuildOptions extends BundleOptions {
  /** The folder that gets the program, `NAME.cjs`, and the folder of its parts, `NAME`. */
  out: string
}

export interface BuiltProgram {
  /** What is to be run. */
  program: string
  parts: number
  bytes: number
  warnings: string[]
  /** What makes the tool's description hard to use. */
  problems: readonly Problem[]
}

/** Builds a program that starts fast and needs nothing else. What was built before stays until all is well. */
export async function buildProgram({ module, external, out }: BuildOptions): Promise<BuiltProgram> {
  const { parts, warnings } = await bundle({ module, external })
  await mkdir(out, { recursive: true })
  const draft = join(out, `.unfinished-${process.pid}`)
  try {
    await mkdir(draft)
    for (const [name, text] of parts) await writeFile(join(draft, name), text)
    const cli = loadTool(draft, module)
    const { agent } = await buildManifest(cli, join(draft, FILES.manifest))
    await writeFile(join(draft, FILES.agent), await answerOf(cli, ['--agent']))
    const program = await install(draft, out, cli)
    const bytes = [...parts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return { program, parts: parts.size, bytes, warnings, problems: validate(agent, { profile: 'strict' }).problems }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** As the program will load it. */
function loadTool(folder: string, module: string): CliDefinition<CommandMap> {
  const cli = definitionIn(openParts(folder, createRequire(module), { isLearning: false }).load(FILES.main), module)
  if (/^\w[\w.-]*$/.test(cli.name)) return cli
  throw new Error(`the tool's name ${JSON.stringify(cli.name)} cannot be the name of a file`)
}

async function answerOf(cli: CliDefinition<CommandMap>, words: readonly string[]): Promise<string> {
  let text = ''
  await runCli(cli, words, { ...nodeIo, write: (more) => (text += more) })
  return text
}

/** Puts the parts in their place, and then the program that loads them. */
async function install(draft: string, out: string, { name, version }: CliDefinition<CommandMap>): Promise<string> {
  const folder = join(out, name)
  if (!(await isOurs(folder))) throw new Error(`${folder} is there already, and not from a build; choose another --out`)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  const program = join(out, `${name}.cjs`)
  // Of the package as it is installed, where this file is one level below.
  const begin = await readFile(new URL('../begin.js', import.meta.url), 'utf8')
  const tool = `{ folder: __dirname + ${JSON.stringify(`/${name}`)}, version: ${JSON.stringify(version)}, require }`
  await writeWhole(program, `#!/usr/bin/env node\n'use strict'\nconst TOOL = ${tool}\n${begin}`, 0o777)
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
