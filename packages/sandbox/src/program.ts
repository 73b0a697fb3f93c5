import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { foldersAbove, linkedPackages } from './linked-packages.js'
import { TOOL_HOMES } from './tool-homes.js'
import type { Place } from './types.js'
import { placesOnTheWay, whyClosed } from './view.js'

/** Where the program and its interpreter are looked for. */
export interface Host {
  readonly home: string
  readonly searchPath: string
}

export interface Program {
  readonly path: string
  /** What it needs to be seen in order to start. */
  readonly places: readonly Place[]
  /** Folders of programs that belong on its PATH. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The executable file that a name stands for, as a shell would find it. */
export function findProgram(name: string, searchPath: string): string | null {
  if (name.includes('/')) return isExecutable(resolve(name)) ? resolve(name) : null
  const folders = searchPath.split(':').filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

/**
 * What a program needs to be seen in order to start: itself, the links to it, its interpreter, and the folders
 * around it that belong to its installation. A program that stands alone in some folder gets only its own file.
 */
export function programAt(path: string, host: Host): Program {
  const places: Place[] = []
  const folders = new Set<string>()
  const env: Record<string, string> = {}
  const queue = [path]
  for (const file of queue) {
    folders.add(dirname(file))
    const way = placesOnTheWay(file)
    places.push(...way)
    for (const step of way) {
      const around = [...installationAround(step.path, host.home), ...toolHomeAround(step.path, host.home, env)]
      for (const folder of around.filter(existsSync)) {
        if (whyClosed(folder, host.home) === null) places.push(...placesOnTheWay(folder))
      }
    }
    const interpreter = interpreterOf(way.at(-1)!.path, host.searchPath)
    if (interpreter !== null && !queue.includes(interpreter)) queue.push(interpreter)
  }
  return { path, places, folders: [...folders], env }
}

/** The folders of the installation that a file is part of, by the customs of their kinds. */
function installationAround(file: string, home: string): string[] {
  const modules = /^.*?\/node_modules(?=\/)/.exec(file)
  if (modules !== null) return [modules[0]]
  const folder = dirname(file)
  if (!['bin', 'sbin', 'libexec'].includes(basename(folder))) return packageAround(file)
  const prefix = dirname(folder)
  if (prefix === home) return []
  if (existsSync(join(prefix, 'pyvenv.cfg'))) return [prefix]
  const parts = ['bin', 'sbin', 'lib', 'lib64', 'libexec', 'package.json']
  // In `.local/share` of a home lie keyrings and browser profiles beside what programs have there.
  if (prefix !== join(home, '.local')) parts.push('share')
  return [...parts.map((part) => join(prefix, part)), ...packageAround(file)]
}

/** The package that a script of Node is part of, and the modules it may load. */
function packageAround(file: string): string[] {
  if (!/\.[cm]?js$/.test(file)) return []
  const above = foldersAbove(file)
  const root = above.slice(0, 4).find((folder) => existsSync(join(folder, 'package.json')))
  if (root === undefined) return []
  const modules = above.map((folder) => join(folder, 'node_modules'))
  return [...partsOf(root), ...modules, ...linkedPackages(root).flatMap(partsOf)]
}

/** A package of Node and the modules around it. What begins with a dot stays out: there lie keys and settings. */
function partsOf(root: string): string[] {
  const own = readdirSync(root).filter((name) => !name.startsWith('.'))
  const above = [root, ...foldersAbove(root)].map((folder) => join(folder, 'node_modules'))
  return [...own.map((name) => join(root, name)), ...above]
}

function toolHomeAround(file: string, home: string, env: Record<string, string>): string[] {
  return TOOL_HOMES.filter(({ programs }) => file.startsWith(`${join(home, programs)}/`)).flatMap((tools) => {
    for (const [name, folder] of Object.entries(tools.env ?? {})) env[name] = join(home, folder)
    return tools.readable.map((name) => join(home, name))
  })
}

/** The interpreter that the first line of a script names, also through `env`. */
function interpreterOf(file: string, searchPath: string): string | null {
  const line = /^#![ \t]*([^\n]*)/.exec(headOf(file))?.[1]
  const [interpreter, ...words] = line?.trim().split(/\s+/) ?? []
  if (interpreter === undefined || !interpreter.startsWith('/')) return null
  if (basename(interpreter) !== 'env') return isExecutable(interpreter) ? interpreter : null
  const name = words.find((word) => !word.startsWith('-') && !word.includes('='))
  return name === undefined ? null : findProgram(name, searchPath)
}

function headOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    const head = Buffer.alloc(256)
    const length = readSync(descriptor, head)
    closeSync(descriptor)
    return head.toString('latin1', 0, length)
  } catch {
    return ''
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
