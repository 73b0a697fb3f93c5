import { quoteLine, quoteWord } from '@atip/protocol/calls'
import type { HostName } from './types.js'

/** Occurs in every hook command of atip, whatever its version. */
export const HOOK_MARK = 'atip gave no answer.'

/** Shorter than the host's timeout, because some hosts let a call through after it. */
const PATIENCE_SECONDS = 10

/**
 * The command line that a host runs as its hook. Most hosts let a call through if a hook crashes, is killed, prints
 * something else or is missing; here all of these exit with 2, which every host treats as a denial.
 */
export function hookCommand(
  host: HostName,
  program: string | readonly string[] = 'atip',
  words: readonly string[] = [],
  patience = PATIENCE_SECONDS,
): string {
  const call = quoteLine([program, 'hook', host, words].flat())
  // Some hosts ignore a denial without text, so every denial prints one, to stdout and to stderr.
  const cases = [
    '0"{"*"}") printf "%s\\n" "$answer"',
    '2*) no "$answer"',
    `*) echo "${HOOK_MARK}" >&2; no "${HOOK_MARK}"`,
  ]
  const script = [
    'no() { printf "%s This was not run.\\n" "$1"; echo "This was not run." >&2; exit 2; }',
    `if command -v timeout >/dev/null; then set -- timeout -s KILL ${patience}`,
    // macOS has perl, but no timeout.
    `elif command -v perl >/dev/null; then set -- perl -e "alarm ${patience}; exec @ARGV"; fi`,
    `answer=$("$@" ${call})`,
    `case $?$answer in ${cases.join(' ;; ')} ;; esac`,
  ].join('; ')
  return `sh -c ${quoteWord(script)}`
}
