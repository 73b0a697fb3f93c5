import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/** Keeps a list of process groups, and kills them when its input ends: when we have, however we have ended. */
const GUARD = `groups=' '
while read -r change group; do
  case $change in
    begin) groups="$groups$group " ;;
    end) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
`

/** Where a started process finds its guardian. The shell of Debian knows descriptors of one digit only. */
export const GUARDIAN = 3

/**
 * Tells the guardian who it is and goes on as the program that follows. We could tell it ourselves, but then what we
 * have just started when we are killed would live on; and bubblewrap's own care begins only when all is set up.
 * On the way it asks the kernel to end it first when memory runs out.
 */
const JOIN = `echo "begin $$" >&${GUARDIAN}
exec ${GUARDIAN}>&-
echo 1000 2>/dev/null >/proc/self/oom_score_adj
exec "$@"
`

export const UNDER_GUARD = ['/bin/sh', '-c', JOIN, 'sandbox']

let guardian: ChildProcess | undefined

/** The guardian of this process, for a process that is to be killed with it. */
export function guardianOfUs(): Writable {
  guardian ??= startGuardian()
  return guardian.stdin!
}

/** Says that a group has ended by itself, and that its number may come to mean somebody else. */
export function release(group: number): void {
  guardian?.stdin!.write(`end ${group}\n`)
}

/** In a session of its own, so that what ends us at a terminal leaves it alone. It does not keep us from ending. */
function startGuardian(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sandbox-guardian'], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const forget = () => {
    if (guardian === child) guardian = undefined
  }
  child.on('error', forget).on('exit', forget)
  child.stdin.on('error', forget)
  child.unref()
  // A socket in truth, though it is declared as any stream.
  ;(child.stdin as Writable & { unref(): void }).unref()
  return child
}
