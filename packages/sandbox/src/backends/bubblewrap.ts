import { spawnSync } from 'node:child_process'
import type { Helpers } from '../helpers.js'
import { toPrlimit } from '../limits.js'
import { markLimit } from '../run-mark.js'
import { isFilterable, systemCallFilter } from '../seccomp/filter.js'
import { FIRST_FEED, STATUS } from '../start.js'
import type { Backend, Identity, Place, Plan } from '../types.js'
import { becomeUser } from './become-user.js'

/**
 * How bubblewrap starts and ends. `--new-session` is left out: it already starts in a session of its own, and must stay
 * in the process group that is killed.
 */
const LIFE = ['--die-with-parent', '--json-status-fd', String(STATUS), '--hostname', 'sandbox']

const KERNEL_PLACES = ['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', '--remount-ro', '/dev']

const NAMESPACES = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try']

export function bubblewrap(helpers: Helpers, architecture: string = process.arch): Backend {
  const has = features(helpers.bwrap)
  const filter = isFilterable(architecture) ? systemCallFilter(architecture) : null
  return {
    name: 'bubblewrap',
    filtersCalls: filter !== null,
    gaps: [
      ...(filter === null ? [`System calls are not filtered: there is no filter for ${architecture}.`] : []),
      ...(has.size ? [] : ['Folders that can be written have no limit of size: bubblewrap is older than 0.7.']),
    ],
    hasStarted: (status) => status.includes('"exit-code"'),
    processIn(status) {
      const told = /"child-pid": *(\d+)/.exec(status)
      return told === null ? undefined : Number(told[1])
    },
    start(plan) {
      const feeds: Buffer[] = []
      const feed = (bytes: Buffer) => String(FIRST_FEED + feeds.push(bytes) - 1)
      const gate = plan.isGated ? feeds.push(Buffer.from('\n')) - 1 : undefined
      const args = [
        ...LIFE,
        ...NAMESPACES,
        ...(plan.network ? [] : ['--unshare-net']),
        ...(gate === undefined ? [] : ['--block-fd', String(FIRST_FEED + gate)]),
        ...identityArgs(plan.identity, has.disableUserns),
        ...(filter === null ? [] : ['--seccomp', feed(filter)]),
        ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
        ...KERNEL_PLACES,
        ...plan.places.flatMap((place) => placeArgs(place, has.size, feed)),
        '--remount-ro',
        '/',
        '--chdir',
        plan.cwd,
        '--',
        ...programArgs(plan, helpers),
      ]
      return { file: helpers.bwrap, args, feeds, env: {}, mark: plan.mark, ...(gate !== undefined && { gate }) }
    },
  }
}

/** As root, bubblewrap keeps the capabilities to change its user; as any other user, it drops all. */
function identityArgs({ way, id }: Identity, disableUserns: boolean): string[] {
  if (way === 'drop') {
    return ['--cap-drop', 'ALL', ...['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`])]
  }
  const userns = ['--unshare-user', ...(disableUserns ? ['--disable-userns'] : [])]
  return [...userns, '--uid', String(id), '--gid', String(id), '--cap-drop', 'ALL']
}

function programArgs({ identity, limits, mark, argv }: Plan, helpers: Helpers): string[] {
  const become = identity.way === 'drop' ? becomeUser(helpers.setpriv, identity.id) : []
  return [...become, helpers.prlimit, ...toPrlimit(limits), ...markLimit(mark), '--', ...argv]
}

function placeArgs(place: Place, hasSize: boolean, feed: (bytes: Buffer) => string): string[] {
  switch (place.kind) {
    case 'readable':
      return ['--ro-bind', place.from ?? place.path, place.path]
    case 'sealed':
      return ['--ro-bind', place.path, place.path]
    case 'writable':
      return ['--bind', place.path, place.path]
    case 'link':
      return ['--symlink', place.target, place.path]
    case 'text':
      return ['--perms', '0444', '--ro-bind-data', feed(Buffer.from(place.text)), place.path]
    case 'hidden-file':
      return ['--ro-bind', '/dev/null', place.path]
    case 'hidden-folder':
      return ['--tmpfs', place.path, '--remount-ro', place.path]
    case 'folder':
      return ['--perms', place.mode, '--dir', place.path]
    case 'scratch': {
      const size = hasSize ? ['--size', String(place.bytes)] : []
      return ['--perms', '1777', ...size, '--tmpfs', place.path]
    }
  }
}

/** The features of this version. If even `--help` fails, the proof fails too and reports why. */
function features(bwrap: string): { size: boolean; disableUserns: boolean } {
  const said = spawnSync(bwrap, ['--help'], { encoding: 'utf8', env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  // Despite its type, it is null if bubblewrap could not be started.
  const stdout = (said.stdout as string | null) ?? ''
  return { size: stdout.includes('--size '), disableUserns: stdout.includes('--disable-userns') }
}
