import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const event = (command: string) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: place.folder })

const DANGEROUS = 'git push --force origin main'

function decisionOf(stdout: string): string | undefined {
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision: string } }
  return answer.hookSpecificOutput?.permissionDecision
}

/** A copy of the package, damaged. */
function damagedProgram(name: string, damage: (folder: string) => void): string {
  const copy = join(place.folder, name)
  const folder = dirname(dirname(PROGRAM))
  for (const part of ['package.json', 'bin', 'dist'])
    cpSync(join(folder, part), join(copy, part), {
      recursive: true,
      // Another process may be writing its code cache.
      filter: (path) => !path.includes('unfinished-'),
    })
  damage(copy)
  return join(copy, 'bin/atip.cjs')
}

function start(program: string, input: string | Uint8Array, words = ['hook', 'claude-code']) {
  const env = { PATH: process.env.PATH, HOME: place.folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { input, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('an agent hears what the guard thinks, whatever the environment says about output', () => {
  const env = { TOOLI_OUTPUT: 'text' }
  const ask = (command: string) => place.run(['hook', 'claude-code'], { input: event(command), env })
  expect(ask('ls')).toMatchObject({ code: 0, stderr: '' })
  expect(decisionOf(ask('ls').stdout)).toBe('allow')
  expect(decisionOf(ask(DANGEROUS).stdout)).toBe('deny')
  expect(place.run(['hook', 'codex', '--ask', 'deny'], { input: event(DANGEROUS) })).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('atip refuses this'),
  })
})

test("without a HOME the user's policies count in the home that the system has for the user", () => {
  const system = place.write(
    'system.cjs',
    `require('node:os').userInfo = () => ({ homedir: ${JSON.stringify(join(place.folder, 'account'))} })`,
  )
  place.write('account/.config/agent-tools/policy.json', '{"rules": [{"decision": "deny", "tool": "ls"}]}')
  const run = (words: readonly string[], HOME: Record<string, string | undefined>) =>
    place.run(words, { input: event('ls'), env: { NODE_OPTIONS: `--require ${system}`, ...HOME } as never })
  for (const home of [{ HOME: '' }, { HOME: undefined }]) {
    expect(decisionOf(run(['hook', 'claude-code'], home).stdout)).toBe('deny')
    expect(JSON.parse(run(['check', '-o', 'raw', '--', 'ls'], home).stdout)).toMatchObject({ decision: 'deny' })
  }
})

test('a relative HOME denies every call, because the policies of the user cannot be found', () => {
  const { code, stdout, stderr } = place.run(['hook', 'claude-code'], { input: event('ls'), env: { HOME: 'relative' } })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('HOME is "relative", which is not an absolute path')
})

test('nothing is loaded for it but what judges', () => {
  const spy = place.write(
    'spy.cjs',
    `const fs = require('node:fs')
const read = []
for (const name of ['openSync', 'readFileSync']) {
  const work = fs[name]
  fs[name] = (file, ...more) => (/js$/.test(file) && read.push(file), work(file, ...more))
}
process.on('exit', () => fs.writeSync(2, JSON.stringify(read.map((file) => file.split('/').at(-1)))))`,
  )
  const words = ['--require', spy, PROGRAM, 'hook', 'claude-code']
  const { stderr } = spawnSync(process.execPath, words, { input: event('ls'), encoding: 'utf8' })
  const parser = expect.stringMatching(/^parser-\w+\.cjs$/)
  expect(JSON.parse(stderr)).toEqual(['atip.cjs', 'atip.cjs', 'hook.cjs', parser])
})

test.each<[string, string | Uint8Array]>([
  ['nothing', ''],
  ['no UTF-8', Buffer.concat([Buffer.from(event('ls').slice(0, -1)), Buffer.from([0xff, 0x7d])])],
  ['more than it reads', event(`ls ${'a'.repeat(9_000_000)}`)],
  ['half an event', event('ls').slice(0, -2)],
])('an agent that sends %s gets a denial', (_, input) => {
  const { status, stdout, stderr } = start(PROGRAM, input)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^atip could not judge this call, so it was not run: .+\n$/)
})

test('a long line is judged all the same', () => {
  const { status, stdout } = start(PROGRAM, event(`echo ${'a '.repeat(50_000)}; ${DANGEROUS}`))
  expect(status).toBe(0)
  expect(decisionOf(stdout)).toBe('deny')
})

test.each<[string, (folder: string) => void]>([
  ['without its code', (folder) => rmSync(join(folder, 'dist/atip/hook.cjs'))],
  ['with broken code', (folder) => writeFileSync(join(folder, 'dist/atip/hook.cjs'), 'module.exports = ({')],
  [
    'with code that throws',
    (folder) =>
      writeFileSync(join(folder, 'dist/atip/hook.cjs'), 'module.exports = (() => { throw new Error("no") })()'),
  ],
  [
    'with code that fails late',
    (folder) =>
      writeFileSync(
        join(folder, 'dist/atip/hook.cjs'),
        'module.exports = ({ "hook.cjs": (exports) => { exports.answer = async () => { throw new Error("no") } } })',
      ),
  ],
  ['without its beginning', (folder) => rmSync(join(folder, 'dist/atip.cjs'))],
  ['without what it knows of tools', (folder) => rmSync(join(folder, 'dist/atip/shims.table'))],
  [
    'with half of what it knows of tools',
    (folder) => writeFileSync(join(folder, 'dist/atip/shims.table'), '       9000\n{"git":['),
  ],
])('a program %s lets nothing through', (name, damage) => {
  const program = damagedProgram(name, damage)
  for (const line of ['ls', DANGEROUS]) {
    const { status, stdout, stderr } = start(program, event(line))
    const isRefused = status === 2 ? stdout === '' && stderr !== '' : status === 0 && decisionOf(stdout) === 'deny'
    expect({ line, isRefused }).toEqual({ line, isRefused: true })
  }
})

test('without the parser of the shell nothing is let through', () => {
  const program = damagedProgram('without the parser', (folder) => {
    const parts = join(folder, 'dist/atip')
    const parsers = readdirSync(parts).filter((name) => name.startsWith('parser-'))
    expect(parsers).not.toEqual([])
    for (const name of parsers) rmSync(join(parts, name))
  })
  for (const line of ['ls -la src', 'echo "$(ls)"', DANGEROUS]) {
    const { status, stdout } = start(program, event(line))
    expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: '' })
  }
})

test('what is loaded late judges as it should: policies, and code of other languages', () => {
  const home = join(place.folder, 'home')
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true })
  const policy = join(home, '.config/agent-tools/policy.json')
  const decision = (line: string, text: string) => {
    writeFileSync(policy, text)
    const env = { PATH: process.env.PATH, HOME: home }
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'hook', 'claude-code'], { input: event(line), env })
    return decisionOf(stdout.toString())
  }
  expect(decision('ls', '{"rules":[{"decision":"deny","command":"ls"}]}')).toBe('deny')
  expect(decision('pwd', '{"rules":[{"decision":"deny","command":"ls"}]}')).toBe('allow')
  expect(decision('pwd', '{"rules":[')).toBe('deny')
  expect(decision("awk 'BEGIN { print 1 }'", '{}')).toBe('allow')
  expect(decision(`python3 -c 'import shutil; shutil.rmtree("/srv/a")'`, '{}')).toBe('deny')
})

/** The code cache of the program in a folder: the files of the hook, with their inodes. */
function cacheIn(folder: string): string[] {
  const names = existsSync(cacheFolder(folder)) ? readdirSync(cacheFolder(folder)) : []
  const ours = names.filter((name) => /^(?:hook|parser)/.test(name))
  return ours.map((name) => `${name} ${statSync(join(cacheFolder(folder), name)).ino}`)
}

const cacheFolder = (folder: string) =>
  join(folder, 'dist/atip/code', `${process.version}-${process.platform}-${process.arch}`)

const withoutCache = (folder: string) => rmSync(join(folder, 'dist/atip/code'), { recursive: true, force: true })

// Newer versions of Node have their own code cache, which we do not test.
const isOurCache = !('enableCompileCache' in process.getBuiltinModule('node:module'))

test.runIf(isOurCache)('the code cache is beside the program, and after a few calls it stays as it is', () => {
  const program = damagedProgram('as it is published', withoutCache)
  const folder = dirname(dirname(program))
  const words = ['--stack-size=900', program, 'hook', 'claude-code']
  expect(spawnSync(process.execPath, words, { input: event('ls') }).status).toBe(0)
  expect(cacheIn(folder)).toEqual([])
  const lines = ['ls', DANGEROUS, 'if true; then ls; fi']
  const answers = lines.map((line) => start(program, event(line)))
  for (let run = 0; run < 5; run++) for (const line of lines) start(program, event(line))
  const cached = cacheIn(folder)
  expect(cached).toHaveLength(2)
  expect(lines.map((line) => start(program, event(line)))).toEqual(answers)
  expect(answers.map(({ stdout }) => decisionOf(stdout))).toEqual(['allow', 'deny', 'allow'])
  expect(cacheIn(folder)).toEqual(cached)
})

test.runIf(isOurCache)('a code cache that V8 rejects is written anew, and one of another source is never used', () => {
  const program = damagedProgram('with another cache', withoutCache)
  const folder = dirname(dirname(program))
  start(program, event('ls'))
  const [name = ''] = cacheIn(folder)[0]!.split(' ')
  const file = join(cacheFolder(folder), name)
  const code = readFileSync(file)
  writeFileSync(file, 'not code')
  expect(decisionOf(start(program, event(DANGEROUS)).stdout)).toBe('deny')
  expect(readFileSync(file).length).toBeGreaterThan(code.length / 2)
  const hook = join(folder, 'dist/atip/hook.cjs')
  const source = readFileSync(hook, 'utf8').replace('atip refuses this', 'ATIP REFUSES THIS')
  writeFileSync(hook, source.slice(0, -16).padEnd(source.length, '0'))
  expect(start(program, event(DANGEROUS)).stdout).toContain('ATIP REFUSES THIS')
})

test('a program that may write nothing beside itself answers all the same', () => {
  const program = damagedProgram('that is read-only', (folder) => {
    withoutCache(folder)
    writeFileSync(join(folder, 'dist/atip/code'), 'in the way')
  })
  expect(start(program, event('ls'))).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('allow') })
})

test('an answer that cannot be written is a failure', () => {
  const line = `{ sleep 0.2; printf '%s' "$3" | "$1" "$2" hook claude-code; echo $? >status; } | true; wait`
  spawnSync('bash', ['--norc', '-c', line, 'bash', process.execPath, PROGRAM, event('ls')], { cwd: place.folder })
  expect(readFileSync(join(place.folder, 'status'), 'utf8')).toBe('2\n')
})

test('words that are not those of a hook are never taken for one', () => {
  for (const words of [['hook'], ['hook', 'vim'], ['hook', 'codex', '--ask', 'nobody'], ['hook', 'codex', '-v']]) {
    const { status, stdout } = start(PROGRAM, event('ls'), words)
    expect({ words, isFine: status !== 0 || stdout.includes('"ok": false') }).toEqual({ words, isFine: true })
  }
})

test('the settings are in the language of each agent, and start what they say', () => {
  const settings = (agent: string) =>
    place.data<{ file: string; text: string }>([
      'hook',
      agent,
      '--print-settings',
      '--program',
      '/opt/a b/atip',
      '-o',
      'json',
    ])
  const commands: string[] = []
  for (const agent of ['claude-code', 'gemini', 'cursor']) {
    const { text } = settings(agent)
    JSON.parse(text, (key, value: unknown) => (key === 'command' ? commands.push(value as string) : value))
  }
  const { text: toml } = settings('codex')
  commands.push(JSON.parse(/^command = (".*")$/m.exec(toml)![1]!) as string)
  const { text: plugin } = settings('opencode')
  mkdirSync(join(place.folder, 'plugin'))
  const file = place.write('plugin/atip.mjs', plugin)
  expect(spawnSync(process.execPath, ['--check', file]).status).toBe(0)
  commands.push(JSON.parse(/^const COMMAND = (".*")$/m.exec(plugin)![1]!) as string)

  // Cursor has a separate event for each kind of call.
  expect(commands).toHaveLength(7)
  for (const command of commands) {
    expect(command).toContain('/opt/a b/atip')
    // The program does not exist, which results in a denial.
    expect(spawnSync('sh', ['-c', command], { input: '' }).status).toBe(2)
  }
})
