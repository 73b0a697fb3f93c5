import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, normalize } from 'node:path'
import { SYSTEM_PATH } from './environment.js'
import { findProgram, headOf, isExecutable } from './files.js'
import type { FoundFile, Host } from './types.js'

/** The interpreter in the first line of a script: a path, or a name that `env` looks up. Null if it is not a script. */
export function interpreterOf(file: string, host: Host): FoundFile | null {
  const line = /^#![ \t]*([^\n]{1,255})/.exec(headOf(file))?.[1]
  const [interpreter, ...words] = line?.trim().split(/\s+/) ?? []
  if (interpreter === undefined || !isAbsolute(interpreter)) return null
  if (basename(interpreter) !== 'env') {
    return isExecutable(interpreter) ? { path: interpreter } : problem(interpreter, 'is not an executable file')
  }
  const name = words.find((word) => !word.startsWith('-') && !word.includes('='))
  if (name === undefined) return null
  const path = findOnPath(name, host)
  return path === null ? problem(name, 'is not on PATH') : { path }
}

function problem(name: string, what: string): FoundFile {
  return { problem: `its interpreter ${JSON.stringify(name)} ${what}` }
}

function findOnPath(name: string, { searchPath }: Host): string | null {
  return findProgram(name, [searchPath, ...SYSTEM_PATH].join(':'))
}

const SHELL = /^(?:ba|da|a|k|mk|z)?sh$/
/** Files that interpreters read. A script gets access to no other files that its text names. */
const CODE = /\.(?:[cm]?[jt]s|py|rb|pl|php|lua|sh|jar)$/
/** A script with more launches starts other programs rather than replacing itself. */
const MOST_LAUNCHES = 8

/** Ways in which wrapper scripts write "the folder of this script". */
const OWN_FOLDER = /\$\{0%\/\*\}|\$\(dirname(?: --)? "?\$(?:0|\(\w+(?: -\w+)? "\$0"[^()\n]*\))"?\)/g
const OWN_FOLDER_BY_CD = /\$\(cd(?: --)? "?(\/[^"()\n]*)"?(?: >\/dev\/null(?: 2>&1)?)? && pwd(?: -P)?\)/g

export interface ExecLaunch {
  readonly path: string
  /** The path relative to the home, if the script says `$HOME` or `~`. */
  readonly fromHome?: string
}

/**
 * The programs that a shell script replaces itself with, by `exec`. Wrappers by pnpm, pip or users consist of such a
 * line: a program, and perhaps the code that it interprets.
 */
export function launchesOf(file: string, interpreter: string, host: Host): ExecLaunch[] {
  if (!SHELL.test(basename(interpreter))) return []
  const text = headOf(file)
    .replaceAll(OWN_FOLDER, () => dirname(file))
    .replaceAll(OWN_FOLDER_BY_CD, '$1')
  const lines = [...text.matchAll(/^[^#\n]*?\bexec\b['"]*[ \t]+(.*)$/gm)].map(([, line]) => line!)
  const launches = lines.flatMap((line) => launchesIn(wordsOf(line, variablesIn(text)), host))
  return launches.slice(0, MOST_LAUNCHES)
}

function variablesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^\s*(\w+)=(["']?)(\/[^"'$`\n]*)\2\s*$/gm)].map(([, name, , value]) => [name!, value!]),
  )
}

function wordsOf(line: string, variables: ReadonlyMap<string, string>): string[] {
  const known = line.replaceAll(/\$(?:(\w+)|\{(\w+)\})/g, (whole, name?: string, braced?: string) => {
    return variables.get(name ?? braced ?? '') ?? whole
  })
  return [...known.matchAll(/"([^"]*)"|'([^']*)'|([^\s"';|&<>()]+)/g)].map((match) => match[1] ?? match[2] ?? match[3]!)
}

function launchesIn(words: readonly string[], host: Host): ExecLaunch[] {
  const start = words.findIndex((word) => !/^-|^\w+=|^(?:\/usr)?(?:\/bin\/)?env$/.test(word))
  const program = start === -1 ? null : programOf(words[start]!, host)
  if (program === null) return []
  const code = words.slice(start + 1).map((word) => pathOf(word, host))
  return [program, ...code.filter((launch) => launch !== null)]
}

function programOf(word: string, host: Host): ExecLaunch | null {
  const launch = pathOf(word, host)
  if (launch !== null) return isExecutable(launch.path) ? launch : null
  const path = word.includes('/') ? null : findOnPath(word, host)
  return path === null ? null : { path }
}

/** An absolute path to a program or to code. The extension of a link does not count, but that of its target. */
function pathOf(word: string, { home }: Host): ExecLaunch | null {
  const [, fromHome] = /^(?:~|\$HOME|\$\{HOME\})\/(.+)$/.exec(word) ?? []
  const path = normalize(fromHome === undefined ? word : `${home}/${fromHome}`)
  if (!isAbsolute(path) || !(isExecutable(path) || isCode(path))) return null
  const isBelowHome = fromHome !== undefined && !normalize(fromHome).startsWith('..')
  return isBelowHome ? { path, fromHome: normalize(fromHome) } : { path }
}

function isCode(path: string): boolean {
  try {
    return CODE.test(realpathSync(path)) && statSync(path).isFile()
  } catch {
    return false
  }
}
