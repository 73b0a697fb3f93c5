import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'
import { isSkipped } from './fixtures/sandbox-people.js'

interface Report {
  tools: number
  added: string[]
  known: Record<string, number>
  probed: { name: string; outcome: string; reason: string; isKnown: boolean }[]
  notes: string[]
}

const SYSTEM = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
/** For other users, namespaces hide the owner of the system, so none of its folders is trusted. */
const IS_ROOT = process.getuid?.() === 0
const GOOD = answering(JSON.stringify(description('good')))
const REACHES_OUT = `#!/usr/bin/perl
# atip
use IO::Socket::INET;
IO::Socket::INET->new("$_:9") or print "$!\n" for '127.0.0.1', '10.1.2.3';
`

/** The facts that must be the same everywhere. */
const facts = ({ tools, added, known, probed, notes }: Report) => ({
  tools,
  added,
  known,
  notes,
  probed: probed.map(({ name, outcome, isKnown }) => ({ name, outcome, isKnown })),
})

describe.skipIf(isSkipped)('a scan of this very machine', () => {
  const machines: PlantedMachine[] = []
  const newMachine = () => {
    const machine = new PlantedMachine()
    machines.push(machine)
    machine.plant('good', GOOD)
    machine.plant('reaches-out', REACHES_OUT)
    return machine
  }
  const machine = newMachine()
  const path = `${machine.bin}:${SYSTEM}`
  let first: Report
  let touched: string[]

  beforeAll(() => {
    const before = snapshot()
    first = machine.get(['scan'], { path })
    machine.get(['list', '--all'], { path })
    machine.get(['show', 'good'], { path })
    touched = changes(before, snapshot())
  }, 240_000)
  afterAll(() => machines.forEach((each) => each.clear()))

  test('finds its programs, and nothing is news the second time', () => {
    expect(first.added).toContain('good')
    expect(first.added).toContain('sh')
    expect(first.probed).toContainEqual(expect.objectContaining({ name: 'good', outcome: 'described' }))
    expect(machine.get(['list', '--all'], { path })).toMatchObject({ total: first.tools })
    const news = { added: [], changed: [], gone: [], tools: first.tools, examined: 0 }
    expect(machine.get(['scan'], { path })).toMatchObject(news)
  })

  test('leaves the system as it was', () => {
    expect(touched).toEqual([])
  })

  test('writes in its own folders only, and nothing that others may read', () => {
    expect(readdirSync(machine.folder).sort()).toEqual(['bin', 'cache', 'data', 'home'])
    expect(readdirSync(machine.home)).toEqual([])
    expect(readdirSync(machine.bin).sort()).toEqual(['good', 'reaches-out'])
    for (const folder of [machine.data, machine.cache]) {
      const isOpen = (file: string) => (lstatSync(join(folder, file)).mode & 0o077) !== 0
      expect(machine.files(folder).filter(isOpen)).toEqual([])
    }
    expect(readdirSync(machine.data).sort()).toEqual(['registry.json', 'tools'])
    expect(readdirSync(machine.cache)).not.toContain('scan.journal')
  })

  test('leaves no process', () => {
    expect(machine.processes()).toEqual([])
  })

  test.runIf(IS_ROOT)(
    'works the same where nothing but its own folders can be written, and needs no temporary ones',
    () => {
      const closed = newMachine()
      const own = ['data', 'config', 'cache'].map((name) => join(closed.folder, name))
      const scratch = join(closed.folder, 'scratch')
      for (const folder of [...own, scratch]) mkdirSync(folder)
      const namespaces = '--unshare-pid --unshare-net --cap-add ALL'
      const by = [
        ...`bwrap --ro-bind / / --dev /dev --proc /proc --bind ${scratch} /tmp ${namespaces} --die-with-parent`.split(
          ' ',
        ),
        ...`--chdir / --ro-bind ${closed.folder} ${closed.folder}`.split(' '),
        ...own.flatMap((folder) => ['--bind', folder, folder]),
        // In case this repository is in a temporary folder.
        '--ro-bind',
        PROJECT,
        PROJECT,
      ]
      const inside = <T>(words: string[]) => closed.get<T>(words, { path: `${closed.bin}:${SYSTEM}`, by })
      const report = inside<Report>(['scan'])
      expect(facts(report)).toEqual(facts(first))
      expect(inside(['list', '--all'])).toMatchObject({ total: report.tools })
      expect(inside(['show', 'good'])).toMatchObject({ name: 'good', trust: { source: 'native' } })
      // The folders that are mounted for the machine itself, and perhaps the repository.
      const shown = [closed.folder, PROJECT].map((place) => place.split('/')[2])
      expect(readdirSync(scratch)).toContain(basename(closed.folder))
      expect(readdirSync(scratch).filter((name) => !shown.includes(name))).toEqual([])
    },
  )

  test.runIf(IS_ROOT)('uses no network: without one it works the same, and makes no attempt to connect', () => {
    const lonely = newMachine()
    const report = join(lonely.folder, 'report')
    const counted = (...words: string[]) => {
      const script = `"$@" > '${report}' 2>&1; grep -E '^(Ip|Tcp|Udp):' /proc/net/snmp; cat /proc/net/snmp6`
      return ['unshare', '-n', 'sh', '-c', script, 'sh', ...words]
    }
    const attempts = (by: readonly string[], words: readonly string[] = []) =>
      attemptsIn(lonely.run(words, { path: `${lonely.bin}:${SYSTEM}`, by }).stdout)

    expect(attempts(counted('perl', join(lonely.bin, 'reaches-out'), '--'))).toBeGreaterThan(0)
    expect(attempts(counted(), ['scan', '-o', 'json'])).toBe(0)
    expect(facts((JSON.parse(readFileSync(report, 'utf8')) as { data: Report }).data)).toEqual(facts(first))
    expect(attempts(counted(), ['show', 'good'])).toBe(0)
    expect(attempts(counted(), ['search', 'what good is for'])).toBe(0)
  })
})

/** The number of attempts to send data, counted by the kernel, in a network without a route. */
function attemptsIn(counters: string): number {
  const lines = counters.split('\n')
  const wanted = ['OutRequests', 'OutNoRoutes', 'ActiveOpens', 'OutDatagrams']
  let sum = 0
  for (const [index, line] of lines.entries()) {
    const [head, ...names] = line.split(/\s+/)
    const [next, ...values] = lines[index + 1]?.split(/\s+/) ?? []
    if (head!.endsWith(':') && head === next && names[0] !== undefined && !/^\d/.test(names[0])) {
      for (const name of wanted) sum += Number(values[names.indexOf(name)] ?? 0)
    }
    if (/^Ip6Out(Requests|NoRoutes)|^Udp6OutDatagrams/.test(line)) sum += Number(names[0])
  }
  return sum
}

/**
 * Folders that change only with installations, and those of the user that a bug would write to. Not the whole home:
 * other programs write there meanwhile, and this clone may be in it.
 */
function snapshot(): Map<string, string> {
  const { homedir } = userInfo()
  const real = ['.local/share', '.config', '.cache'].map((folder) => join(homedir, folder, 'agent-tools'))
  const places = ['/etc', '/usr', '/opt', '/var/lib', '/var/cache', ...real]
  const format = '%p\\t%s\\t%T@\\t%C@\\t%m\\t%i\\n'
  const { stdout } = spawnSync('find', [...places, '-xdev', '-printf', format], { encoding: 'utf8', maxBuffer: 2e9 })
  return new Map(stdout.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line]))
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path))
}
