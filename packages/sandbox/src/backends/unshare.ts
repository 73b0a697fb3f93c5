import { readFileSync } from 'node:fs'
import type { Helpers } from '../helpers.js'
import { toPrlimit } from '../limits.js'
import { markLimit } from '../run-mark.js'
import { FIRST_FEED } from '../start.js'
import type { Backend, Identity, Place } from '../types.js'
import { becomeUser } from './become-user.js'
import { UNSHARE_SCRIPT } from './unshare-script.js'

const NAMESPACES = ['--mount', '--ipc', '--uts', '--cgroup', '--pid', '--fork', '--kill-child=SIGKILL']

/** Uses the programs of util-linux instead of bubblewrap: slower, and without a system call filter. */
export function unshare(helpers: Helpers): Backend {
  return {
    name: 'unshare',
    filtersCalls: false,
    gaps: [
      'System calls are not filtered: a program can reach AF_VSOCK sockets and the key rings of this session. Install bubblewrap to close this.',
    ],
    hasStarted: (status) => status === 'started\n',
    processIn: (status, started) => (status === '' ? undefined : childOf(started)),
    start(plan) {
      const user = plan.identity.way === 'map' ? ['--user', '--map-root-user'] : []
      const enter = [...user, ...NAMESPACES, ...(plan.network ? [] : ['--net']), '--']
      const feeds = plan.isGated ? [Buffer.from('\n')] : []
      const gate = plan.isGated ? String(FIRST_FEED) : ''
      const script = [helpers.sh, '-c', UNSHARE_SCRIPT, 'sandbox', plan.identity.way, plan.cwd, gate]
      const limit = [helpers.prlimit, ...toPrlimit(plan.limits), ...markLimit(plan.mark), '--']
      const program = [...becomeArgs(plan.identity, helpers), ...limit, ...plan.argv]
      const args = [...enter, ...script, ...plan.places.flatMap(placeArgs), '--', ...program]
      return { file: helpers.unshare, args, feeds, env: plan.env, mark: plan.mark, ...(plan.isGated && { gate: 0 }) }
    },
  }
}

/** The first process in the namespace. */
function childOf(pid: number): number | undefined {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')
  return child === undefined || child === '' ? undefined : Number(child)
}

function becomeArgs({ way, id }: Identity, { setpriv, unshare }: Helpers): string[] {
  if (way === 'drop') return becomeUser(setpriv, id)
  const map = [unshare, '--user', `--map-user=${id}`, `--map-group=${id}`, '--keep-caps', '--']
  return [...map, setpriv, '--ambient-caps=-all', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--']
}

/** Every step has three words, so those with fewer are padded. */
function placeArgs(place: Place): [kind: string, path: string, detail: string] {
  switch (place.kind) {
    case 'link':
      return [place.kind, place.path, place.target]
    case 'text':
      return [place.kind, place.path, place.text]
    case 'folder':
      return [place.kind, place.path, place.mode]
    case 'scratch':
      return [place.kind, place.path, String(place.bytes)]
    default:
      return [place.kind, place.path, '']
  }
}
