import { execFileSync } from 'node:child_process'

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** The CPU microseconds after which the optimising compiler has run. */
const WARM_UP = 500_000

/** Median CPU microseconds of each function, measured in turn. */
export function compareInProcess(cases, { rounds = 30, budget = 20_000 } = {}) {
  const repeats = new Map()
  for (const [name, work] of Object.entries(cases)) {
    const first = cpuOf(work, 1)
    const warmUps = Math.min(50, Math.ceil(WARM_UP / Math.max(first, 1)))
    const once = cpuOf(work, warmUps) / warmUps
    repeats.set(name, Math.max(1, Math.round(budget / Math.max(once, 1))))
  }
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(cases)) {
      const count = repeats.get(name)
      samples[name].push(cpuOf(work, count) / count)
    }
  }
  return mapValues(samples, median)
}

function cpuOf(work, count) {
  const start = process.cpuUsage()
  for (let index = 0; index < count; index++) work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/**
 * The CPU cost of each command relative to the first, measured in turn: the median of the ratios within a round, so
 * that a busy machine does not matter. The shell's `time` includes child processes. A command is its argv, or an object
 * with `argv`, the file that is its `input`, and additional variables in `env`.
 */
export function compareProcesses(commands, { rounds = 25, batch = 4 } = {}) {
  const names = Object.keys(commands)
  const samples = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const cpu = childCpu(Array.isArray(command) ? { argv: command } : command, batch) / batch
      if (round >= 0) samples[name].push(cpu)
    }
  }
  const base = samples[names[0]]
  return names.map((name) => ({
    name,
    ms: median(samples[name]),
    ratio: median(samples[name].map((cpu, round) => cpu / base[round])),
  }))
}

function childCpu({ argv, input = '/dev/null', env: more = {} }, batch) {
  const script = `TIMEFORMAT='%3U %3S'; time for ((i = 0; i < ${batch}; i++)); do "$@" >/dev/null <"$INPUT"; done`
  // NODE_EXTRA_CA_CERTS makes some Node versions start three times slower.
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env
  const env = { ...own, ...more, INPUT: input }
  const stderr = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bench', ...argv], { encoding: 'utf8', env })
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return (user + system) * 1000
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
