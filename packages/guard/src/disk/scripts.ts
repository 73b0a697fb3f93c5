import { isObject, parameterRules, type ParsedCall } from '@atip/protocol/calls'
import { posix } from 'node:path'
import { foldersUp } from './folders-up.js'
import { scriptsTable, type ScriptRunner, type ScriptsTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'

/** The shell lines that a call runs by name: `npm run build`. */
export interface ProjectScripts {
  /** The file that contains them. */
  file: string
  /** The folder in which they run. */
  cwd: string
  /** In order of execution. The words after the name are appended to the line that takes them. */
  lines: { name: string; line: string; takesWords: boolean }[]
  /** Folders, nearest first, whose programs are found before those of PATH. */
  programs: string[]
}

/** Undefined if the lines, or the shell that runs them, are unknown. `cwd` is the folder of the call. */
export function scriptsOf(
  files: VisibleFiles,
  program: string,
  call: ParsedCall,
  { cwd, home }: { cwd: string; home: string },
  table: ScriptsTable = scriptsTable(),
): ProjectScripts | undefined {
  const runner = Object.hasOwn(table.programs, program) ? table.programs[program]! : undefined
  const name = runner && nameIn(call, runner)
  // Programs search upwards from their real folder, whatever links led there.
  const start = files.resolve(cwd)
  if (runner === undefined || name === undefined || start === undefined) return undefined
  const folders = foldersUp(start, files.resolve(home) ?? home)
  const folder = isChanged(files, call, runner, folders) ? undefined : projectAt(files, runner.file, folders, table.top)
  if (folder === undefined) return undefined
  const file = posix.join(folder, runner.file)
  const all = objectAt(files.read(file), runner.key)
  const named = [
    ...(runner.before === undefined ? [] : [runner.before + name]),
    name,
    ...(runner.after === undefined ? [] : [runner.after + name]),
  ].filter((one) => all !== undefined && Object.hasOwn(all, one))
  const lines = named.map((one) => ({ name: one, line: all![one], takesWords: one === name }))
  if (!named.includes(name) || !lines.every(hasText)) return undefined
  const programs =
    runner.programs === undefined ? [] : foldersUp(folder, '/').map((at) => posix.join(at, runner.programs!))
  return { file, cwd: folder, lines, programs }
}

/** A name that begins with a slash may be a pattern for several scripts. */
function nameIn({ path, uses, leftovers }: ParsedCall, runner: ScriptRunner): string | undefined {
  const named = uses.filter(({ parameter }) => parameterRules(parameter).some(({ value }) => value?.kind === 'script'))
  const command = runner.commands?.includes(path.join(' ')) ? path : []
  const word = leftovers.find(({ reason }) => reason === 'unknown-command')?.word
  const shorthand = runner.shorthand && path.length === 0 && word !== undefined ? [word] : []
  const [name, ...others] = [...named.flatMap(({ words }) => words), ...command, ...shorthand]
  return others.length === 0 && name?.startsWith('/') === false ? name : undefined
}

/** Whether options or settings of the project change which lines run, or what runs them. */
function isChanged(files: VisibleFiles, call: ParsedCall, runner: ScriptRunner, folders: readonly string[]): boolean {
  const { except = [], ignored = [], settings = {} } = runner
  if (call.uses.some(({ parameter }) => except.includes(parameter.name))) return true
  if (call.leftovers.some(({ reason, word }) => reason.endsWith('-option') && !ignored.includes(word))) return true
  return folders.some((folder) =>
    Object.entries(settings).some(([name, words]) => {
      const file = posix.join(folder, name)
      if (files.has(file) === false) return false
      const text = files.read(file)
      return words.length === 0 || text === undefined || words.some((word) => mayHaveName(text, word))
    }),
  )
}

/** Matches whole names: `run` is neither in `run-s` nor in `rerun`. Escapes and variables can spell any name. */
function mayHaveName(text: string, name: string): boolean {
  if (/\\|^[^=:\n]*\$\{/m.test(text)) return true
  return text.split(/[^\w-]+/).some((word) => word.toLowerCase() === name.toLowerCase())
}

function projectAt(files: VisibleFiles, file: string, folders: readonly string[], top: readonly string[]) {
  for (const folder of folders) {
    const isHere = files.has(posix.join(folder, file))
    if (isHere !== false) return isHere ? folder : undefined
    if (top.some((mark) => files.has(posix.join(folder, mark)) !== false)) return undefined
  }
  return undefined
}

function objectAt(text: string | undefined, key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\uFEFF/, ''))
    const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    return isObject(found) ? found : undefined
  } catch {
    return undefined
  }
}

function hasText<T extends { line: unknown }>(one: T): one is T & { line: string } {
  return typeof one.line === 'string'
}
