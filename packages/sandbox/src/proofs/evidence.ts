/**
 * Inspects the sandbox from within and prints what it finds, in sections. Test files are removed at once: if writing
 * one succeeds, the sandbox is not usable.
 */
export const EVIDENCE_SCRIPT = `home=$1
section() { printf '\\n== %s\\n' "$1"; }
section status; cat /proc/self/status
section mounts; cat /proc/self/mountinfo
section limits; cat /proc/self/limits
section namespaces
for name in ipc mnt net pid uts; do printf '%s ' "$name"; readlink "/proc/self/ns/$name"; done
section routes; cat /proc/net/route
section stdin; readlink /proc/self/fd/0
section home; ls -A "$home" 2>/dev/null
section run; ls -A /run
section written
for folder in / /etc /usr /usr/bin /var /proc/sys /dev; do
  file=$folder/.sandbox-proof
  if (: >"$file") 2>/dev/null; then rm -f "$file"; printf '%s\\n' "$folder"; fi
done
section environment; tr '\\0' '\\n' </proc/self/environ
section end
`

export interface Mount {
  readonly path: string
  readonly isReadOnly: boolean
  readonly type: string
}

/** The parsed output of the script. */
export interface ProofEvidence {
  /** Fields of /proc/self/status. */
  readonly status: ReadonlyMap<string, string>
  readonly mounts: readonly Mount[]
  /** Soft limits by the names of /proc/self/limits. */
  readonly limits: ReadonlyMap<string, number>
  readonly namespaces: ReadonlyMap<string, string>
  /** Entries of the routing table. */
  readonly routes: readonly string[]
  readonly stdin: string
  readonly home: readonly string[]
  readonly run: readonly string[]
  /** Folders in which the script could create a file. */
  readonly written: readonly string[]
  /** Names of the environment variables. */
  readonly environment: readonly string[]
}

/** Parses the script's output; null if it did not run to its end. */
export function readEvidence(text: string): ProofEvidence | null {
  const sections = new Map<string, string[]>()
  for (const part of text.split(/^== /m).slice(1)) {
    const [name, ...lines] = part.trimEnd().split('\n')
    sections.set(name!, lines)
  }
  if (!sections.has('end')) return null
  const lines = (name: string) => sections.get(name) ?? []
  return {
    status: new Map(lines('status').map((line) => splitAt(line, ':'))),
    mounts: lines('mounts').map(readMount),
    limits: new Map(lines('limits').slice(1).map(readLimit)),
    namespaces: new Map(lines('namespaces').map((line) => splitAt(line, ' '))),
    routes: lines('routes').slice(1),
    stdin: lines('stdin').join(''),
    home: lines('home'),
    run: lines('run'),
    written: lines('written'),
    environment: lines('environment').map((line) => splitAt(line, '=')[0]),
  }
}

function splitAt(line: string, separator: string): [string, string] {
  const index = line.indexOf(separator)
  return [line.slice(0, index), line.slice(index + 1).trim()]
}

/** `65 42 0:40 /newroot /path ro,nosuid - tmpfs tmpfs rw`. */
function readMount(line: string): Mount {
  const [before, after] = line.split(' - ')
  const fields = before!.split(' ')
  return { path: fields[4]!, isReadOnly: fields[5]!.split(',').includes('ro'), type: after!.split(' ')[0]! }
}

/** `Max open files            1024                 1024                 files`. */
function readLimit(line: string): [string, number] {
  const [name, soft] = line.split(/\s{2,}/)
  return [name!, soft === 'unlimited' ? Infinity : Number(soft)]
}
