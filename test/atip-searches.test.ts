import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const LINES = [
  { name: 'git', description: 'Distributed version control system.' },
  { name: 'git clean', description: 'Remove untracked files from the working tree.', params: 'force dry-run' },
  { name: 'git push', description: 'Send commits to a remote repository.', platform: 'common' },
  { name: 'rm', description: 'Remove files or directories.' },
  { name: 'more', description: 'Page through a text.' },
  { name: 'frob', description: 'Handle widgets.', tool: 'frob', sub: null, params: 'quarantine put widgets aside' },
]
const CATALOG = place.write('catalog.jsonl', `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n`)
const SEARCH = ['search', '--catalog', CATALOG]

interface Report {
  query: string
  hits: { name: string; tool: string; command: string; verdict: string; matched: object[]; why?: string }[]
  total: number
  included: number
  omitted?: object
}

const names = (words: readonly string[]) => place.data<Report>([...SEARCH, ...words]).hits.map(({ name }) => name)

describe('a query', () => {
  test('is answered with commands, why they fit, and what they do', () => {
    const report = place.data<Report>([...SEARCH, 'erase', 'untracked', 'files', '--limit', '1', '-v'])
    expect(report).toEqual({
      query: 'erase untracked files',
      hits: [
        {
          name: 'git clean',
          tool: 'git',
          command: 'clean',
          description: 'Remove untracked files from the working tree.',
          verdict: 'unknown',
          effects: {},
          score: expect.any(Number),
          matched: [
            { word: 'untracked', field: 'description' },
            { word: 'files', field: 'description' },
            { word: 'erase', field: 'description', synonym: 'remove' },
          ],
          why: 'untracked, files, erase (as remove) in its description',
        },
      ],
      total: 2,
      included: 1,
      omitted: { reason: 'size-limited', safetyAssumption: 'unknown' },
    })
  })

  test('may be one word or several, a name, a word that otherwise says nothing, or of one tool', () => {
    expect(names(['erase untracked files'])).toEqual(names(['erase', 'untracked', 'files']))
    expect(names(['quarantine'])).toEqual(['frob'])
    expect(names(['more'])[0]).toBe('more')
    expect(names(['remove files', '--tool', 'git'])).toEqual(['git clean'])
  })

  test('that fits nothing has no hits, which is no failure', () => {
    const { code, stdout } = place.read([...SEARCH, 'xylophone'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Nothing matches "xylophone". Try other words, or: atip list\n',
    })
  })

  test('is answered with a line for each hit where a person looks', () => {
    expect(place.read([...SEARCH, 'remove files', '-v']).stdout).toBe(
      [
        'rm         unknown  Remove files or directories.',
        '           remove, files in its description',
        'git clean  unknown  Remove untracked files from the working tree.',
        '           remove, files in its description',
        '',
      ].join('\n'),
    )
  })

  test.each<[string, string[], number, string, string]>([
    ['empty', [...SEARCH], 2, 'E1005', 'give a query'],
    ['blank', [...SEARCH, '  '], 2, 'E1005', 'give a query'],
    ['of words that say nothing', [...SEARCH, 'the', 'of', 'with'], 2, 'E1004', 'no word of the query'],
    ['of signs', [...SEARCH, '\u0001\u0002 ?!'], 2, 'E1004', 'no word of the query'],
    ['too long', [...SEARCH, 'remove '.repeat(3000)], 2, 'E1004', 'at most 10000 are allowed'],
    ['of a tool that is not there', [...SEARCH, '--tool', 'gti', 'push'], 2, 'E1004', 'did you mean "git"?'],
    ['beside a batch', [...SEARCH, '--batch', 'x'], 2, 'E1006', 'the queries come from stdin'],
    ['of a catalog that is not there', ['search', '--catalog', 'none.jsonl', 'x'], 66, 'E1100', 'there is no file'],
    ['of a machine that was never scanned', ['search', 'x'], 66, 'E3300', 'atip scan'],
  ])('%s: an error that says what to do', (_, words, code, errorCode, message) => {
    const run = place.run(words)
    expect(run.stderr).toContain(errorCode)
    expect(run.stderr).toContain(message)
    expect(run.code).toBe(code)
  })

  test('may come as bytes of any kind, and is never more than a query', () => {
    const random = Array.from({ length: 300 }, (_, index) => String.fromCharCode(1 + ((index * 7919) % 0xfffe)))
    const { code } = place.run([...SEARCH, random.join('').toWellFormed()])
    expect([0, 2]).toContain(code)
  })
})

describe('a catalog', () => {
  test.each([
    ['is no JSON', '{"name":"a"}\n\nnonsense\n', 'line 3 is not JSON'],
    ['has no name', '{"name":"a"}\n{"description":"b"}\n', 'line 2 has no "name"'],
    ['is binary', '\u0000\u0001', 'line 1 is not JSON'],
  ])('in which a line %s is refused with its number', (_, text, message) => {
    const file = place.write('broken.jsonl', text)
    const { code, stderr } = place.run(['search', '--catalog', file, 'x'])
    expect(stderr).toContain(message)
    expect(code).toBe(65)
  })

  test('may come from stdin, and may be empty', () => {
    const input = JSON.stringify({ name: 'frob', description: 'Handle widgets' })
    expect(place.data<Report>(['search', '--catalog', '-', 'widgets'], { input }).total).toBe(1)
    expect(place.data<Report>(['search', '--catalog', '-', 'widgets'], { input: '' }).total).toBe(0)
  })

  test('of many tools leads from each name to its tool', () => {
    const tools = Array.from({ length: 400 }, (_, index) => `tool${index.toString(36)}${index % 7 === 0 ? '-x' : ''}`)
    const lines = tools.map((name) => JSON.stringify({ name, description: 'Remove files and directories' }))
    const file = place.write('many.jsonl', lines.join('\n'))
    const input = tools.map((query, id) => JSON.stringify({ id, query })).join('\n')
    const answers = place
      .run(['search', '--catalog', file, '--batch'], { input })
      .stdout.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { hits: string[] }).hits[0])
    expect(answers).toEqual(tools)
  })
})

describe('a batch', () => {
  const answersTo = (input: string, more: string[] = []) => place.run([...SEARCH, '--batch', ...more], { input })

  test('is answered line by line, in its order, with names', () => {
    const lines = [
      { id: 'a', query: 'erase untracked files' },
      { id: 2, query: 'the' },
      { query: 'quarantine' },
      { id: 'long', query: 'remove '.repeat(150_000) },
    ]
    const { stdout, code } = answersTo(lines.map((line) => JSON.stringify(line)).join('\n\n'), ['--limit', '1'])
    expect(code).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { id: 'a', hits: ['git clean'] },
      { id: 2, hits: [], problem: expect.stringContaining('no word of the query') },
      { id: null, hits: ['frob'] },
      { id: 'long', hits: [], problem: expect.stringContaining('at most 10000') },
    ])
  })

  test('ends with a message at a line that is no question', () => {
    for (const [input, message] of [
      ['{"id":1,"query":"x"}\nnonsense', 'line 2 of the batch is not JSON'],
      ['{"id":1}', '"query" must be text'],
    ] as const) {
      const { code, stderr } = answersTo(input)
      expect(stderr).toContain(message)
      expect(code).toBe(2)
    }
  })

  test('is answered while its questions still come', async () => {
    const child = spawn(process.execPath, [PROGRAM, ...SEARCH, '--batch'], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.on('error', () => {})
    const lines = createInterface({ input: child.stdout })
    const seen: string[][] = []
    for (const query of ['quarantine', 'erase untracked files']) {
      child.stdin.write(`${JSON.stringify({ id: query, query })}\n`)
      const [line] = (await once(lines, 'line')) as [string]
      seen.push((JSON.parse(line) as { hits: string[] }).hits.slice(0, 1))
    }
    child.stdin.end()
    await once(child, 'exit')
    expect(seen).toEqual([['frob'], ['git clean']])
  })
})
