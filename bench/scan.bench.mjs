/**
 * The cost of scans and lookups: the first scan compared with hashing the same files by openssl, a scan without changes
 * compared with `find`, and the lookup of a tool, among few and among many, compared with an empty Node process.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareProcesses } from './measure.mjs'
import { installInto } from './peers.mjs'

export async function* run() {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'))
  try {
    cpSync(installInto(`${home}/packed`, 'atip'), `${home}/atip`, { recursive: true })
    writeFileSync(`${home}/bare.cjs`, '')
    // Through env, like the others.
    const bare = ['env', process.execPath, `${home}/bare.cjs`]
    const { files, folders, tools } = firstScan(home)
    yield { title: `first scan: ${tools} tools, ${megabytes(files)} MB`, rows: firstScans(home, files) }
    yield { title: 'scan without changes, and without what Node needs to start', rows: rescans(home, bare, folders) }
    yield { title: 'look one tool up in a new process', rows: lookups(home, bare) }
    yield { title: 'if every program were run to find out', rows: runningAll(home, tools) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const atip = (home, ...words) => [process.execPath, `${home}/atip/bin/atip.cjs`, ...words]

/** A separate machine: nothing of the user's is read or changed. */
function placesIn(folder) {
  return Object.entries({ DATA: 'data', CONFIG: 'config', CACHE: 'cache' }).map(
    ([name, part]) => `ATIP_${name}_DIR=${folder}/${part}`,
  )
}

/** PATH without the folders that npm prepends. */
const PATH = process.env.PATH.split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':')

const within = (folder, argv) => ['env', `PATH=${PATH}`, ...placesIn(folder), ...argv]

function firstScan(home) {
  const [command, ...words] = within(`${home}/machine`, atip(home, 'scan', '--output', 'json'))
  const { data } = JSON.parse(execFileSync(command, words, { encoding: 'utf8', maxBuffer: 2 ** 28 }))
  const { tools } = JSON.parse(readFileSync(`${home}/machine/data/registry.json`, 'utf8'))
  const parts = Object.values(tools).flatMap(({ path, 'x-atip': { file } }) => [
    file.path ?? path,
    ...(file.launches ?? []).filter(({ identity }) => identity !== 'absent').map((part) => part.path),
  ])
  return { files: [...new Set(parts)], folders: data.folders.map(({ path }) => path), tools: data.tools }
}

function megabytes(files) {
  const sizes = execFileSync('xargs', ['-0', 'stat', '-Lc', '%s'], { input: files.join('\0'), encoding: 'utf8' })
  return Math.round(sizes.split('\n').reduce((sum, size) => sum + Number(size), 0) / 1e6)
}

function firstScans(home, files) {
  writeFileSync(`${home}/files`, files.join('\0'))
  const anew = `${home}/anew`
  const script = `rm -rf ${anew}; exec "$@"`
  const hash = `xargs -0 openssl dgst -sha256 < ${home}/files`
  return compareProcesses(
    {
      'openssl dgst -sha256': ['bash', '-c', hash],
      'atip scan, all new': ['bash', '-c', script, 'bash', ...within(anew, atip(home, 'scan'))],
    },
    { rounds: 7, batch: 1 },
  )
}

function rescans(home, bare, folders) {
  const stat = '%D %i %s %T@ %C@ %m %U %p\\n'
  const rows = compareProcesses({
    find: ['find', ...folders, '-maxdepth', '1', '-printf', stat],
    'bare node': bare,
    'atip scan, nothing new': within(`${home}/machine`, atip(home, 'scan')),
  })
  const [find, node, scan] = rows
  const ms = scan.ms - node.ms
  return [...rows, { name: 'the same without bare node', ms, ratio: ms / find.ms }]
}

/** Catalogs with this many commands, a hundred per tool; the lookup finds one of them. */
function lookups(home, bare) {
  const cases = { 'bare node': bare }
  for (const commands of [100, 100_000]) {
    const machine = `${home}/with-${commands}`
    plantTools(machine, commands / 100)
    const within100 = (...words) => ['env', `PATH=${machine}/bin`, ...placesIn(machine), ...atip(home, ...words)]
    const [command, ...words] = within100('scan')
    execFileSync(command, words, { stdio: 'ignore' })
    cases[`atip show, ${commands} commands`] = within100('show', 'tool0')
  }
  return compareProcesses(cases)
}

/** Programs with the descriptions that probing them would give. */
function plantTools(machine, count) {
  for (const folder of ['bin', 'data/tools']) mkdirSync(join(machine, folder), { recursive: true })
  for (let number = 0; number < count; number++) {
    const name = `tool${number}`
    const bytes = `#!/bin/sh\necho ${name}\n`
    writeFileSync(join(machine, 'bin', name), bytes, { mode: 0o755 })
    writeFileSync(join(machine, 'data/tools', `${name}.json`), JSON.stringify(describe(name, bytes)))
  }
}

function describe(name, bytes) {
  const commands = {}
  for (let number = 0; number < 100; number++) {
    commands[`command${number}`] = {
      description: `Does thing ${number} to what it is given`,
      options: [{ name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Do not ask' }],
      effects: { network: number % 2 === 0, destructive: number % 7 === 0 },
    }
  }
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const description = { atip: { version: '0.6' }, name, version: '1.0.0', description: 'A tool', commands }
  return { ...description, binary: { hash, name } }
}

/** Ordinary programs, run in the sandbox; some others never end. */
const ASKED = ['ls', 'cat', 'cp', 'mv', 'sort', 'uniq', 'head', 'tail', 'wc', 'cut', 'tr', 'date', 'du', 'df', 'stat']

function runningAll(home, tools) {
  const machine = `${home}/machine`
  const forget = `rm -rf ${machine}/cache/generated ${machine}/cache/known; exec "$@"`
  const asked = within(machine, atip(home, 'scan', ...ASKED.flatMap((name) => ['--describe', name]), '--depth', '0'))
  const [scan, help] = compareProcesses(
    {
      'atip scan, nothing new': within(machine, atip(home, 'scan')),
      [`--help of ${ASKED.length} tools`]: ['bash', '-c', forget, 'bash', ...asked],
    },
    { rounds: 5, batch: 1 },
  )
  const each = (help.ms - scan.ms) / ASKED.length
  const all = each * tools
  return [scan, help, { name: `--help of all ${tools}, as far as they end`, ms: all, ratio: all / scan.ms }]
}
