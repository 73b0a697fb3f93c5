import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { RUN_MARK } from './run-mark.js'
import { STATUS, type Start } from './start.js'

/**
 * Keeps a list of process groups and their marks, and kills them when its input ends: when we have, however we have ended.
 * What has left its group is found by its mark; a run whose namespace ends with it has none for us.
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

/** Where a started process finds its guardian. The shell of Debian knows descriptors of one digit only. */
export const GUARDIAN = 3

/**
 * Tells the guardian who it is and goes on as the program that follows. We could tell it ourselves, but then what we
 * have just started when we are killed would live on; and bubblewrap's own care begins only when all is set up.
 * On the way it asks the kernel to end it first when memory runs out.
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

/** The words that start a program under guard. One that is loose has no reader for its status. */
export function underGuard(start: Pick<Start, 'mark' | 'isLoose'>, terminal = ''): string[] {
  return ['/bin/sh', '-c', JOIN, 'sandbox', markOf(start), start.isLoose === true ? 'loose' : 'confined', terminal]
}

function markOf({ mark, isLoose }: Pick<Start, 'mark' | 'isLoose'>): string {
  return isLoose === true ? mark : '-'
}

let guardian: ChildProcess | undefined

/** The guardian of this process, for a process that is to be killed with it. */
export function guardianOfUs(): Writable {
  guardian ??= startGuardian()
  return guardian.stdin!
}

/** Says that a group has ended by itself, and that its number may come to mean somebody else. */
export function release(group: number, start: Pick<Start, 'mark' | 'isLoose'>): void {
  guardian?.stdin!.write(`end ${group} ${markOf(start)}\n`)
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
