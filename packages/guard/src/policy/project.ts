import type { PathAccess, FolderRole } from '@atip/protocol/calls'
import { isChanged } from '../facts/facts.js'
import { classOfPath, decidesWhatRuns, isWholeAccount, mayHoldSecrets, type Surroundings } from '../facts/path-class.js'
import type { LineFinding, TouchedPath } from '../line/finding.js'
import { holdsProtected, isOfRepository, kindOfPath, leadsBeyond, protects } from '../places/index.js'
import { isPattern, joinParts, knownText, literal, textOf, type Word } from '../shell/word.js'
import { absoluteOf } from './match-path.js'

/** The folder in which a line starts, as a project whose files and tools belong together. */
export interface Project {
  root: string
  home: string
}

/** Undefined if the folder is unknown, or contains more than a project: `/`, a home, a system folder. */
export function projectAt(folder: string | undefined, home: string): Project | undefined {
  if (folder === undefined || !folder.startsWith('/')) return undefined
  const root = folder.replace(/(?<=.)\/+$/, '')
  const isOrdinary = ORDINARY.has(kindOfPath(root, home)) && protects(root, home) === undefined
  const isWide = home === root || home.startsWith(`${root}/`)
  return isOrdinary && !isWide && !isOfRepository(root, home) ? { root, home } : undefined
}

const ORDINARY: ReadonlySet<string> = new Set(['other', 'regenerable', 'temporary'])

/** Whether a path is the project's folder or inside it, except the data of version control. */
export function isWithin({ root, home }: Project, absolute: string | undefined): boolean {
  if (absolute === undefined || (absolute !== root && !absolute.startsWith(`${root}/`))) return false
  return !isOfRepository(absolute, home)
}

/** Whether the line created this temporary folder or program, or a folder around it. */
function isBuilt(absolute: string | undefined, { built }: LineFinding, home: string): boolean {
  if (absolute === undefined || kindOfPath(absolute, home) !== 'temporary') return false
  return built.some((path) => absolute === path || absolute.startsWith(`${path}/`))
}

/** Whether it works in the project, or in a temporary folder that the line created. */
export function worksIn(project: Project, finding: LineFinding): boolean {
  return isWithin(project, finding.cwd) || isBuilt(finding.cwd, finding, project.home)
}

/** `.*` may match `.git`. */
function mayBeHidden(path: Word): boolean {
  return path.some(isPattern) && (textOf(path) ?? '').split('/').some((name) => /^\..*[*?[]/.test(name))
}

/** Whether this can be a program's name: not an assignment, a command line or a URL. */
export function isProgramName(name: string): boolean {
  return !/[=\s]|:\/\//.test(name)
}

/** A program or script of the project, or one that the line built, unless its name tells that it publishes. */
export function isOwnProgram(project: Project, path: Word, finding: LineFinding): boolean {
  const absolute = absoluteOf(path, finding, project.home)
  if (!isProgramName(knownText(path))) return false
  return (isWithin(project, absolute) || isBuilt(absolute, finding, project.home)) && !leadsBeyond(absolute!)
}

/** Whether an access stays within the project and temporary files, and reads no secret. */
export function keepsTo(project: Project, { path, access, place }: PlacedPath, finding: LineFinding): boolean {
  const { home } = project
  const absolute = mayBeHidden(path) ? undefined : absoluteOf(path, finding, home)
  const does = (one: PathAccess) => access === undefined || access.includes(one)
  if (place !== undefined && !isWithin(project, absolute) && !isBuilt(absolute, finding, home)) return false
  if (access?.includes('execute') === true && !isOwnProgram(project, path, finding)) return false
  const places = { cwd: finding.cwd, home, project: project.root }
  const kind = classOfPath(path, places)
  // A copy of a whole account includes its secrets.
  if (mayHoldSecrets(kind) || isWholeAccount(path, places)) return access?.every((one) => one === 'stat') === true
  const makes = finding.effects?.creates ?? []
  // A later write to a link changes its target.
  if (makes.includes('links') && absolute !== undefined && decidesWhatRuns(absolute, home)) return false
  if (!does('write') && !does('delete')) return true
  if (kind === 'temporary' || kind === 'own' || kind === 'sink') return true
  if (isIntoTemporary({ path, access }, places)) return true
  if (access?.includes('delete') === true && absolute === project.root) return false
  if (!makes.includes('folders') && absolute !== undefined && holdsProtected(absolute, home)) return false
  return isWithin(project, absolute) && protects(absolute!, home) === undefined
}

/** Whether something is written into a folder for temporary files: `cp a /tmp`. */
export function isIntoTemporary({ path, access }: TouchedPath, places: Surroundings): boolean {
  const inside = joinParts(path, literal('/x'))
  return access?.join() === 'write' && !path.some(isPattern) && classOfPath(inside, places) === 'temporary'
}

/**
 * Whether a copy puts protected files into a folder of the project: a file with a protected name,
 * `cp /tmp/.mcp.json .`, or all files of an outside folder copied onto the project itself: `cp -r /tmp/template/. .`
 */
export function bringsProtected(project: Project, { paths, ...finding }: LineFinding): boolean {
  const absolute = ({ path }: TouchedPath) => absoluteOf(path, finding as LineFinding, project.home)
  const folders = paths.filter(isChanged).flatMap((path) => absolute(path) ?? [])
  // A folder in a container or on another machine: `NAME:/template/.`
  const isAnywhere = (word: Word) => /^[\w.@-]+:.*\/\.?$/.test(knownText(word))
  if (folders.includes(project.root) && finding.words.some(isAnywhere)) return true
  return paths.some((path) => {
    const from = path.access?.includes('read') === true ? absolute(path) : undefined
    if (from === undefined) return false
    const isContent = /(?:^|\/)\.?$/.test(textOf(path.path) ?? '')
    if (isContent) return folders.includes(project.root) && !isWithin(project, from)
    const name = from.slice(from.lastIndexOf('/') + 1)
    return folders.some((folder) => folder !== from && decidesWhatRuns(`${folder}/${name}`, project.home))
  })
}

interface PlacedPath extends TouchedPath {
  place?: FolderRole
}

/** Whether a word names a file with secrets. */
export function namesSecret(word: Word, { cwd }: Pick<LineFinding, 'cwd'>, home: string): boolean {
  return knownText(word) !== '' && mayHoldSecrets(classOfPath(word, { cwd, home }))
}
