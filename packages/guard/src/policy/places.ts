import { readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { scriptsTable } from '../disk/tables.js'
import { late, NotLoaded, untilLoaded } from '../late.js'
import type { PolicyOrigin } from './read.js'
import type { LoadedPolicy } from './types.js'

export interface LoadOptions {
  cwd: string
  home: string
  env?: Readonly<Record<string, string | undefined>>
  /** Files named on the command line. */
  extra?: readonly string[]
  /** The system's configuration folder, by default `/etc`. */
  system?: string
  /** Policies that an organisation publishes, as they were fetched; an unusable one has a `problem` instead. */
  published?: readonly PublishedPolicy[]
}

export interface PublishedPolicy {
  file: string
  text?: string
  problem?: string
}

/** The file name below each configuration folder. */
const NAME = 'agent-tools/policy.json'
const PROJECT_NAME = '.atip/policy.json'
/** Larger files are not policies. */
const LARGEST = 1_000_000

/** Loaded lazily: most folders have no policy, and then the parser is not needed. */
export const reader = late(() => import('./read.js'))

/** All policies for a line that runs in a folder, strongest first. */
export function loadPolicies(options: LoadOptions): Promise<LoadedPolicy[]> {
  return untilLoaded(() => loadPoliciesNow(options))
}

/** The same for callers that handle loading themselves: throws `NotLoaded` if a module is missing. */
export function loadPoliciesNow(options: LoadOptions): LoadedPolicy[] {
  const { cwd, home, env = {}, extra = [], system = '/etc', published = [] } = options
  const found: (LoadedPolicy | undefined)[] = [
    ...systemFolders(system, env).map((folder) => load({ source: 'org', file: inside(folder, NAME) }, isFromRoot)),
    ...published.map(readPublished),
    load({ source: 'user', file: userPolicyFile(home, env) }, isFromUser),
    ...projectFolders(cwd, home).map((folder) =>
      load({ source: 'project', file: projectPolicyFile(folder), base: folder }, () => undefined),
    ),
    ...extra.map((file) => load({ source: 'command-line', file }, () => undefined) ?? missing(file)),
  ]
  return found.filter((one) => one !== undefined)
}

export function userPolicyFile(home: string, env: LoadOptions['env'] = {}): string {
  const { XDG_CONFIG_HOME: folder } = env
  return inside(folder !== undefined && isAbsolute(folder) ? folder : inside(home, '.config'), NAME)
}

export function projectPolicyFile(folder: string): string {
  return inside(folder, PROJECT_NAME)
}

/** The environment can add folders, but not remove the first one. */
function systemFolders(system: string, { XDG_CONFIG_DIRS: folders = '' }: NonNullable<LoadOptions['env']>): string[] {
  return [...new Set([system, ...folders.split(':').filter(isAbsolute)])]
}

/** The cwd and its parents up to the root of the repository; folders above do not belong to the project. */
export function projectFolders(cwd: string, home: string): string[] {
  const folders: string[] = []
  const marks = scriptsTable().top
  for (let folder = cwd; isAbsolute(folder); folder = dirname(folder)) {
    folders.push(folder)
    if (folder === home || folder === dirname(folder)) break
    if (marks.some((name) => stats(inside(folder, name)) !== undefined)) break
  }
  return folders
}

/** Faster than `join`, which would normalise each path again: a hook has only ten milliseconds. */
function inside(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

function stats(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function load(origin: PolicyOrigin, complaint: (file: Stats) => string | undefined): LoadedPolicy | undefined {
  const { file } = origin
  const refuse = (message: string) => reader().brokenPolicy(origin, [{ pointer: '', message, line: 1, column: 1 }])
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (!found.isFile()) return refuse('is not a file')
    const wrong = complaint(found)
    if (wrong !== undefined) return refuse(wrong)
    if (found.size > LARGEST) return refuse(`has more than ${LARGEST} bytes`)
    return reader().readPolicy(readFileSync(file, 'utf8'), origin)
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : refuse(`cannot be read (${code ?? message})`)
  }
}

function readPublished({ file, text = '', problem }: PublishedPolicy): LoadedPolicy {
  const origin: PolicyOrigin = { source: 'org', file }
  if (problem === undefined) return reader().readPolicy(text, origin)
  return {
    ...reader().brokenPolicy(origin, [{ pointer: '', message: problem, line: 1, column: 1 }]),
    isUnavailable: true,
  }
}

function missing(file: string): LoadedPolicy {
  return reader().brokenPolicy({ source: 'command-line', file }, [
    { pointer: '', message: 'the file does not exist', line: 1, column: 1 },
  ])
}

const WRITABLE_BY_OTHERS = 0o022

function isFromRoot({ uid, mode }: Stats): string | undefined {
  if (uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0) return undefined
  return 'speaks for an organisation, so it must belong to root and be writable only by root (chown root, chmod 644)'
}

function isFromUser({ uid, mode }: Stats): string | undefined {
  const isOwn = uid === 0 || uid === process.getuid?.()
  if (isOwn && (mode & 0o002) === 0) return undefined
  return 'must belong to you and not be writable by everybody (chmod 644)'
}
