import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, type Catalog, description, PlantedMachine, STEERING } from './fixtures/planted-machine.js'
import { isSkipped } from './fixtures/sandbox-people.js'
import type { Run } from './fixtures/start-atip.js'

interface Report {
  tools: number
  added: string[]
  known: { native: number }
  folders: { path: string; programs: number }[]
  probed: { name: string; outcome: string; reason: string; isKnown: boolean }[]
  skipped: { path: string; reason: string }[]
}

const CROWD = 20_000
const long = 'n'.repeat(4_000)
const say = (text: string) => `#!/usr/bin/perl\n# atip\n${text}`

/** Each mentions atip, so each is probed; with the outcome, and a part of the reported reason. */
const HOSTILE: Readonly<Record<string, { text: string | Uint8Array; outcome: string; reason: string }>> = {
  floods: { text: say(`print 'x' x 65536 while 1;`), outcome: 'flooded', reason: 'more than 8 MiB' },
  'floods-stderr': { text: say(`print STDERR 'x' x 65536 while 1;`), outcome: 'flooded', reason: 'more than 8 MiB' },
  'never-ends': {
    text: say(`$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT); sleep 1 while 1;`),
    outcome: 'timed-out',
    reason: 'did not answer within 5 s',
  },
  daemon: {
    text: say(`use POSIX 'setsid'; if (!fork) { setsid; if (!fork) { close STDOUT; close STDERR; sleep 600 } exit }
wait; print 'no JSON'`),
    outcome: 'not-described',
    reason: 'no JSON',
  },
  impostor: { text: answering(JSON.stringify(description('git'))), outcome: 'refused', reason: 'calls itself "git"' },
  climber: {
    text: answering(JSON.stringify(description('../../../etc/cron.d/climber'))),
    outcome: 'refused',
    reason: '/name',
  },
  steering: { text: answering(JSON.stringify(description('a\u001b[2Jb\r\u202e'))), outcome: 'refused', reason: 'name' },
  wordy: { text: answering(JSON.stringify(description(long))), outcome: 'refused', reason: 'name' },
  'steering-commands': {
    text: answering(
      JSON.stringify(
        description('steering-commands', { commands: { 'x\u001b]0;owned\u0007': { description: 'x', effects: {} } } }),
      ),
    ),
    outcome: 'refused',
    reason: 'control characters',
  },
  'not-utf-8': {
    text: Buffer.concat([
      Buffer.from(`#!/bin/sh\n# atip\n/bin/cat <<'END'\n{"atip":{"version":"0.6"},"name":"not-utf-8`),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from(`","version":"1","description":"x","commands":{}}\nEND\n`),
    ]),
    outcome: 'not-described',
    reason: 'UTF-8',
  },
  future: {
    text: answering(JSON.stringify(description('future', { atip: { version: '7.0' }, commands: ['anew'] }))),
    outcome: 'refused',
    reason: 'ATIP 7.0',
  },
  huge: {
    text: say(`print '{"atip":{"version":"0.6"},"name":"huge","version":"1","description":"x","commands":{';
print '"c', $_, '":{"description":"', 'x' x 1000, '","effects":{}},' for 1 .. 50_000; print '"z":{"description":"z"}}}';`),
    outcome: 'flooded',
    reason: 'more than 8 MiB',
  },
  'deletes-its-folder': {
    text: `#!/bin/sh\n# atip\n/bin/rm -rf -- "$PWD" "$HOME" "\${0%/*}"/* /tmp/* 2>/dev/null; echo done\n`,
    outcome: 'not-described',
    reason: 'no JSON',
  },
  'proto-names': {
    text: answering(
      '{"atip":{"version":"0.6"},"name":"__proto__","version":"1","description":"x","__proto__":{"x":1}}',
    ),
    outcome: 'refused',
    reason: 'calls itself "__proto__"',
  },
}

describe.skipIf(isSkipped)('a scan among programs that mean harm', () => {
  const machine = new PlantedMachine()
  const others = ['crowd', 'open'].map((name) => join(machine.folder, name))
  const path = [machine.bin, ...others, '.', '', 'relative', join(machine.folder, 'not-there')].join(':')
  const bystander = join(machine.folder, 'bystander')
  let whole: Run
  let report: Report
  let catalog: Catalog
  let before: string[]

  beforeAll(() => {
    for (const [name, { text }] of Object.entries(HOSTILE)) machine.plant(name, text)
    machine.plant('good', answering(JSON.stringify(description('good'))))
    machine.plant('also-good', answering(JSON.stringify(description('also-good'))))
    machine.plant('plain', '#!/bin/sh\nexit 0\n')
    machine.plant('raised', answering(JSON.stringify(description('raised'))), 0o4755)
    machine.plant('everyones', answering(JSON.stringify(description('everyones'))), 0o777)
    machine.plant('\u001b[31mred\n', '#!/bin/sh\n# atip\n')
    machine.plant('turned\u202egpj', '#!/bin/sh\n# atip\n')
    writeFileSync(
      Buffer.concat([Buffer.from(`${machine.bin}/`), Buffer.from([0x61, 0xff, 0xfe])]),
      '#!/bin/sh\n# atip\n',
      {
        mode: 0o755,
      },
    )
    execFileSync('mkfifo', ['-m', '755', join(machine.bin, 'pipe')])
    symlinkSync('/not/there/atip', join(machine.bin, 'dangling'))
    symlinkSync('circle-b', join(machine.bin, 'circle-a'))
    symlinkSync('circle-a', join(machine.bin, 'circle-b'))
    mkdirSync(others[0]!)
    for (let index = 0; index < CROWD; index++)
      linkSync(join(machine.bin, 'plain'), join(others[0]!, `member-${index}`))
    mkdirSync(others[1]!)
    machine.plant('open/in-the-open', answering(JSON.stringify(description('in-the-open'))))
    chmodSync(others[1]!, 0o777)
    machine.plant('home/here', answering(JSON.stringify(description('here'))))
    writeFileSync(bystander, 'untouched')
    before = machine.files()
    whole = machine.run(['scan', '-o', 'json'], { path })
    report = (JSON.parse(whole.stdout) as { data: Report }).data
    catalog = machine.catalog()
  }, 120_000)
  afterAll(() => machine.clear(), 120_000)

  const reasonFor = (place: string) => report.skipped.filter(({ path: skipped }) => skipped === place)

  test('ends, and finds the good ones', () => {
    expect(whole.code).toBe(0)
    const described = report.probed.filter(({ outcome }) => outcome === 'described').map(({ name }) => name)
    expect(described.sort()).toEqual(['also-good', 'good', 'raised'])
    const native = machine.get<{ tools: { name: string }[] }>(['list', '--source', 'native'])
    expect(native.tools.map(({ name }) => name)).toEqual(['also-good', 'good', 'raised'])
    expect(report.added).toContain('plain')
    expect(report.folders).toContainEqual({ path: others[0], programs: CROWD })
  })

  test.each(Object.entries(HOSTILE))('says of %s what came of asking it', (name, { outcome, reason }) => {
    const told = report.probed.find((one) => one.name === name)
    expect(told).toMatchObject({ outcome, reason: expect.stringContaining(reason) })
    expect(told!.reason.length).toBeLessThan(700)
    expect(catalog.tools[name]).toMatchObject({ source: 'unknown' })
  })

  test.each<[string, string, string]>([
    ['a pipe', 'bin/pipe', 'is a pipe'],
    ['a link that leads nowhere', 'bin/dangling', 'is a link to a file that does not exist'],
    ['a link that leads to itself', 'bin/circle-a', 'leads in a circle'],
    ['a file that everyone can write', 'bin/everyones', 'can be written by everyone'],
    ['a folder that everyone can write', 'open', 'can be written by everyone'],
    ['a folder that is not there', 'not-there', 'does not exist'],
  ])('passes over %s and says why', (_, place, reason) => {
    expect(reasonFor(join(machine.folder, place))).toEqual([
      { path: join(machine.folder, place), reason: expect.stringContaining(reason) },
    ])
  })

  test('never looks where PATH means the current folder', () => {
    expect(reasonFor('.')[0]!.reason).toContain('depends on the current folder')
    expect(reasonFor('')[0]!.reason).toContain('means the current folder')
    expect(reasonFor('relative')[0]!.reason).toContain('depends on the current folder')
    expect(catalog.tools).not.toHaveProperty('here')
  })

  test('reports names that cannot be typed, without repeating them', () => {
    const reasons = reasonFor(machine.bin).map(({ reason }) => reason)
    expect(reasons).toContainEqual(expect.stringContaining('red'))
    expect([...reasons, ...report.skipped.map(({ reason }) => reason)].join('\n')).toContain('not UTF-8')
    expect(Object.keys(catalog.tools).filter((name) => STEERING.test(name))).toEqual([])
  })

  test('leaves no process and no file behind, and kills no other process', () => {
    expect(machine.processes()).toEqual([])
    const now = machine.files().filter((file) => !/^(data|cache)(\/|$)/.test(file))
    expect(now).toEqual(before)
    expect(readFileSync(bystander, 'utf8')).toBe('untouched')
  })

  test('keeps a catalog of which no path leads outside', () => {
    const places = Object.values(catalog.tools).map((tool) => tool.path)
    expect(places.filter((place) => resolve(place) !== place)).toEqual([])
    expect(new Set(places.map((place) => dirname(place)))).toEqual(new Set([machine.bin, others[0]]))
    for (const file of machine.files(machine.data))
      expect(file).toMatch(/^(registry\.json|tools(\/sha256-[0-9a-f]{64}\.json)?)$/)
    expect(Object.keys(catalog.tools)).toHaveLength(report.tools)
  })

  test('prints nothing that steers a terminal, in no form and by no command', () => {
    // A catalog without the many programs, which do not matter here: reading it takes every command half a second.
    const env = { ATIP_DATA_DIR: join(machine.folder, 'data/without-crowd') }
    const lines = [
      ['scan'],
      ['list', '--all', '--max', '100'],
      ['list', '--all', '--max', '100', '-o', 'text'],
      ['scan', '-o', 'text'],
      ['doctor', '-o', 'text'],
      ['show', 'steering', '-o', 'text'],
      ['show', 'steering-commands', '--offline'],
      ['search', 'steering'],
      ['probe', 'steering', '-o', 'text'],
      ['hash', 'steering', '-o', 'text'],
    ]
    const printed = lines.map((line) => {
      const { stdout, stderr } = machine.run(line, { env })
      return { line, isSilent: stdout + stderr === '', isSteering: STEERING.test(stdout + stderr) }
    })
    expect(printed).toEqual(lines.map((line) => ({ line, isSilent: false, isSteering: false })))
  })

  test('asks none of them a second time, as long as they stay the same', () => {
    const answers = () =>
      [join(machine.cache, 'probes'), join(machine.data, 'tools')].flatMap((folder) =>
        readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mtimeMs]),
      )
    const before = answers()
    const again = machine.get<Report>(['scan'])
    expect(again).toMatchObject({ added: [], changed: [], gone: [] })
    expect(again.probed.filter(({ isKnown }) => !isKnown)).toEqual([])
    expect(answers()).toEqual(before)
  })

  test('looks where others can write only if it is told to', () => {
    const told = machine.get<Report>(['scan', '--allow-path', others[1]!])
    expect(told.added).toEqual(['in-the-open'])
    expect(told.probed.find(({ name }) => name === 'in-the-open')).toMatchObject({ outcome: 'described' })
  })
})
