import { changesNothing, isReadOnly, type Effects, type PathAccess } from '@atip/protocol/calls'
import type { CodeFacts } from '../code/index.js'
import { namesAllChanged, type CallFacts } from '../facts/facts.js'
import { classOfPath } from '../facts/path-class.js'
import { valuesOf } from '../facts/searches.js'
import type { LineFinding, TouchedPath } from '../line/finding.js'
import { isSecretVariable, isVersionManager, mayHoldSecret, leadsBeyond } from '../places/index.js'
import { isSourcing } from '../shell/builtin-kinds.js'
import { comesFrom, knownText, literal, literalOf, textOf } from '../shell/word.js'
import { leadsAstray, leadsOut } from './leads-out.js'
import { absoluteOf } from './match-path.js'
import { isOwnVariable } from './own-variable.js'
import { fetchesElsewhere } from './package-source.js'
import { saysBeyond, wordBeyond } from './reach-words.js'
import {
  bringsProtected,
  isOwnProgram,
  isProgramName,
  keepsTo,
  namesSecret,
  projectAt,
  worksIn,
  type Project,
} from './project.js'

/** Whether balanced mode allows a finding: everything that it changes, fetches and runs belongs to the project. */
export function staysInProject(finding: LineFinding, folder: string | undefined, home: string): boolean {
  const project = projectAt(folder, home)
  if (project === undefined) return false
  switch (finding.about) {
    case 'write':
      return !finding.isFinal && finding.paths.every((path) => keepsTo(project, path, finding))
    case 'call':
      return !finding.isFinal && isProjectCall(finding, project)
    case 'code':
      return finding.code === undefined ? isProjectScript(finding, project) : isTameCode(finding.code, finding, project)
    case 'elsewhere':
      return !finding.isFinal && isOwnContainer(finding, project)
    case 'variable':
      return isOwnVariable(finding, project)
    case 'settings':
      return finding.paths.every((path) => keepsTo(project, path, finding))
    default:
      return false
  }
}

function isProjectCall(finding: LineFinding, project: Project): boolean {
  const { rule, facts, words } = finding
  if (rule === 'unknown-program') {
    const [program, ...rest] = words
    if (program === undefined || rest.some((word) => namesSecret(word, finding, project.home))) return false
    if (leadsOut(finding, project) || (facts === undefined && saysBeyond(rest))) return false
    const name = literalOf(program)
    if (finding.isOfProject && name !== undefined && !name.includes('/') && isProgramName(name))
      return !leadsBeyond(name) && worksIn(project, finding)
    return name?.includes('/') === true && isOwnProgram(project, program, finding)
  }
  if (facts === undefined || isByOwnWord(facts) || isRevealing(facts)) return false
  // Modes that trust a project also trust descriptions of rare calls.
  if (rule === 'unusual-call' && isDescribedRead(facts)) return true
  if (!facts.paths.every((path) => keepsTo(project, path, finding)) || bringsProtected(project, finding)) return false
  if (rule === 'deletes-regenerable') return true
  if (facts.effects.destructive === true) return false
  if (facts.found.reach !== undefined) return worksIn(project, finding) && !isDivertible(finding, project)
  if (facts.remote === 'loopback') return speaksOnly(facts.effects) && facts.found.unplaced === undefined
  return onlyWrites(facts.effects) && namesAllChanged(facts)
}

/** Whether the description says that the call only reads, on this machine or in the user's account. */
export function isDescribedRead({ effects, remote }: CallFacts): boolean {
  return isReadOnly(effects) || (changesNothing(effects) && (remote === 'account' || remote === 'loopback'))
}

/** Apart from talking to a server, it only writes files that it names. */
function speaksOnly({ destructive, subprocess, filesystem }: Effects): boolean {
  return destructive === false && subprocess === false && filesystem?.delete !== true && filesystem?.write !== undefined
}

/** A container of the project; its commands are judged as if they ran here. */
export function isOwnContainer(finding: LineFinding, project: Project): boolean {
  const { facts } = finding
  const isRemote = facts?.found.runs.some((run) => run.kind !== 'code' && run.where === 'remote') ?? true
  return !isRemote && isProjectCall(finding, project)
}

/**
 * Project code could do anything with a secret that the line names: `cargo run -- ~/.ssh/id_rsa`. A variable that the
 * line does not set may hold another address: `git fetch $URL`. Other words may name a path outside the project, a
 * package from elsewhere, or a deployment: `ng run web:deploy`.
 */
export function isDivertible(finding: LineFinding, project: Project): boolean {
  const { facts, words } = finding
  const { subprocess, network } = facts!.effects
  const others = words.slice(1)
  const runsCode = subprocess !== false
  if (wordBeyond(facts!) !== undefined || fetchesElsewhere(finding, project)) return true
  if (runsCode && (leadsOut(finding, project) || others.some((word) => namesSecret(word, finding, project.home))))
    return true
  return network !== false && others.some((word) => comesFrom(word, 'variable'))
}

/** A description by the tool itself, or one generated from its help, is no reason to allow a call. */
export function isByOwnWord({ tool }: CallFacts): boolean {
  return tool.trust?.source === 'native' || tool.trust?.source === 'inferred'
}

export function isRevealing(facts: CallFacts): boolean {
  return facts.showsSecret !== undefined || facts.sendsSecret || handsSecretOn(facts)
}

/** A variable without a value is the caller's: `docker run -e GITHUB_TOKEN`. Anything but a name may be a pattern. */
function handsSecretOn({ call }: CallFacts): boolean {
  const names = valuesOf(call, 'environment').filter((word) => !knownText(word).includes('='))
  return names
    .map((word) => textOf(word) ?? '')
    .some((name) => !/^\w+$/.test(name) || isSecretVariable(name.toUpperCase()))
}

/**
 * Programs that it starts do no more than its description says, or are judged separately. Files that it deletes without
 * being destructive are empty, or are kept in another form: `rmdir`, `gzip`.
 */
export function onlyWrites({ network, destructive, subprocess, filesystem, modifies = [] }: Effects): boolean {
  const isKnown = subprocess !== undefined && filesystem?.write !== undefined
  const isLocal = network === false && destructive === false && isKnown
  return isLocal && modifies.every((one) => one === 'files')
}

/** A script of the project that the line did not write. */
function isProjectScript(finding: LineFinding, project: Project): boolean {
  const { facts, isFinal } = finding
  const scripts = facts?.paths.filter(({ access }) => access?.includes('execute') === true) ?? []
  if (isFinal || scripts.length === 0 || facts!.found.reach === undefined) return false
  if (facts!.paths.every((path) => loadsManager(path, finding, project))) return true
  const isLed = leadsOut(finding, project) || wordBeyond(facts!) !== undefined
  return !isLed && facts!.paths.every((path) => keepsTo(project, path, finding))
}

/** A script that every shell of the user loads: `source ~/.nvm/nvm.sh`. A change by the line is final. */
function loadsManager({ path }: TouchedPath, finding: LineFinding, { home }: Project): boolean {
  const absolute = absoluteOf(path, finding, home)
  const isSourced = finding.facts !== undefined && isSourcing(finding.facts.tool.name)
  return isSourced && absolute !== undefined && isVersionManager(absolute, home)
}

/** Code that visibly does not destroy, send or reveal anything; programs that it starts are judged separately. */
export function isTameCode(code: CodeFacts, finding: LineFinding, project: Project): boolean {
  const { reads, writes, deletes, loads, saved, handed, told, programs, shellLines, network, environment } = code
  if (code.isSuspect === true || network || programs.includes(undefined) || shellLines.includes(undefined)) return false
  if (environment === 'all' || environment.some((name) => mayHoldSecret(name))) return false
  if (told.some((word) => word === undefined || word.startsWith('-') || saysBeyond([literal(word)]))) return false
  // Modules are loaded from the cwd.
  if (!code.isUnderstood && !worksIn(project, finding)) return false
  const keeps = (access: PathAccess) => (path: string | undefined) =>
    path !== undefined && keepsTo(project, { path: literal(path), access: [access] }, finding)
  return (
    reads.every(keeps('read')) &&
    writes.every(keeps('write')) &&
    loads.every(keeps('execute')) &&
    saved.every(keeps('write')) &&
    !handed.some((text) => text === undefined || leadsAstray(text, finding.cwd, project)) &&
    deletes.every((path) => isMadeAgain(path, finding, project))
  )
}

function isMadeAgain(path: string | undefined, finding: LineFinding, project: Project): boolean {
  if (path === undefined) return false
  const word = literal(path)
  const kind = classOfPath(word, { cwd: finding.cwd, home: project.home })
  const isDisposable = kind === 'temporary' || kind === 'regenerable'
  return isDisposable && keepsTo(project, { path: word, access: ['delete'] }, finding)
}
