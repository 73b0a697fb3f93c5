import { basename } from 'node:path'
import { isChanged } from '../facts/facts.js'
import { kindOfPath, pathFrom } from '../places/index.js'
import { childShellOf, type ShellScope } from '../shell/scope.js'
import { knownText, literal, textOf, type Word } from '../shell/word.js'
import { disk, type KnownCommand, type LineWalk, type SeenCommand } from './line-walk.js'

/** The first line of a script that a shell runs. */
const SHELL_SCRIPT = /^#!.*\b(?:ba|da|z|k)?sh\b/

/** A script on the disk. It can change before it runs, so it is read only for what may forbid it, and allows nothing. */
export function followScript(walk: LineWalk, path: Word, language: string | undefined, command: SeenCommand): void {
  const { scope, stdin } = command
  const name = textOf(path)
  const files = name === undefined || scope.cwd === undefined ? undefined : walk.files()
  const text = files?.read(pathFrom(scope.cwd, name!))
  if (text === undefined) return
  const isShell = language === 'shell' || (language === undefined && SHELL_SCRIPT.test(text))
  if (!isShell || !text.isWellFormed()) return
  walk.ofScript(() => walk.deeper(() => walk.text(literal(text), unheeded(scope), stdin)))
}

/** The state for a script that allows nothing. Its oddities cause no questions either. */
function unheeded(scope: ShellScope): ShellScope {
  return { ...childShellOf(scope, undefined), oddities: new Set() }
}

/** The lines that `npm run NAME` and `npm test` run. */
export function followPackageScripts(walk: LineWalk, { scope, stdin, facts }: KnownCommand): void {
  const namesScript = facts.call.uses.some(({ parameter }) => parameter['x-atip']?.value?.kind === 'script')
  const mayRunScript = namesScript || facts.found.reach !== undefined
  const files = mayRunScript && scope.cwd !== undefined ? walk.files() : undefined
  if (files === undefined) return
  const program = basename(knownText(facts.words[0]!))
  const found = disk().scriptsOf(files, program, facts.call, { cwd: scope.cwd!, home: scope.home })
  for (const { line } of found?.lines ?? []) {
    const inside = { ...unheeded(scope), cwd: found!.cwd }
    walk.ofScript(() => walk.deeper(() => walk.text(literal(line), inside, stdin)))
  }
}

/** A module of the folder that code would import instead of one of the library. */
export function shadowOf(
  walk: LineWalk,
  imports: readonly string[],
  language: string,
  cwd: string | undefined,
): string | undefined {
  if (imports.length > 0 && isFilledByLine(walk, cwd)) return 'modules'
  const folder = cwd ?? walk.options.cwd
  const files = folder === undefined ? undefined : walk.files()
  if (files === undefined) return undefined
  const shadow = disk().shadowOf(files, folder!, imports, language)
  return shadow.kind === 'none' ? undefined : shadow.kind === 'file' ? shadow.path : 'modules'
}

/** Whether the line filled a folder that it made, so that code may be there: `cp json.py "$(mktemp -d)"`. */
export function isFilledByLine({ findings, options }: LineWalk, cwd: string | undefined): boolean {
  if (cwd !== undefined && kindOfPath(cwd, options.home) !== 'temporary') return false
  return findings.some(({ rule, paths }) => rule === 'own-temporary' && paths.some(isChanged))
}
