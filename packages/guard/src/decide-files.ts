import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NO_EFFECTS, type Decision, type Effects } from '@atip/protocol/calls'
import { readPatch } from './code/patch.js'
import { decideFindings, type DecideOptions, type LineDecision } from './decide-line.js'
import { isShownFile } from './facts/file-shown.js'
import { classOfPath, mayHoldSecrets, protectionOf, resolvePath } from './facts/path-class.js'
import type { LineFinding } from './line/finding.js'
import { secretSearch, whyHeld } from './line/held-secrets.js'
import { disk } from './line/line-walk.js'
import { isAgentNote, isRevealing, repositoryFolders } from './places/index.js'
import { isWithin, projectAt } from './policy/project.js'
import type { RuleId } from './rules/rules.js'
import { literal, type Word } from './shell/word.js'

/** A file that a tool of an agent reads or changes. `any`: the tool does not say which of the two. */
export interface NamedFile {
  path: string
  access: 'read' | 'write' | 'any'
}

/** A call of an agent's own tool, without a shell. */
export interface FileCall {
  /** The name of the tool in policies. */
  tool: string
  files: readonly NamedFile[]
}

export type FileOptions = Omit<DecideOptions, 'lookup'>

/**
 * Decides whether a tool of an agent may touch these files, by the path facts and policies that apply to shell lines.
 * Ordinary edits in the project are allowed. Throws `NotLoaded` if a module has to be loaded first.
 */
export function decideFilesNow({ tool, files }: FileCall, options: FileOptions): LineDecision {
  const all = { ...options, lookup: () => undefined }
  const places = surroundings(options)
  const find = () => files.flatMap((file) => namesOf(file, places).map((one) => findingOf(one, tool, places)))
  return decideFindings(find, 0, all)
}

/**
 * A tool of another MCP server: only policies decide about it, because only its author describes it. Places that no
 * tool should touch are protected anyway.
 */
export function decideForeignNow({ tool, files }: FileCall, options: FileOptions): LineDecision {
  const places = surroundings(options)
  const call = finding('allow', 'agent-decides', 'is a tool of another server', tool, places, { effects: {} })
  const find = () => [
    call,
    ...files.flatMap((file) => namesOf(file, places).map((one) => findingOf(one, tool, places))),
  ]
  return decideFindings(find, 0, { ...options, lookup: () => undefined })
}

/** The files that a patch of a coding agent names; undefined if it is not understood. */
export function filesOfPatch(text: string): NamedFile[] | undefined {
  const { isUnderstood, writes, deletes } = readPatch(text)
  const paths = [...writes, ...deletes].filter((path) => path !== undefined)
  return isUnderstood ? paths.map((path) => ({ path, access: 'write' })) : undefined
}

interface FilePlaces {
  cwd: string | undefined
  home: string
  looksAtDisk: boolean
  /** The folder of the project. */
  project: string | undefined
}

function surroundings({ cwd, home, looksAtDisk = false }: FileOptions): FilePlaces {
  const root = cwd !== undefined && looksAtDisk ? repositoryAt(cwd, home) : cwd
  return { cwd, home, looksAtDisk, project: (projectAt(root, home) ?? projectAt(cwd, home))?.root }
}

/** The root of the repository, if the agent is in one of its subfolders. */
function repositoryAt(cwd: string, home: string): string {
  for (let folder = cwd; folder !== home && folder !== dirname(folder); folder = dirname(folder)) {
    if (repositoryFolders().some((name) => existsSync(join(folder, name)))) return folder
  }
  return cwd
}

/** The file by its name, and by its real path. */
function namesOf(file: NamedFile, { looksAtDisk, ...places }: FilePlaces): NamedFile[] {
  const absolute = resolvePath(file.path, places)
  if (!looksAtDisk || !absolute.startsWith('/')) return [file]
  const real = realPathOf(absolute)
  return real === absolute ? [file] : [file, { ...file, path: real }]
}

/** Resolves the links of the deepest existing folder. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPathOf(folder), basename(path))
  }
}

const READS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } }
const WRITES: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: true, delete: false } }
const OVERWRITES: Effects = { ...WRITES, destructive: true, reversible: false }
const DEPENDED_ON: ReadonlySet<string> = new Set(['system', 'dotfile', 'private'])

function findingOf({ path, access }: NamedFile, tool: string, places: FilePlaces): LineFinding {
  const word = literal(path)
  const changes = access !== 'read'
  const { home, project } = places
  const absolute = resolvePath(path, places)
  const kind = classOfPath(word, places)
  const say = (decision: Decision, rule: RuleId, reason: string, effects: Effects): LineFinding =>
    finding(decision, rule, reason, tool, places, {
      effects,
      about: changes ? 'write' : 'read',
      paths: [{ path: word, access: access === 'any' ? ['read', 'write'] : [access] }],
    })
  const note = () => say('allow', 'ordinary-file', `${changes ? 'edits' : 'reads'} ${path}`, changes ? WRITES : READS)
  if (!absolute.startsWith('/'))
    return say('ask', 'writes-file', `touches ${path}, and it is not known where that is`, WRITES)
  const protection = changes ? protectionOf(word, places) : undefined
  if (changes && kind === 'device') return say('deny', 'writes-device', `writes to the device ${path}`, OVERWRITES)
  if (protection !== undefined) return say('deny', 'writes-protected', `changes ${path}, ${protection}`, OVERWRITES)
  if (isAgentNote(absolute, home)) return note()
  if (mayHoldSecrets(kind) || (kind === 'device' && isRevealing(absolute, home))) {
    const verb = access === 'read' ? 'reads' : 'touches'
    return say('ask', 'reads-secret', `${verb} ${path}, which may hold secrets`, changes ? WRITES : READS)
  }
  if (access === 'read' && !isShownFile(word, places))
    return say('ask', 'reads-secret', `reads ${path}, which is not among the files that are usually shown`, READS)
  const [held] = access === 'read' && places.looksAtDisk ? secretSearch(home).in(disk().escapePattern(absolute)) : []
  if (held !== undefined) return say('ask', 'reads-secret', `reads ${path}, which ${whyHeld(held, places)}`, READS)
  // The agent decides what a tool of another server does with an ordinary file.
  if (!changes || access === 'any' || kind === 'temporary' || kind === 'sink') return note()
  if (project !== undefined && isWithin({ root: project, home }, absolute)) return note()
  if (DEPENDED_ON.has(kind)) {
    return say('deny', 'writes-protected', `changes ${path}, which the system or your account depends on`, OVERWRITES)
  }
  return say('ask', 'writes-file', `changes ${path}, which is outside of the project`, WRITES)
}

function finding(
  decision: Decision,
  rule: RuleId,
  reason: string,
  tool: string,
  { cwd }: FilePlaces,
  more: Partial<LineFinding>,
): LineFinding {
  const words: Word[] = [literal(tool)]
  const nothing = {
    facts: undefined,
    span: undefined,
    within: undefined,
    assigned: [],
    built: [],
    copied: [],
    paths: [],
  }
  const flags = { isPlain: true, isOfProject: false, isFinal: false }
  return { decision, rule, reason, argv: [tool], words, about: 'call', cwd, ...nothing, ...flags, ...more }
}
