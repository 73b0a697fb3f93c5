/**
 * The cost of judging a shell line: in a program, in a hook that an agent starts, and for ten thousand lines at once.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareProcesses, median } from './measure.mjs'
import { installInto, requirePeer } from './peers.mjs'

const root = `${import.meta.dirname}/..`
const data = `${root}/../shared/bench/shell/dev.jsonl`

// A hook for the same agents, which detects destructive commands and secrets.
export const peers = { 'cc-safety-net': '2.4.5' }

export async function* run() {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'))
  try {
    const installed = installInto(`${home}/packed`, 'atip')
    for (const name of ['cached', 'read-only']) cpSync(installed, `${home}/${name}`, { recursive: true })
    // Root may write everywhere, but cannot create a folder in place of a file.
    writeFileSync(`${home}/read-only/dist/atip/code`, '')
    if (existsSync(data)) yield await decisions(home)
    for (const line of HOOK_LINES) yield hooks(home, line)
    if (existsSync(data)) yield batch(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const linesOfData = () =>
  readFileSync(data, 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row).cmd)

const WARM_UPS = 10
const REPEATS = 15

/** Each line in turn, repeatedly; the median of each line. */
async function decisions(home) {
  const { decideLine, decideLineNow } = await import('@atip/guard')
  const { lookupShim } = await import('@atip/shims')
  // It reads the folder, and the user's configuration.
  process.env.CC_SAFETY_NET_HOME = `${home}/.cc-safety-net`
  const { checkCommand } = await importPeer('cc-safety-net', 'dist/api.js')
  const places = { lookup: lookupShim, cwd: home, home, policies: [] }
  const deciders = {
    atip: (line) => decideLineNow(line, places),
    'cc-safety-net': (command) => checkCommand({ command, cwd: places.cwd }),
  }
  const lines = linesOfData()
  for (const line of lines) await decideLine(line, places)
  const rows = Object.entries(deciders).map(([name, decide]) => {
    for (let round = 0; round < WARM_UPS; round++) for (const line of lines) decide(line)
    const samples = lines.map(() => [])
    for (let round = 0; round < REPEATS; round++) {
      for (const [index, line] of lines.entries()) samples[index].push(millisecondsOf(() => decide(line)))
    }
    const sorted = samples.map(median).toSorted((a, b) => a - b)
    const at = (share) => sorted[Math.floor(sorted.length * share)]
    return { name, 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'slowest, ms': sorted.at(-1) }
  })
  return { title: `one decision in a program, over ${lines.length} lines`, rows }
}

function millisecondsOf(work) {
  const start = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - start) / 1e6
}

async function importPeer(name, file) {
  const manifest = requirePeer('guard', `${name}/package.json`)
  if (manifest.name !== name) throw new Error(`${name} is not installed`)
  return import(join(import.meta.dirname, '.peers/guard/node_modules', name, file))
}

// The last three need the shell grammar, the others do not.
const HOOK_LINES = [
  'git status',
  'ls -la src',
  'cd packages && npm test 2>&1 | tail -20',
  'for f in src/*.ts; do wc -l "$f"; done',
  'echo "at $(git rev-parse --short HEAD)"',
  "cat <<'EOF' > notes.md\n# Notes\nEOF",
  // Only this line loads the shell grammar.
  'while read -r name; do [[ -f $name ]] && ls "$name"; done < list.txt',
]

/** A new process for each call, as an agent starts it. */
function hooks(home, line) {
  const input = `${home}/event.json`
  writeFileSync(input, JSON.stringify(eventOf(line, home)))
  writeFileSync(`${home}/bare.cjs`, '')
  // Its command starts this file; `npx`, which it installs itself with, takes half a second more.
  const peer = `${import.meta.dirname}/.peers/guard/node_modules/cc-safety-net/dist/bin/cc-safety-net.js`
  const hook = (...argv) => ({ argv: [process.execPath, ...argv], input, env: { HOME: home } })
  const atip = (folder) => hook(`${home}/${folder}/bin/atip.cjs`, 'hook', 'claude-code')
  const rows = compareProcesses({
    'bare node': hook(`${home}/bare.cjs`),
    'atip, with its code cache': atip('cached'),
    'atip, without a code cache': atip('read-only'),
    'cc-safety-net': hook(peer, 'hook', '--claude-code'),
  })
  return { title: `a hook of Claude Code asked about "${line}": child CPU against bare node`, rows }
}

function eventOf(command, cwd) {
  return {
    session_id: 'c0ffee00-0000-4000-8000-000000000000',
    transcript_path: `${cwd}/transcript.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Look at what is there' },
    tool_use_id: 'toolu_01ABCDEFGHIJKLMNOPQRSTUV',
  }
}

const BATCH = 10_000

function batch(home) {
  const lines = linesOfData()
  const questions = Array.from({ length: BATCH }, (_, id) => ({ id, command: lines[id % lines.length] }))
  const input = `${home}/batch.jsonl`
  writeFileSync(input, questions.map((question) => `${JSON.stringify(question)}\n`).join(''))
  const argv = [process.execPath, `${home}/cached/bin/atip.cjs`, 'check', '--batch']
  const [{ ms }] = compareProcesses({ atip: { argv, input, env: { HOME: home } } }, { rounds: 3, batch: 1 })
  const rows = [
    { name: 'atip check --batch', 'CPU, s': ms / 1000, 'lines per second of CPU': Math.round(BATCH / (ms / 1000)) },
  ]
  return { title: `${BATCH} lines in one process`, rows }
}
