import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const ROUGH = `{
    "atip": "0.5",
    "name": "x",   "version": "1",
    "description": " Removes  things ",
    "commands": {
        "list": { "description": "List them", "effects": { "network": false, "filesystem": { "write": false, "delete": false } }, "examples": ["$ x list"] }
    }
}
`
const SMOOTH = ROUGH.replace('"0.5"', '{ "version": "0.5" }')
  .replace(' Removes  things ', 'Removes things')
  .replace('"$ x', '"x')

let file = ''
beforeEach(() => void (file = place.write('rough.json', ROUGH)))

interface Report {
  passed: boolean
  fixed: number
  warnings: number
  problems: { rule: string; fixable?: boolean; line: number; column: number }[]
}

test('findings have a position, and say whether they are fixable', () => {
  const { problems, passed } = place.data<Report>(['lint', 'rough.json'])
  expect(passed).toBe(true)
  expect(problems).toMatchObject([
    { rule: 'legacy-version', fixable: true, line: 2, column: 13 },
    { rule: 'description-space', fixable: true, line: 4, column: 20 },
    { rule: 'example-prompt', fixable: true, line: 6 },
  ])
  expect(readFileSync(file, 'utf8')).toBe(ROUGH)
})

test('a person sees the findings as those of validate, and what can be done', () => {
  const { stdout } = place.read(['lint', 'rough.json'])
  expect(stdout).toContain(`info[description-space]: write it as one line with single spaces
 --> rough.json:4:20  /description
   |
 4 |     "description": " Removes  things ",
   |                    ^^^^^^^^^^^^^^^^^^^
`)
  expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
    '2 warnings and 1 hint in 1 file.',
    '--fix can fix 3 of them.',
  ])
})

test('--fix changes only what it fixes, in one atomic write, and keeps the mode', () => {
  chmodSync(file, 0o640)
  const { ino } = statSync(file)
  expect(place.data<Report>(['lint', 'rough.json', '--fix'])).toMatchObject({ fixed: 3, problems: [] })
  expect(readFileSync(file, 'utf8')).toBe(SMOOTH)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  // The file was replaced by a new one.
  expect(statSync(file).ino).not.toBe(ino)
  expect(readdirSync(place.folder).filter((name) => name.includes('.tmp'))).toEqual([])
})

test('a link stays a link, and its target is fixed', () => {
  symlinkSync('rough.json', join(place.folder, 'link.json'))
  expect(place.data<Report>(['lint', 'link.json', '--fix']).fixed).toBe(3)
  expect(lstatSync(join(place.folder, 'link.json')).isSymbolicLink()).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(SMOOTH)
})

test('a file in order is left alone', () => {
  const smooth = place.write('smooth.json', SMOOTH)
  const { ino, mtimeMs } = statSync(smooth)
  expect(place.data<Report>(['lint', 'smooth.json', '--fix'])).toMatchObject({ fixed: 0, problems: [] })
  expect(statSync(smooth)).toMatchObject({ ino, mtimeMs })
})

test('--dry-run tells what --fix would do, and does nothing', () => {
  const { stdout, code } = place.read(['lint', 'rough.json', '--fix', '--dry-run'])
  expect(stdout).toBe(
    'would fix rough.json: example-prompt at /commands/list/examples/0, legacy-version at /atip, description-space at /description\n',
  )
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(ROUGH)
})

test('nothing is written where only reading is allowed', () => {
  const code = (...words: string[]) =>
    place.run(['lint', 'rough.json', ...words], { env: { TOOLI_POLICY: 'read-only' } }).code
  expect(code()).toBe(0)
  expect(code('--fix')).toBe(77)
  expect(readFileSync(file, 'utf8')).toBe(ROUGH)
})

test('a file that cannot be replaced stays as it was, and nothing is left beside it', () => {
  const path = place.write('large.json', ROUGH)
  const line = 'ulimit -f 0; "$@"'
  const { status, stderr } = spawnSync('bash', ['-c', line, 'bash', process.execPath, PROGRAM, 'lint', path, '--fix'], {
    cwd: place.folder,
    env: { PATH: process.env.PATH, HOME: place.folder },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 73, stderr: expect.stringContaining('E3100') })
  expect(readFileSync(path, 'utf8')).toBe(ROUGH)
  expect(readdirSync(place.folder).filter((other) => other.includes('large'))).toEqual(['large.json'])
})

test('a broken file is reported as validate would, and not touched', () => {
  const broken = place.write('broken.json', ROUGH.replace('"1"', '1'))
  const { code, stdout } = place.run(['lint', 'broken.json', '--fix', '-o', 'json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ data: { passed: false, errors: 1, fixed: 0 } })
  expect(readFileSync(broken, 'utf8')).toBe(ROUGH.replace('"1"', '1'))
})

test('fixing a signed file says that it must be signed again', () => {
  const signature = { type: 'minisign', bundle: 'x' }
  const document = { ...(JSON.parse(ROUGH) as object), trust: { shimIntegrity: { signature } } }
  place.write('signed.json', JSON.stringify(document))
  expect(place.run(['lint', 'signed.json', '--fix']).stderr).toContain(
    'signed.json was signed; the signature is no longer valid',
  )
})

test('rules get other levels from a file', () => {
  place.write('rules.json', '{"legacy-version": "error", "description-space": "off"}')
  const { code, stdout } = place.run(['lint', 'rough.json', '--config', 'rules.json', '-o', 'json'])
  expect(code).toBe(1)
  const { data } = JSON.parse(stdout) as { data: Report }
  expect(data.problems.map(({ rule }) => rule)).toEqual(['legacy-version', 'example-prompt'])
})

test.each([
  ['a rule that does not exist', '{"legacy-versoin": "off"}', 'did you mean "legacy-version"?'],
  ['a level that does not exist', '{"legacy-version": "warnin"}', 'did you mean "warning"?'],
  ['no object', '[]', 'must be a JSON object'],
  ['no JSON', '{', 'is not JSON'],
])('a configuration with %s is refused with 78', (_, config, message) => {
  place.write('wrong.json', config)
  const { code, stderr } = place.run(['lint', 'rough.json', '-c', 'wrong.json', '-o', 'json'])
  expect(code).toBe(78)
  expect((JSON.parse(stderr) as { error: { message: string } }).error.message).toContain(message)
})

test.each<[string, string[], number]>([
  ['nothing to look at', [], 2],
  ['standard input to be fixed', ['-', '--fix'], 2],
  ['a configuration that is not there', ['rough.json', '-c', 'nope.json'], 66],
  ['too many warnings', ['rough.json', '--max-warnings', '1'], 1],
])('%s: exit code of lint %j is %i', (_, words, code) => {
  expect(place.run(['lint', ...words], { input: ROUGH }).code).toBe(code)
})

test('the rules can be listed', () => {
  const { rules } = place.data<{ rules: { id: string; severity: string }[] }>(['lint', '--rules'])
  expect(rules.length).toBeGreaterThan(20)
  expect(rules).toContainEqual(expect.objectContaining({ id: 'legacy-version', severity: 'warning' }))
  expect(place.read(['lint', '--rules']).stdout).toContain(
    'legacy-version  warning\n  From 0.4 on, "atip" is an object.\n',
  )
})
