import { posix } from 'node:path'
import { hasMarks } from '../shell/opaque.js'
import { pathFrom } from '../shell/path-from.js'
import { isSecret, mayFindSecret } from './secrets.js'

/** What a path is, as far as that changes what writing, deleting or reading it means. */
export type PathClass =
  | 'sink'
  | 'device'
  | 'system'
  | 'secret'
  | 'dotfile'
  | 'home'
  | 'temporary'
  | 'regenerable'
  | 'other'

export interface Surroundings {
  cwd: string | undefined
  home: string
}

/** Devices that discard or only show what is written. */
const SINKS = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/
const SYSTEM =
  /^\/(?:$|\*|etc|usr|bin|sbin|lib|lib64|boot|opt|proc|sys|root|srv|var|private|System|Library|Applications)(?:\/|$|\*)/
const TEMPORARY = /^(?:\/tmp|\/var\/tmp|\/private\/tmp)\/./
/** What tools make again by themselves. */
const REGENERABLE =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|__pycache__|\.cache|\.next|\.nuxt|\.turbo|\.parcel-cache|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.gradle|\.venv|venv)(?:\/.*)?$/
export function classOfPath(path: string, places: Surroundings): PathClass {
  const absolute = resolvePath(path, places)
  if (SINKS.test(absolute)) return 'sink'
  if (absolute.startsWith('/dev/')) return absolute.startsWith('/dev/shm/') ? 'temporary' : 'device'
  const { home } = places
  if (isSecret(absolute) || mayFindSecret(absolute, home)) return 'secret'
  if (absolute === home || absolute === '/home' || absolute === '/Users') return 'home'
  if (TEMPORARY.test(absolute)) return 'temporary'
  if (absolute.startsWith(`${home}/.`)) return 'dotfile'
  if (SYSTEM.test(absolute) && !absolute.startsWith(`${home}/`)) return 'system'
  return REGENERABLE.test(absolute) && !hasMarks(path) ? 'regenerable' : 'other'
}

/** What a login, a start of the system or a privilege depends on: writing there runs code later, or as root. */
const OF_ACCOUNT =
  /^\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|z(?:shrc|shenv|profile|login|logout)|[kt]?c?shrc|login|inputrc|x(?:initrc|session|profile)|pam_environment|ssh\/(?:authorized_keys2?|config|rc|environment)|config\/(?:autostart|systemd\/user|fish)(?:\/.*)?)$|^Library\/LaunchAgents(?:\/|$)/
const OF_SYSTEM =
  /^\/(?:etc\/(?:passwd|shadow|gshadow|group|sudoers(?:\.d)?|cron[\w.]*|anacrontab|ld\.so\.(?:preload|conf(?:\.d)?)|profile(?:\.d)?|environment|bash\.bashrc|zsh|pam\.d|init\.d|rc\.local|systemd|fstab)|boot|(?:usr\/)?lib\/systemd|var\/spool\/cron|Library\/Launch(?:Agents|Daemons))(?:\/|$)/

export function isStartup(path: string, places: Surroundings): boolean {
  const absolute = resolvePath(path, places)
  const { home } = places
  return absolute.startsWith(`${home}/`) ? OF_ACCOUNT.test(absolute.slice(home.length + 1)) : OF_SYSTEM.test(absolute)
}

/** One more line in a `.env` of the project: nothing is lost, and it is the project that depends on it. */
export function isAddedHere(path: string, appends: boolean, places: Surroundings): boolean {
  const { cwd, home } = places
  if (!appends || cwd === undefined || cwd === home || cwd.startsWith(`${home}/.`)) return false
  const absolute = resolvePath(path, places)
  return absolute.startsWith(`${cwd}/`) && posix.basename(absolute).startsWith('.env') && !SYSTEM.test(absolute)
}

/** As the shell would find it; a path from an unknown place stays as it is. */
export function resolvePath(path: string, { cwd, home }: Surroundings): string {
  return pathFrom(cwd, path === '~' || path.startsWith('~/') ? home + path.slice(1) : path)
}
