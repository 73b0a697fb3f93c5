import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HOME } from './environment.js'
import { installationAround, leadsAway, userLibrary } from './installation.js'
import { programBehind } from './resolve-shim.js'
import { interpreterOf, launchesOf } from './script.js'
import type { FoundFile, Host, Place } from './types.js'
import { placesOnTheWay, whyClosed } from './view.js'

export interface SandboxedProgram {
  /** The file to run; for a shim, the program that it would start. */
  readonly path: string
  /** What the program must see in order to start. */
  readonly places: readonly Place[]
  /** Folders to put on its PATH. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Linux itself follows four. */
const MOST_INTERPRETERS = 8
const MOST_PROGRAMS = 32

interface Step {
  readonly file: string
  /** How many interpreters lead from the program to this one; null for programs that a wrapper may exec. */
  readonly depth: number | null
}

/**
 * Collects what a program must see in order to start: itself, the links to it, its interpreter, the programs it execs,
 * and the installations they belong to. For a program alone in a folder that is only its own file.
 */
export function programAt(called: string, host: Host): SandboxedProgram {
  const path = pathOf(programBehind(called, host))
  const places: Place[] = []
  const env: Record<string, string> = {}
  const queue: Step[] = [{ file: path, depth: 0 }]
  for (const { file, depth } of queue) {
    const way = placesOnTheWay(file)
    const interpreter = interpreterOf(way.at(-1)!.path, host)
    places.push(...way, ...surroundings(way, interpreter, host, env))
    if (interpreter === null || ('problem' in interpreter && depth === null)) continue
    if (depth === MOST_INTERPRETERS) throw new Error(`it needs a chain of more than ${depth} interpreters`)
    const next = programBehind(pathOf(interpreter), host)
    if (depth !== null) queue.push({ file: pathOf(next), depth: depth + 1 })
    else if ('path' in next) add(next.path)
    for (const launch of launchesOf(way.at(-1)!.path, pathOf(interpreter), host)) {
      const target = programBehind(launch.path, host)
      if ('problem' in target) continue
      add(target.path)
      if (launch.fromHome !== undefined) {
        places.push({ kind: 'link', path: join(HOME, launch.fromHome), target: target.path })
      }
    }
  }
  return { path, places, folders: [...new Set(queue.map(({ file }) => dirname(file)))], env }

  function add(file: string): void {
    const isKnown = queue.some((step) => step.file === file)
    if (!isKnown && queue.length < MOST_PROGRAMS && existsSync(file)) queue.push({ file, depth: null })
  }
}

function surroundings(
  way: readonly Place[],
  interpreter: FoundFile | null,
  host: Host,
  env: Record<string, string>,
): Place[] {
  const language = interpreter !== null && 'path' in interpreter ? basename(interpreter.path) : ''
  const around = way.flatMap(({ path }) => {
    const isNode = /\.[cm]?[jt]s$/.test(path) || /^(?:node|nodejs|bun|deno|tsx)$/.test(language)
    return installationAround(path, { home: host.home, isNode })
  })
  if (/^(?:python|pypy)/.test(language)) {
    const user = userLibrary(host.home)
    around.push(...user.readable)
    Object.assign(env, user.env)
  }
  return [...new Set(around)]
    .filter((part) => existsSync(part) && !leadsAway(part) && whyClosed(part, host.home) === null)
    .flatMap(placesOnTheWay)
}

function pathOf(found: FoundFile): string {
  if ('problem' in found) throw new Error(found.problem)
  return found.path
}
