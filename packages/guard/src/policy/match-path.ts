import type { PathAccess } from '@atip/protocol/calls'
import { classOfPath, decidesWhatRuns, mayHoldSecrets, resolvePath } from '../facts/path-class.js'
import type { LineFinding } from '../line/finding.js'
import { isUnknown, knownText, textOf, type Word } from '../shell/word.js'
import { isInSettings } from '../places/index.js'
import { absolutePattern, mayLieBelow, mayMeet, pathFits } from './glob.js'
import type { Fit } from './match-command.js'

export interface PatternPlaces {
  /** The base of relative patterns; if undefined, the cwd of the command. */
  base: string | undefined
  home: string
}

type PathOf = LineFinding['paths'][number]

/** Whether a command touches a matching path, for rules that ask or deny. A parent of a matching path counts too. */
export function fitOfPaths(
  finding: LineFinding,
  patterns: readonly string[],
  access: readonly PathAccess[] | undefined,
  places: PatternPlaces,
): Fit {
  const wanted = patterns.map((pattern) => absolutePattern(pattern, places.base ?? finding.cwd, places.home))
  const fits = finding.paths
    .filter((path) => isMeant(path, access))
    .map((path) => fitOfPath(path, absoluteOf(path.path, finding, places.home), wanted))
  return fits.includes('yes') ? 'yes' : fits.includes('maybe') ? 'maybe' : 'no'
}

function fitOfPath({ path, access }: PathOf, absolute: string | undefined, wanted: readonly string[]): Fit {
  const isOnlyRead = access?.every((one) => one === 'read') ?? false
  if (absolute === undefined) return isOnlyRead && isVariable(path) ? 'no' : 'maybe'
  if (wanted.some((pattern) => pathFits(pattern, absolute))) return 'yes'
  const isExpanded = /[*?[]/.test(absolute)
  if (isExpanded && wanted.some((pattern) => mayMeet(pattern, absolute))) return 'maybe'
  if (!wanted.some((pattern) => !pattern.startsWith('/**/') && mayLieBelow(pattern, absolute))) return 'no'
  return access?.includes('delete') === true && !isExpanded ? 'yes' : 'maybe'
}

function isVariable(path: Word): boolean {
  return path.every((part) => !isUnknown(part) || part.shape === 'operand' || part.shape === 'plain')
}

/** Whether all paths that a command accesses in this way match, for rules that allow. */
export function liesIn(
  finding: LineFinding,
  patterns: readonly string[],
  access: readonly PathAccess[] | undefined,
  places: PatternPlaces,
): boolean {
  const meant = finding.paths.filter((path) => isMeant(path, access))
  return meant.length > 0 && meant.every((path) => isInside(path, finding, patterns, places))
}

/** Paths that an allow rule must name: secrets, files of the account or the system, and files that decide what runs. */
export function unnamedTreasures(
  finding: LineFinding,
  patterns: readonly string[] | undefined,
  places: PatternPlaces,
): PathOf[] {
  return finding.paths.filter((path) => {
    const kind = classOfPath(path.path, { cwd: finding.cwd, home: places.home })
    const isChanged = path.access?.some((one) => one === 'write' || one === 'delete') ?? true
    const isTreasure =
      mayHoldSecrets(kind) || (isChanged && (PROTECTED.has(kind) || decidesHere(path.path, finding, places.home)))
    return isTreasure && !(patterns !== undefined && isInside(path, finding, patterns, places))
  })
}

const PROTECTED: ReadonlySet<string> = new Set(['device', 'system', 'dotfile', 'private', 'home'])

function decidesHere(path: Word, finding: LineFinding, home: string): boolean {
  return (
    isInSettings(knownText(path)) || decidesWhatRuns(absoluteOf(path, finding, home) ?? `/${knownText(path)}`, home)
  )
}

export function absoluteOf(path: Word, { cwd }: LineFinding, home: string): string | undefined {
  const known = textOf(path)
  if (known === undefined) return undefined
  const absolute = resolvePath(known, { cwd, home })
  return absolute.startsWith('/') ? absolute : undefined
}

function isInside(
  path: PathOf,
  finding: LineFinding,
  patterns: readonly string[],
  { base, home }: PatternPlaces,
): boolean {
  const absolute = absoluteOf(path.path, finding, home)
  if (absolute === undefined) return false
  return patterns.some((pattern) => pathFits(absolutePattern(pattern, base ?? finding.cwd, home), absolute))
}

function isMeant({ access: given }: PathOf, access: readonly PathAccess[] | undefined): boolean {
  return access === undefined || given === undefined || given.some((one) => access.includes(one))
}
