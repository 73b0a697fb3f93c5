import { isChanged, namesAllChanged } from '../facts/facts.js'
import { classOfPath } from '../facts/path-class.js'
import type { LineFinding, TouchedPath } from '../line/finding.js'
import { isHiddenSetting, isOutput } from '../places/index.js'
import { literalOf } from '../shell/word.js'
import {
  isDescribedRead,
  isDivertible,
  isByOwnWord,
  isOwnContainer,
  isRevealing,
  isTameCode,
  onlyWrites,
} from './balanced.js'
import { absoluteOf } from './match-path.js'
import { leadsOut } from './leads-out.js'
import { isOwnVariable } from './own-variable.js'
import { saysBeyond } from './reach-words.js'
import {
  bringsProtected,
  isIntoTemporary,
  isOwnProgram,
  isWithin,
  keepsTo,
  namesSecret,
  projectAt,
  type Project,
} from './project.js'

/** Whether it only writes files of the project that it names, or tests, checks, formats and builds the project. */
export function isEdit(finding: LineFinding, folder: string | undefined, home: string): boolean {
  const project = projectAt(folder, home)
  if (project === undefined) return false
  const { about, isFinal, facts, code } = finding
  const isHere = (path: TouchedPath) => isProjectFile(path, finding, project)
  switch (about) {
    case 'write':
      return !isFinal && finding.paths.every(isHere)
    case 'call':
      if (!isFinal && facts === undefined) return isOutputOfBuild(finding, project)
      if (isFinal || facts === undefined || isByOwnWord(facts) || isRevealing(facts)) return false
      // Modes that trust a project also trust descriptions of rare calls.
      if (finding.rule === 'unusual-call' && isDescribedRead(facts)) return true
      if (!facts.paths.every(isHere) || bringsProtected(project, finding)) return false
      if (finding.rule === 'deletes-regenerable') return true
      if (facts.effects.destructive === true) return false
      if (finding.rule === 'unknown-program') return isOwnTool(finding, project)
      if (facts.found.reach === 'routine' || (facts.found.reach === 'project' && asksForHelp(finding)))
        return isWithin(project, finding.cwd) && !isDivertible(finding, project) && !runsCopy(finding, project)
      return onlyWrites(facts.effects) && namesAllChanged(facts)
    case 'code':
      if (code === undefined) return !isFinal && isRoutineCode(finding, project) && facts!.paths.every(isHere)
      return (
        code.isUnderstood &&
        code.deletes.length === 0 &&
        finding.paths.every(isHere) &&
        isTameCode(code, finding, project)
      )
    case 'elsewhere':
      return !isFinal && facts?.found.reach === 'routine' && isOwnContainer(finding, project)
    case 'variable':
      return isOwnVariable(finding, project)
    case 'settings':
      return finding.paths.every((path) => keepsTo(project, path, finding))
    default:
      return false
  }
}

/** Code in files of the project: it belongs to a routine call, or is the output of a build, `node dist/cli.js`. */
function isRoutineCode(finding: LineFinding, project: Project): boolean {
  const { facts } = finding
  if (facts === undefined || facts.found.reach === undefined) return false
  const scripts = facts.paths.filter(({ access }) => access?.includes('execute') === true)
  const isMade = scripts.every(({ path }) => isMadeByBuild(absoluteOf(path, finding, project.home), finding, project))
  if (facts.found.reach === 'routine') return !runsCopy(finding, project)
  return scripts.length > 0 && (isMade || asksForHelp(finding)) && !isDivertible(finding, project)
}

function isMadeByBuild(absolute: string | undefined, { built, copied }: LineFinding, project: Project): boolean {
  if (!isWithin(project, absolute) || copied.includes(absolute!)) return false
  return built.includes(absolute!) || isOutput(absolute!.slice(project.root.length + 1))
}

/** Runs a file that the line itself copied into a build folder. */
function runsCopy(finding: LineFinding, { home }: Project): boolean {
  const run = finding.facts?.paths.filter(({ access }) => access?.includes('execute') === true) ?? []
  return run.some(({ path }) => finding.copied.includes(absoluteOf(path, finding, home) ?? ''))
}

/** Asking the project's own code for help is no more dangerous than running its tests. */
function asksForHelp({ words }: LineFinding): boolean {
  const last = words.length < 2 ? undefined : literalOf(words.at(-1)!)
  return last === '--help' || last === '--version'
}

/** Whether its description says that the call only shows help or the version. */
function tellsOfItself({ facts }: LineFinding): boolean {
  return facts?.found.harmless === 'help' || facts?.found.harmless === 'version'
}

/** Whether a finding only deletes files of the project that it names. */
export function losesOnlyFiles(finding: LineFinding, folder: string | undefined, home: string): boolean {
  const project = projectAt(folder, home)
  const { facts } = finding
  if (project === undefined || facts === undefined || isByOwnWord(facts)) return false
  const { network, subprocess, filesystem } = facts.effects
  const isLocal = network === false && subprocess === false && filesystem?.write !== undefined
  return isLocal && namesAllChanged(facts) && facts.paths.every((path) => isProjectFile(path, finding, project))
}

/** A tool installed in the project, `.venv/bin/python`, or a wrapper script, `./gradlew`. */
function isOwnTool(finding: LineFinding, project: Project): boolean {
  const program = finding.words[0]!
  if (!isOwnProgram(project, program, finding)) return false
  // What an installed tool does is judged in a finding of its own.
  const isInstalled = classOfPath(program, { cwd: finding.cwd, home: project.home }) === 'regenerable'
  const isRoutine = finding.facts?.found.reach === 'routine' || tellsOfItself(finding)
  return isInstalled || (isRoutine && isWithin(project, finding.cwd))
}

/** A program that a build of the project made: running it is no more dangerous than running the tests. */
function isOutputOfBuild(finding: LineFinding, project: Project): boolean {
  const [program, ...rest] = finding.words
  if (finding.rule !== 'unknown-program' || program === undefined || literalOf(program)?.includes('/') !== true)
    return false
  const absolute = absoluteOf(program, finding, project.home)
  const isMade = !isWithin(project, absolute) || isMadeByBuild(absolute, finding, project) || asksForHelp(finding)
  return (
    isMade &&
    !leadsOut(finding, project) &&
    !saysBeyond(rest) &&
    isOwnProgram(project, program, finding) &&
    !rest.some((word) => namesSecret(word, finding, project.home))
  )
}

/** Hidden files are excluded, since they configure programs from outside the project. Temporary files are allowed. */
function isProjectFile(path: TouchedPath, finding: LineFinding, project: Project): boolean {
  const places = { cwd: finding.cwd, home: project.home }
  const kind = classOfPath(path.path, places)
  if (kind === 'sink' || isIntoTemporary(path, places)) return true
  const isRun = path.access === undefined || path.access.includes('execute')
  if ((kind === 'temporary' || kind === 'own') && !isRun) return keepsTo(project, path, finding)
  const absolute = absoluteOf(path.path, finding, project.home)
  if (!isWithin(project, absolute) || !keepsTo(project, path, finding)) return false
  const isNewFolder = finding.effects?.creates?.includes('folders') === true
  const isRemade = kind === 'regenerable' && (isNewFolder || path.access?.includes('write') === false)
  return !isChanged(path) || isRemade || !isHiddenSetting(absolute!.slice(project.root.length + 1))
}
