import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlantedMachine } from './fixtures/planted-machine.js'
import { PROGRAM } from './fixtures/start-atip.js'

const machine = new PlantedMachine()
const hasTerminal = spawnSync('script', ['--version']).status === 0
const seen = join(machine.folder, 'seen')
const pager = machine.plant('tools/pager', `#!/bin/sh\necho "paged $*"\n/bin/cat > ${seen}\n`)
const system = '/usr/bin:/bin'

/** The output for a user who types the line on a terminal of this size. */
function onTerminal(words: string, env: Record<string, string> = {}, [columns, rows] = [80, 24]): string {
  rmSync(seen, { force: true })
  const line = `stty cols ${columns} rows ${rows}; PATH='${machine.bin}' '${process.execPath}' '${PROGRAM}' ${words}`
  return execFileSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...machine.env, PATH: system, TERM: 'xterm', NO_COLOR: '1', ...env },
  }).replaceAll('\r\n', '\n')
}

beforeAll(() => {
  for (let index = 10; index < 60; index++) machine.plant(`tool${index}`, '#!/bin/sh\n')
  machine.plant('__pycache__', '#!/bin/sh\n')
  mkdirSync(join(machine.bin, 'folder'))
  machine.get(['scan'])
})
afterAll(() => machine.clear())

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test('long text goes through the pager, with its words and without a shell', () => {
    expect(onTerminal('list', { PAGER: `${pager} -x $(id)` })).toBe('paged -x $(id)\n')
    expect(readFileSync(seen, 'utf8')).toContain('tool59')
    expect(onTerminal('list', { ATIP_PAGER: pager, PAGER: '/bin/false' })).toBe('paged \n')
  })

  test.each([
    ['text that fits', 'list', {}, [80, 90]],
    ['JSON', 'list -o json', {}, [80, 24]],
    ['no pager by an empty variable', 'list', { PAGER: '' }, [80, 24]],
    ['a dumb terminal', 'list', { TERM: 'dumb' }, [80, 24]],
    ['a pager that is not installed', 'list', { PAGER: 'no-such-pager' }, [80, 24]],
  ] as [string, string, Record<string, string>, [number, number]][])('%s is printed', (_, words, env, size) => {
    const text = onTerminal(words, { PAGER: pager, ...env }, size)
    expect(text).toContain('tool59')
    expect(text).not.toContain('paged')
    expect(existsSync(seen)).toBe(false)
  })

  test('a pager that is quit at once is no failure', () => {
    const quitter = machine.plant('tools/quitter', '#!/bin/sh\nexec 0<&-\necho quit\n')
    expect(onTerminal('list; echo "code $?"', { PAGER: quitter })).toBe('quit\ncode 0\n')
  })

  test('no screen of atip is wider than 40 columns', () => {
    for (const words of ['', 'doctor || true', 'list', 'scan', "check -- 'rm -rf src'"]) {
      const lines = onTerminal(words, { PAGER: '' }, [40, 24]).split('\n')
      const isCopied = (line: string) => line.includes(machine.folder) || line.includes('atip policy allow')
      expect(lines.filter((line) => line.length > 40 && !isCopied(line))).toEqual([])
    }
  })

  test('the first screen fits on 24 rows of 80 columns', () => {
    const lines = onTerminal('').trimEnd().split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(lines.every((line) => line.length <= 80)).toBe(true)
    expect(lines.at(-1)).toContain('atip --help')
  })
})

describe('in a pipe', () => {
  test('a list is text, one tool on each line, with effects and source', () => {
    const { stdout, stderr } = machine.run(['list'])
    expect(stderr).toBe('')
    const [head, first] = stdout.split('\n')
    expect(head).toMatch(/^TOOL +EFFECTS +SOURCE +WHAT IT IS FOR$/)
    expect(first).toMatch(/^tool10 +unknown +none$/)
    expect(stdout).toContain('\n50 tools.\n')
  })

  test('caches and folders are not tools', () => {
    expect(Object.keys(machine.catalog().tools)).not.toContain('__pycache__')
    expect(Object.keys(machine.catalog().tools)).not.toContain('folder')
  })

  test('an error is printed once, on stderr', () => {
    const { stdout, stderr, code } = machine.run(['show', 'tool1000'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 66 })
    expect(stderr.split('E3210')).toHaveLength(2)
  })

  test('TOOLI_OUTPUT asks for JSON', () => {
    const { stdout } = machine.run(['list'], { env: { TOOLI_OUTPUT: 'json' } })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { total: 50 } })
  })
})

test('thousands of bad folders in PATH are one line', () => {
  const bad = Array.from({ length: 5000 }, (_, index) => `/no/such/folder${index}`)
  const { stdout } = machine.run(['scan'], { path: [machine.bin, ...bad].join(':') })
  expect(stdout).toContain('5,000 paths: does not exist (/no/such/folder0, …)')
  expect(stdout.split('\n').length).toBeLessThan(20)
})

test('folders that npm adds to PATH are skipped under npm, and nowhere else', () => {
  const added = ['node_modules/.bin', 'node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin']
  for (const folder of added) machine.plant(`project/${folder}/npm-tool-${added.indexOf(folder)}`, '#!/bin/sh\n')
  const path = [...added.map((folder) => join(machine.folder, 'project', folder)), machine.bin].join(':')
  const namesWith = (env: Record<string, string>) => {
    machine.get(['scan'], { path, env })
    return Object.keys(machine.catalog().tools).filter((name) => name.startsWith('npm-tool'))
  }
  expect(namesWith({ npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' })).toEqual([])
  expect(namesWith({})).toEqual(['npm-tool-0', 'npm-tool-1'])
})

test('a relative HOME is refused, and no folder is made', () => {
  const env = { HOME: 'relative', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' }
  for (const words of [['scan'], ['list'], ['policy', 'init'], ['check', '--', 'ls']]) {
    const { code, stderr } = machine.run(words, { env })
    expect(code).toBe(78)
    expect(stderr).toContain('HOME is "relative", which is not an absolute path')
  }
  expect(existsSync(join(machine.home, 'relative'))).toBe(false)
})

test('a disk that is full leaves no policy behind, and the next attempt works', () => {
  const file = join(machine.config, 'policy.json')
  const by = ['/bin/sh', '-c', 'trap "" XFSZ; ulimit -f 0; exec "$@"', 'sh']
  const full = machine.run(['policy', 'init'], { by })
  expect(full).toMatchObject({ code: 73, stdout: '' })
  expect(full.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'cannot be written: it would exceed the file size limit; nothing was written',
  )
  expect(machine.files(machine.config)).toEqual([])
  expect(machine.run(['policy', 'init']).code).toBe(0)
  const before = readFileSync(file, 'utf8')
  expect(machine.run(['policy', 'add', '{"decision": "deny", "tool": "curl"}'], { by }).code).toBe(73)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(machine.files(machine.config)).toEqual(['policy.json'])
  expect(machine.run(['policy', 'init'])).toMatchObject({ code: 73, stderr: expect.stringContaining('E1104') })
})

test('a file of a folder that cannot be read is reported, and the others are checked', () => {
  const folder = join(machine.folder, 'descriptions')
  mkdirSync(folder)
  // Reading it fails for every user.
  symlinkSync('/proc/self/mem', join(folder, 'a.json'))
  writeFileSync(join(folder, 'b.json'), '{}')
  const { problems } = machine.get<{ problems: { file: string; rule: string }[] }>(['validate', folder])
  expect(problems.filter(({ rule }) => rule === 'unreadable').map(({ file }) => file)).toEqual([join(folder, 'a.json')])
  expect(problems.some(({ file }) => file.endsWith('b.json'))).toBe(true)
})

test('files that vanish while a folder is checked do not stop the check', () => {
  const folder = join(machine.folder, 'vanishing')
  mkdirSync(join(folder, 'inner'), { recursive: true })
  writeFileSync(join(folder, 'a.json'), '{}')
  // A process that removes and creates files while the folder is walked.
  const line = `while :; do rm -rf inner; mkdir inner; for i in 1 2 3 4 5; do echo '{}' > inner/$i.json; done; done`
  const churn = `cd '${folder}'; (${line}) & for n in 1 2 3 4 5 6 7 8; do "$@" >/dev/null 2>>errors; echo $? >>codes; done; kill $!`
  spawnSync('/bin/bash', ['-c', churn, 'sh', process.execPath, PROGRAM, 'validate', '.'], {
    env: { ...machine.env, PATH: system },
  })
  expect(new Set(readFileSync(join(folder, 'codes'), 'utf8').trim().split('\n'))).toEqual(new Set(['1']))
  expect(readFileSync(join(folder, 'errors'), 'utf8')).toBe('')
})
