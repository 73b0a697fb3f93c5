import { dirname, join, normalize } from 'node:path'
import { languageOf, type Language } from './language.js'
import type { ScriptEnvironment } from './machine.js'
import { nodeImports } from './node-imports.js'
import { dependenciesOf, nearestPackage, resolveImport } from './node-resolve.js'
import { pythonImports } from './python-imports.js'
import { resolveMain, resolveModule } from './python-resolve.js'
import { readShebang } from './shebang.js'
import { shellLaunches } from './shell-launches.js'

/** A file that a script launches or loads. */
export interface Launch {
  path: string
  /**
   * `dependency`: named only by the script's package, and thus a hint that it speaks ATIP, but not a part of it.
   * `manifest`: of the script's own package. `missing`: looked for and not found.
   */
  role: 'interpreter' | 'file' | 'manifest' | 'dependency' | 'missing'
  /** The script only wraps this file: the runner for it, or undefined if the file's first line names it. */
  instead?: { runner?: Runner }
}

/** The interpreter of a script, and its arguments before the script. */
export interface Runner {
  path: string
  language: Language
  arguments: readonly string[]
}

export interface Script {
  path: string
  text: string
}

/** The files that a script launches, one hop away, in the order of its text. Nothing is run. */
export function launchesOf(script: Script, machine: ScriptEnvironment): Launch[] {
  const runner = runnerOf(script, machine)
  if (runner === undefined) return []
  return [{ path: runner.path, role: 'interpreter' }, ...launchesUnder(runner, script, machine)]
}

export function launchesUnder(runner: Runner, script: Script, machine: ScriptEnvironment): Launch[] {
  switch (runner.language) {
    case 'node':
      return fromNode(script)
    case 'python':
      return fromPython(script, runner, machine)
    case 'shell':
      return fromShell(script, machine)
    case 'other':
      return []
  }
}

function runnerOf(script: Script, machine: ScriptEnvironment): Runner | undefined {
  const shebang = readShebang(script.text)
  const path = shebang && machine.programNamed(shebang.interpreter)
  if (shebang === undefined || path === undefined) return undefined
  return { path, language: languageOf(shebang.interpreter) ?? 'other', arguments: shebang.arguments }
}

function fromNode({ path, text }: Script): Launch[] {
  const folder = dirname(path)
  const launches: Launch[] = []
  for (const specifier of nodeImports(text)) {
    const resolved = resolveImport(specifier, folder)
    if (resolved === undefined) continue
    if ('missing' in resolved) launches.push({ path: resolved.missing, role: 'missing' })
    else launches.push(...resolved.found.map((found) => ({ path: found, role: 'file' as const })))
  }
  const home = nearestPackage(folder)
  if (home === undefined) return launches
  launches.push({ path: join(home, 'package.json'), role: 'manifest' })
  // `bin/tool.js` often only imports `dist`, which imports the framework; the package's dependencies name it.
  return [...launches, ...dependenciesOf(home).map((found) => ({ path: found, role: 'dependency' as const }))]
}

function fromPython({ path, text }: Script, runner: Runner, machine: ScriptEnvironment): Launch[] {
  const folders = machine.siteFolders(runner.path)
  const files = pythonImports(text).flatMap((imported) => resolveModule(imported, [dirname(path), ...folders]))
  return [...moduleOf(runner, machine), ...files.map((file) => ({ path: file, role: 'file' as const }))]
}

/** `python -m module` */
function moduleOf(runner: Runner, machine: ScriptEnvironment): Launch[] {
  const option = runner.arguments.indexOf('-m')
  const module = option === -1 ? undefined : runner.arguments[option + 1]
  if (module === undefined) return []
  return resolveMain(module, machine.siteFolders(runner.path)).map((path) => ({ path, role: 'file' }))
}

function fromShell(script: Script, machine: ScriptEnvironment): Launch[] {
  const launches: Launch[] = []
  for (const [program, ...words] of shellLaunches(script.text, { path: script.path, folder: dirname(script.path) })) {
    const path = program && machine.programNamed(program)
    if (path === undefined || path === '') continue
    const language = languageOf(program!)
    if (language === undefined) {
      launches.push({ path, role: 'file', instead: {} })
      continue
    }
    const runner: Runner = { path, language, arguments: words.map((word) => word ?? '') }
    launches.push({ path, role: 'interpreter' })
    if (language === 'python') launches.push(...moduleOf(runner, machine))
    const file = words.find((word) => word === undefined || !word.startsWith('-'))
    if (file === script.path) launches.push(...(language === 'shell' ? [] : launchesUnder(runner, script, machine)))
    else if (file?.startsWith('/')) launches.push({ path: normalize(file), role: 'file', instead: { runner } })
  }
  return launches
}
