import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIT, Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const GOOD = { atip: { version: '0.6' }, name: 'x', version: '1', description: 'Does things' }
const good = JSON.stringify(GOOD)
const BAD = `{
  "atip": { "version": "0.6" },
  "name": "x", "version": 2,
  "description": "Does things", "efects": {}
}
`

beforeAll(() => {
  place.write('good.json', good)
  place.write('bad.json', BAD)
  symlinkSync('circle.json', join(place.folder, 'circle.json'))
})

interface Report {
  passed: boolean
  files: number
  errors: number
  warnings: number
  problems: {
    file: string
    line: number
    column: number
    severity: string
    rule: string
    pointer: string
    message: string
  }[]
}

test('a file that is named by a hash must describe the program with this hash', () => {
  const [hex, other] = ['a'.repeat(64), 'b'.repeat(64)] as const
  const shim = (hash: string) =>
    JSON.stringify({ ...(JSON.parse(good) as object), binary: { name: 'x', version: '1', hash } })
  const rulesFor = (hash: string) => {
    place.write(`${hex}.json`, shim(hash))
    return place.data<Report>(['validate', `${hex}.json`]).problems.map(({ rule }) => rule)
  }
  expect(rulesFor(`sha256:${hex}`)).not.toContain('shim-name')
  expect(rulesFor(`sha256:${other}`)).toContain('shim-name')
  rmSync(`${place.folder}/${hex}.json`)
})

test('a person sees what is wrong, where, and the place itself', () => {
  expect(place.read(['validate', 'bad.json'])).toEqual({
    code: 1,
    stderr: '',
    stdout: `error[wrong-type]: "version" must be a string, for example "1.0.0"; found 2
 --> bad.json:3:27  /version
   |
 3 |   "name": "x", "version": 2,
   |                           ^

warning[unknown-key]: "efects" is not a field of ATIP here; did you mean "effects"?
 --> bad.json:4:33  /efects
   |
 4 |   "description": "Does things", "efects": {}
   |                                 ^^^^^^^^

1 error and 1 warning in 1 file.
`,
  })
})

test('a program gets every problem with its file and place', () => {
  const { stdout, stderr, code } = place.run(['validate', 'good.json', 'bad.json', '-o', 'json'])
  expect(code).toBe(1)
  expect(stderr).toBe('')
  const document = JSON.parse(stdout) as { ok: boolean; data: Report }
  expect(document.ok).toBe(true)
  expect(document.data).toMatchObject({ passed: false, files: 2, errors: 1, warnings: 1 })
  expect(document.data.problems).toMatchObject([
    { file: 'bad.json', line: 3, column: 27, severity: 'error', rule: 'wrong-type', pointer: '/version' },
    { file: 'bad.json', line: 4, column: 33, severity: 'warning', rule: 'unknown-key', pointer: '/efects' },
  ])
})

test.each<[string, string[], number]>([
  ['a file in order', ['good.json'], 0],
  ['a file with an error', ['bad.json'], 1],
  ['warnings', ['warns.json'], 0],
  ['as many warnings as allowed', ['warns.json', '--max-warnings', '1'], 0],
  ['more warnings than allowed', ['warns.json', '--max-warnings', '0'], 1],
  ['a file that authors should not write', ['hard-to-use.json'], 0],
  ['the same in the strict profile', ['hard-to-use.json', '--profile', 'strict'], 1],
  ['no file at all', [], 2],
  ['an option that does not exist', ['good.json', '--profil', 'strict'], 2],
  ['a profile that does not exist', ['good.json', '--profile', 'strikt'], 2],
  ['a file that is not there', ['god.json'], 66],
  ['a pattern that fits nothing', ['*.jsonc'], 66],
  ['a folder without descriptions', ['empty-folder'], 66],
  ['a file below a file', ['good.json/x.json'], 66],
  ['a link that leads in a circle', ['circle.json'], 66],
])('%s: exit code of validate %j is %i', (_, words, code) => {
  place.write('warns.json', JSON.stringify({ ...GOOD, efects: {} }))
  place.write(
    'hard-to-use.json',
    JSON.stringify({ ...GOOD, globalOptions: [{ name: 'a', flags: ['-a'], type: 'boolean' }] }),
  )
  mkdirSync(join(place.folder, 'empty-folder'), { recursive: true })
  expect(place.run(['validate', ...words]).code).toBe(code)
})

test('a name that is nearly right is recognised', () => {
  expect(place.read(['validate', 'god.json']).stderr).toContain('fix: Did you mean "good.json"?')
  expect(JSON.parse(place.run(['validate', 'good.json', '-o', 'json', '--profile', 'strct']).stdout)).toMatchObject({
    ok: false,
    error: {
      suggestion: { example: 'atip validate good.json -o json --profile strict', applicability: 'machine_applicable' },
    },
  })
})

test('- is standard input', () => {
  expect(place.run(['validate', '-'], { input: good }).code).toBe(0)
  const { problems } = place.data<Report>(['validate', 'good.json', '-'], { input: BAD })
  expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['-']))
})

test('two megabytes that come slowly through a pipe are read to the end', () => {
  const description = JSON.stringify({ ...GOOD, 'x-filler': 'a'.repeat(2_000_000) })
  place.write('big.json', description)
  const line = `{ head -c 1000 big.json; sleep 0.2; tail -c +1001 big.json; } | "$1" "$2" validate - -o json`
  const { status, stdout } = spawnSync('bash', ['--norc', '-c', line, 'bash', process.execPath, PROGRAM], {
    cwd: place.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(JSON.parse(stdout)).toMatchObject({ data: { passed: true } })
  expect(status).toBe(0)
})

test('patterns and folders are expanded without a shell, and every file is looked at once', () => {
  for (const name of ['a.json', 'deep/b.json', 'deep/er/c.json', 'deep/note.txt', 'node_modules/d.json']) {
    place.write(`shims/${name}`, name.endsWith('.txt') ? 'no' : good)
  }
  const files = (...words: string[]) => place.data<Report>(['validate', ...words]).files
  expect(files('shims/**/*.json')).toBe(3)
  expect(files('shims')).toBe(3)
  expect(files('shims/', 'shims/a.json', 'shims/*.json')).toBe(3)
  expect(files('shims/{a,deep/b}.json')).toBe(2)
})

test('a thousand files are one run, with a summary', () => {
  for (let index = 0; index < 1000; index++) {
    place.write(`many/tool-${index}.json`, index % 100 === 7 ? BAD : good)
  }
  const { code, stdout } = place.run(['validate', 'many', '-o', 'json'])
  const { data } = JSON.parse(stdout) as { data: Report }
  expect(data).toMatchObject({ passed: false, files: 1000, errors: 10, warnings: 10 })
  expect(new Set(data.problems.map(({ file }) => file)).size).toBe(10)
  expect(code).toBe(1)
  expect(place.read(['validate', 'many']).stdout.trimEnd().split('\n').at(-1)).toBe(
    '10 errors and 10 warnings in 1,000 files.',
  )
})

test.each<[string, string | Uint8Array, string, string, number]>([
  ['text that is not JSON', '{"atip": ]', 'json-syntax', 'expected a value, found "]"', 1],
  ['an empty file', '', 'json-syntax', 'the text is empty; a description is a JSON object', 1],
  ['a list', '[]', 'wrong-type', 'must be an object; found an array', 1],
  ['a number', '42', 'wrong-type', 'must be an object; found 42', 1],
  ['bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]), 'not-utf8', 'the bytes are not UTF-8', 1],
  ['UTF-16', Buffer.from(`\uFEFF${good}`, 'utf16le'), 'not-utf8', 'the bytes are not UTF-8', 1],
  ['a byte order mark', `\uFEFF${good}`, 'json-bom', 'byte order mark', 0],
  ['a key twice', `{"name": 1, ${good.slice(1)}`, 'json-duplicate-key', 'the key "name" appears twice', 1],
])('%s is told in plain words', (_, content, rule, message, code) => {
  place.write('odd.json', content)
  const { problems } = place.data<Report>(['validate', 'odd.json'])
  const problem = problems.find((one) => one.rule === rule)
  expect(problem?.message).toContain(message)
  expect(problem).toMatchObject({ file: 'odd.json', line: expect.any(Number), column: expect.any(Number) })
  const { code: found, stdout } = place.read(['validate', 'odd.json'])
  expect(found).toBe(code)
  expect(stdout).toContain(`[${rule}]:`)
  // Content of a file must never control the terminal.
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})

test('ten megabytes in one line are read, and the place is shown within the width of a line', () => {
  const commands = Object.fromEntries(
    Array.from({ length: 60_000 }, (_, index) => [
      `command-${index}`,
      { description: 'Does something that takes many words to tell'.repeat(3) },
    ]),
  )
  const text = JSON.stringify({ ...GOOD, commands: { ...commands, last: { description: 1 } } })
  expect(text.length).toBeGreaterThan(10_000_000)
  place.write('huge.json', text)
  const { stdout, code } = place.read(['validate', 'huge.json'])
  expect(code).toBe(1)
  expect(stdout).toContain('"description" must be a string')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(400)
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is told, and exits with 66', () => {
  chmodSync(place.write('locked.json', good), 0)
  expect(place.run(['validate', 'locked.json'])).toMatchObject({ code: 66, stderr: expect.stringContaining('E1101') })
})

test('a closed pipe is no error, and the exit code is kept', () => {
  const line = `"$1" "$2" validate bad.json many -o json | head -c 10; echo " \${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line, 'bash', process.execPath, PROGRAM], {
    cwd: place.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect({ stdout, stderr }).toEqual({ stdout: '{"ok":true 1\n', stderr: '' })
})

test('looking at files changes none of them', () => {
  const before = readFileSync(join(place.folder, 'bad.json'), 'utf8')
  const env = { TOOLI_POLICY: 'read-only' }
  expect(place.run(['validate', 'bad.json', GIT], { env }).code).toBe(1)
  expect(readFileSync(join(place.folder, 'bad.json'), 'utf8')).toBe(before)
})
