import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { RUN_MARK } from './run-mark.js'
import { STATUS, type Start } from './start.js'

/**
 * Keeps a list of process groups and their marks, and kills them when its stdin closes, however we end. Processes that
 * left their group are found by their mark; a run in a PID namespace ends with it and has none (`-`).
 */
const GUARD = `runs=' '
while read -r change group mark; do
  case $change in
    begin) runs="$runs$group:$mark " ;;
    end) runs="\${runs%% $group:$mark *} \${runs#* $group:$mark }" ;;
  esac
done
for run in $runs; do kill -s KILL -- "-\${run%%:*}"; done
for run in $runs; do
  mark=\${run#*:} round=0 empty=0
  while [ "$mark" != - ] && [ $round -lt 200 ] && [ $empty -lt 3 ]; do
    found=$(grep -lsF -e "${RUN_MARK}=$mark" -e " $mark " /proc/[0-9]*/environ /proc/[0-9]*/limits)
    # One that was just being started may have been overlooked.
    [ -n "$found" ] || empty=$((empty + 1))
    for file in $found; do
      pid=\${file#/proc/}
      kill -s KILL "\${pid%/*}"
    done
    round=$((round + 1))
  done
done
`

/** The descriptor for messages to the guardian. Debian's sh knows only descriptors of one digit. */
export const GUARDIAN = 3

/**
 * Registers its own pid with the guardian, then executes the program. If we registered it instead, a program started
 * just before we are killed would survive; bubblewrap's `--die-with-parent` works only once it is set up. It also asks
 * the kernel to kill this process first if memory runs out.
 */
const JOIN = `echo "begin $$ $1" >&${GUARDIAN}
exec ${GUARDIAN}>&-
shift
echo 1000 2>/dev/null >/proc/self/oom_score_adj
[ "$1" != loose ] || exec ${STATUS}>&-
# The first terminal that the leader of a session opens is that of the session.
[ -z "$2" ] || : <>"$2"
shift 2
exec "$@"
`

/** The argv prefix that starts a program under the guardian. A loose one has no reader for its status. */
export function underGuard(start: Pick<Start, 'mark' | 'isLoose'>, terminal = ''): string[] {
  return ['/bin/sh', '-c', JOIN, 'sandbox', markOf(start), start.isLoose === true ? 'loose' : 'confined', terminal]
}

function markOf({ mark, isLoose }: Pick<Start, 'mark' | 'isLoose'>): string {
  return isLoose === true ? mark : '-'
}

let guardian: ChildProcess | undefined

/** The guardian of this process. Started processes register with it, so that they are killed when we end. */
export function guardianOfUs(): Writable {
  guardian ??= startGuardian()
  return guardian.stdin!
}

/** Removes a finished group from the guardian's list, because its number may be reused. */
export function release(group: number, start: Pick<Start, 'mark' | 'isLoose'>): void {
  guardian?.stdin!.write(`end ${group} ${markOf(start)}\n`)
}

/** In a session of its own, so that signals from our terminal miss it. It does not keep our event loop alive. */
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
  // It is a socket, although its type says Writable.
  ;(child.stdin as Writable & { unref(): void }).unref()
  return child
}
