import type { AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FORMATS, secretLike } from '../../../testing/secret-formats.js'
import { secretsOf } from './environment.js'
import { createRedactor, type Redactor } from './redactor.js'

const redact = createRedactor()

describe('the kinds of secrets', () => {
  test('each is found in every place, whatever its characters are', () => {
    const kinds = new Set(FORMATS.map(([kind]) => kind))
    const missed = new Set<string>()
    for (const [kind, format] of FORMATS) {
      for (let seed = 1; seed <= 20; seed++) {
        const secret = secretLike(format, seed)
        for (const text of [
          secret,
          `use ${secret} now`,
          `{"a":"${secret}"}`,
          `x=${secret}\n`,
          `(${secret})`,
          `a: ${secret}, b`,
        ])
          if (redact(text).text.includes(secret.slice(8))) missed.add(kind)
      }
    }
    expect(kinds.size).toBeGreaterThanOrEqual(90)
    expect([...missed]).toEqual([])
  })
})

describe('a password is not shown, however it is spelt', () => {
  const values = ['correcthorsebatterystaple', 'Tr0ub4dor&3x'.replace('&', '!'), 'hunter22', 'swordfish']
  const spellings: ((value: string) => string)[] = [
    (value) => `password=${value}`,
    (value) => `PASSWORD=${value} make`,
    (value) => `export DB_PASSWORD='${value}'`,
    (value) => `export DB_PASSWORD="${value}"`,
    (value) => `set MYSQL_PWD=${value}`,
    (value) => `{"password":"${value}"}`,
    (value) => `{ "db": { "password" : "${value}" } }`,
    (value) => JSON.stringify(JSON.stringify({ clientSecret: value })),
    (value) => `{'passwd': '${value}'}`,
    (value) => `password: ${value}\n`,
    (value) => `  db_password: "${value}"`,
    (value) => `  - passphrase: '${value}'`,
    (value) => `password = ${value}\n`,
    (value) => `:password => "${value}"`,
    (value) => `https://example.com/?user=me&password=${value}&x=1`,
    (value) => `--password=${value} --quiet`,
    (value) => `mysql --password ${value} -u me`,
    (value) => `tool --client-secret '${value}'`,
    (value) => `<password>${value}</password>`,
    (value) => `<add key="x"/><userPassword>${value}</userPassword>`,
    (value) => `X-Password: ${value}\n`,
    (value) => `postgres://me:${value}@db.example.com:5432/x`,
    (value) => `Server=db;Uid=me;Pwd=${value};Database=x`,
    (value) => `jdbc:mysql://db/x?user=me&password=${value}`,
    (value) => `machine example.com login me password ${value}`,
    (value) => `CREATE USER me IDENTIFIED BY '${value}'`,
    (value) => `ALTER ROLE me WITH PASSWORD '${value}';`,
    (value) => `curl -u me:${value} https://example.com`,
    (value) => `curl --silent --user 'me:${value}' https://example.com`,
    (value) => `spring.datasource.password=${value}`,
    (value) => `authorization: Basic ${Buffer.from(`me:${value}`).toString('base64')}`,
    (value) => `+  password: ${value}\n`,
    (value) => `2026-01-01T00:00:00Z INFO password=${value} user=me`,
  ]
  test.each(spellings.map((spell) => [spell('VALUE'), spell] as const))('%s', (_, spell) => {
    for (const value of values) {
      const { text, count } = redact(spell(value))
      expect(text).not.toContain(value)
      expect(text).not.toContain(Buffer.from(`me:${value}`).toString('base64'))
      expect(count).toBeGreaterThan(0)
    }
  })

  test('the same words are not secrets in prose and help', () => {
    for (const text of [
      'Use --password to set the password.',
      'the --token option and the --secret flag',
      '  --password PASSWORD   the password to use',
      '  --api-key string      key of the API',
      'docker run --user 1000:1000 image',
      '<password></password>',
      'Passwords: at least 8 characters',
      'password_reset: false',
      'def login(user: str, password: str) -> bool:',
      'const TOKEN_LIMIT = 16_384',
    ])
      expect(redact(text)).toEqual({ text, count: 0, kinds: {} })
  })
})

describe('what the environment holds', () => {
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 'x',
    version: '1',
    description: 'x',
    authentication: { methods: [{ type: 'token', envVar: 'X_LOGIN' }] },
  }

  test('variables are secret by their names, or because a tool says so', () => {
    const environment = {
      DEPLOY_TOKEN: 'blue-green-7',
      X_LOGIN: 'me and my login',
      PWD: '/home/me',
      HOME: '/home/me',
      EMPTY_SECRET: '',
      SHORT_SECRET: 'abc',
      SOME_TOKEN: 'true',
      NEXT_PAGE_TOKEN: 'not secret at all',
      unset_secret: undefined,
    }
    expect(secretsOf(environment)).toEqual(['blue-green-7'])
    expect(secretsOf(environment, [tool])).toEqual(['blue-green-7', 'me and my login'])
  })

  test('their values are found in plain, JSON, URL and base64 form, wherever they begin', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }).filter((text) => text.trim().length >= 6)
    const any = fc.string({ unit: 'grapheme-ascii', maxLength: 10 })
    fc.assert(
      fc.property(word, any, any, (secret, before, after) => {
        const hide = createRedactor({ secrets: [secret] })
        const { text } = hide(`${before} ${secret} ${JSON.stringify({ a: secret })} ${encodeURIComponent(secret)}`)
        expect(text).not.toContain(secret)
        expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
        expect(text).not.toContain(encodeURIComponent(secret))
        // In encoded text, all of the secret is removed but its ends, which share characters with adjacent bytes.
        for (const encoding of ['base64', 'base64url'] as const) {
          const shown = hide(`[${Buffer.from(before + secret + after).toString(encoding)}]`).text
          const length = Buffer.byteLength(secret)
          if (length >= 8) expect(shown).toContain('[redacted: secret]')
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('counts', () => {
  test('say how many of each kind there were, and no values', () => {
    const github = secretLike('ghp_{A36}')
    const { text, count, kinds } = redact(`${github} ${github} password=swordfish __proto__`)
    expect({ count, kinds }).toEqual({ count: 3, kinds: { 'github-token': 2, secret: 1 } })
    expect(JSON.stringify([text, kinds])).not.toMatch(/swordfish|ghp_/)
  })
})

/** Lines with secrets among ordinary words. */
const pieces = fc.constantFrom(
  ...FORMATS.map(([, format]) => secretLike(format)),
  'password=correcthorse',
  'password: swordfish\n',
  '{"api_key":"abcdef123456"}',
  'postgres://me:hunter2@db/x',
  `-----BEGIN PRIVATE KEY-----\n${secretLike('{b64}')}\n${secretLike('{b64}')}\n-----END PRIVATE KEY-----\n`,
  '-----BEGIN RSA PRIVATE KEY-----\nabc',
  'Cookie: a=b; c=d\r\n',
  'Private-Lines: 1\nabcdef\nPrivate-MAC: 0123\n',
  'Private-Lines: 1\nabcdef',
  'define("DB_PASSWORD", "hunter22")',
  'ENV DB_PASSWORD swordfish\n',
  'requirepass swordfish\n',
  '"name":"DB_PASSWORD","value":"swordfish"',
  '<a key="password">swordfish</a>',
  'x.org\tTRUE\t/\tTRUE\t0\tsid\tabcdef\n',
  'mysql -u me -phunter22 db',
  'two\nlines',
  'https://example.com/a?b=c',
  'eyJ',
  'sk-',
  'password="',
  "'",
)
const separators = fc.constantFrom(' ', '\n', '\r\n', '\r', '', ', ', '="', '"\n')

function inPieces(one: Redactor, text: string, cuts: readonly number[]): string {
  const stream = one.stream()
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  return (
    places
      .slice(1)
      .map((place, index) => stream.push(text.slice(places[index], place)))
      .join('') + stream.end()
  )
}

describe('a stream', () => {
  test('gives what the whole text gives, wherever it is divided', () => {
    const hide = createRedactor({ secrets: ['two\nlines', 'open sesame'] })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pieces, separators), { maxLength: 12 }),
        fc.array(fc.nat(3000), { maxLength: 20 }),
        (parts, cuts) => {
          const text = parts.flat().join('')
          expect(inPieces(hide, text, cuts)).toBe(hide(text).text)
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('finds a secret that is divided at any place', () => {
    for (const [, format] of FORMATS) {
      const secret = secretLike(format)
      const text = `first line\nthe value is ${secret} here\nlast line`
      for (let cut = 0; cut <= text.length; cut++) {
        expect(inPieces(redact, text, [cut])).toBe(redact(text).text)
      }
    }
  })

  test('shows lines as soon as they are whole', () => {
    const stream = redact.stream()
    expect(stream.push('one\ntw')).toBe('one\n')
    expect(stream.push('o\n10%\r20%')).toBe('two\n10%\r')
    expect(stream.end()).toBe('20%')
    expect(stream.end()).toBe('')
  })

  test('finds secrets in a line that is longer than what it keeps, wherever they are', () => {
    const secrets = Array.from({ length: 4000 }, (_, n) => secretLike('github_pat_{A22}_{A59}', n))
    const text = secrets.map((secret, n) => `${'é word '.repeat(n % 40)}${secret}`).join(' ')
    const stream = redact.stream()
    let shown = ''
    for (let at = 0; at < text.length; at += 9999) shown += stream.push(text.slice(at, at + 9999))
    shown += stream.end()
    expect(shown).toBe(redact(text).text)
    expect(shown).not.toContain('github_pat_')
  })

  test('a secret without an end needs no memory and no more time', () => {
    for (const start of ['password=', '-----BEGIN PRIVATE KEY-----\n', 'Cookie: a=']) {
      const stream = redact.stream()
      let shown = stream.push(start)
      for (let count = 0; count < 3000; count++)
        shown += stream.push(`${'k'.repeat(999)}${start.endsWith('\n') ? '\n' : 'k'}`)
      shown += stream.end()
      expect(shown).not.toContain('kkk')
      expect(shown.length).toBeLessThan(60)
    }
  })
})

describe('ordinary output', () => {
  const root = new URL('../../../', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, root), 'utf8')

  test('has fewer than five hits in five megabytes', () => {
    const lock = read('package-lock.json')
    const diff = [...['package-lock.json', 'CHANGELOG.md'].map(read), ...sources().map(read)]
      .join('\n')
      .replace(/^/gm, '+')
    const samples = { lock, diff, log: log(20_000), tests: tests(5000), listing: listing(20_000) }
    let size = 0
    const hits: string[] = []
    for (const [name, text] of Object.entries(samples)) {
      size += text.length
      const { kinds } = redact(text)
      hits.push(...Object.entries(kinds).flatMap(([kind, count]) => Array<string>(count).fill(`${name}: ${kind}`)))
    }
    expect(size).toBeGreaterThan(5_000_000)
    expect(hits.length / (size / 5_000_000)).toBeLessThan(5)
  })

  /** Source code that has nothing to do with secrets. */
  function sources(): string[] {
    return ['packages/protocol/src/argv', 'packages/generate/src/layout', 'packages/discover/src/scan'].flatMap(
      (folder) =>
        readdirSync(new URL(folder, root))
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${folder}/${name}`),
    )
  }

  const id = (n: number) => secretLike('{x8}-{x4}-4{x3}-{x4}-{x12}', n)
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('\n')

  function log(count: number): string {
    return lines(
      count,
      (n) =>
        [
          `2026-01-02T03:04:${String(n % 60).padStart(2, '0')}.123Z INFO [worker-${n % 8}] request ${id(n)} took ${n % 997} ms`,
          `10.0.0.${n % 256} - - [02/Jan/2026:03:04:05 +0000] "GET /api/items/${n}?page=${n % 9} HTTP/1.1" 200 ${n * 7}`,
          `level=info msg="fetched" url=https://example.com/v1/items/${n} sha=${secretLike('{x40}', n)} cache_key=items:${n}`,
          `Jan 02 03:04:05 host sshd[${n}]: Accepted publickey for me from 10.0.0.1 port ${n} ssh2: ED25519 SHA256:${secretLike('{A43}', n)}`,
        ][n % 4]!,
    )
  }

  function tests(count: number): string {
    return lines(
      count,
      (n) => ` ✓ packages/x/src/file-${n}.test.ts > token stream > reads a key and its value ${n} (${n % 13} ms)`,
    )
  }

  function listing(count: number): string {
    return lines(
      count,
      (n) => `-rw-r--r-- 1 me me ${n * 13} Jan  2 03:04 ./node_modules/.cache/${secretLike('{x64}', n)}.json`,
    )
  }
})
