import type { HostName } from './types.js'

/** Shorter than what the host waits, because some hosts let a call through when they have waited long enough. */
const PATIENCE_SECONDS = 10

/**
 * The line that a host should start as its hook. Most hosts let a call through when a hook crashes, is killed, prints
 * something else or is not there; here all of that ends with 2, which every host takes for a no.
 */
export function hookCommand(
  host: HostName,
  program = 'atip',
  words: readonly string[] = [],
  patience = PATIENCE_SECONDS,
): string {
  const call = [program, 'hook', host, ...words].map(quoted).join(' ')
  const script = [
    'fail() { echo "atip gave no answer, so this was not run" >&2; exit 2; }',
    `if command -v timeout >/dev/null; then set -- timeout -s KILL ${patience}`,
    // macOS has the one and not the other.
    `elif command -v perl >/dev/null; then set -- perl -e "alarm ${patience}; exec @ARGV"; fi`,
    `answer=$("$@" ${call}) || fail`,
    'case $answer in "{"*"}") printf "%s\\n" "$answer" ;; *) fail ;; esac',
  ].join('; ')
  return `sh -c ${quoted(script)}`
}

function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
