import type { AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResultFilter } from './result-filter.js'
import { FORMATS, secretLike } from '../../../../testing/secret-formats.js'

const filter = createResultFilter([])
const letters = (count: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(20).slice(0, count)

const SAMPLES: [string, string][] = FORMATS.map(([kind, format]) => [kind, secretLike(format)])

test.each(SAMPLES)('a secret of the kind %s is not seen, wherever it is', (kind, secret) => {
  const place = `[redacted: ${kind}]`
  expect(filter(secret)).toBe(place)
  expect(filter(`the key is ${secret}, keep it`)).toBe(`the key is ${place}, keep it`)
  expect(filter(`"${secret}"\n(${secret})\n`)).toBe(`"${place}"\n(${place})\n`)
  expect(JSON.stringify(filter({ a: [{ b: `x ${secret}` }], [secret]: 1 }))).not.toContain(secret.slice(8))
})

test.each<[string, string]>([
  [`Authorization: Bearer ${letters(24)}`, 'Authorization: Bearer [redacted: bearer-token]'],
  [`curl -H 'authorization: Basic dXNlcjpwYXNzd29yZA==' x`, "curl -H 'authorization: Basic [redacted: credentials]' x"],
  [`Authorization: ${letters(40)}`, 'Authorization: [redacted: credentials]'],
  ['x-api-key: abcd-1234-efgh', 'x-api-key: [redacted: credentials]'],
  ['Set-Cookie: session=abc; Path=/; secret=x', 'Set-Cookie: [redacted: cookie]'],
  ['postgres://me:hunter2@db/x', 'postgres://me:[redacted: password]@db/x'],
  ['postgres://me:p@ss:w0rd@db:5432/x', 'postgres://me:[redacted: password]@db:5432/x'],
  ['redis://:hunter2@cache', 'redis://:[redacted: password]@cache'],
  [`https://${'x'.repeat(24)}@example.com`, 'https://[redacted: credentials]@example.com'],
  [
    `https://x.example/blob?sv=1&sig=${letters(43)}%3D&se=2`,
    'https://x.example/blob?sv=1&sig=[redacted: azure-signature]&se=2',
  ],
  [`AccountKey=${letters(86)}==;X=1`, 'AccountKey=[redacted: azure-key];X=1'],
  [
    `https://hooks.slack.com/services/T00000000/B00000000/${letters(24)}`,
    'https://hooks.slack.com/services/[redacted: slack-webhook]',
  ],
  ['MY_PASSWORD=hunter2', 'MY_PASSWORD=[redacted: secret]'],
  ['export DB_PASSWORD="correct horse"', 'export DB_PASSWORD="[redacted: secret]"'],
  [`aws_secret_access_key = ${letters(40)}`, 'aws_secret_access_key = [redacted: secret]'],
  ['{"user":"me","password":"hunter22","n":1}', '{"user":"me","password":"[redacted: secret]","n":1}'],
  ['{\\"clientSecret\\":\\"hunter22\\"}', '{\\"clientSecret\\":\\"[redacted: secret]\\"}'],
  ['password: hunter22', 'password: [redacted: secret]'],
  ['password=correcthorsebatterystaple', 'password=[redacted: secret]'],
  ['secret=mysecret', 'secret=[redacted: secret]'],
  ['passwd=foo', 'passwd=[redacted: secret]'],
  ['pwd=abc', 'pwd=[redacted: secret]'],
  ['db_password: swordfish', 'db_password: [redacted: secret]'],
  ['db_password: swordfish # staging\nuser: me', 'db_password: [redacted: secret] # staging\nuser: me'],
  ['client_secret=abcdefghijk&grant=x', 'client_secret=[redacted: secret]&grant=x'],
  ['MYSQL_PWD=abc', 'MYSQL_PWD=[redacted: secret]'],
  ['MYSQL_PWD=/abc', 'MYSQL_PWD=[redacted: secret]'],
  ['DB_PASSWORD=password', 'DB_PASSWORD=[redacted: secret]'],
  ['{"password":"password"}', '{"password":"[redacted: secret]"}'],
  ['DB_PASS=swordfish', 'DB_PASS=[redacted: secret]'],
  ['[client]\npassword = swordfish\n', '[client]\npassword = [redacted: secret]\n'],
  ['mysql --password=swordfish -u me', 'mysql --password=[redacted: secret] -u me'],
  ['Server=db;Uid=me;Pwd=swordfish;', 'Server=db;Uid=me;Pwd=[redacted: secret];'],
  [`password=${'a'.repeat(500)}`, 'password=[redacted: secret]'],
  [`password: ${'a'.repeat(500)}\n`, 'password: [redacted: secret]\n'],
  ['https://x.example/?access_token=hunter22&page=2', 'https://x.example/?access_token=[redacted: secret]&page=2'],
])('%s', (text, expected) => {
  expect(filter(text)).toBe(expected)
})

test.each([
  'const token = getToken()',
  'password = request.form["password"]',
  'token: string',
  'API_KEY=$SECRET',
  'API_KEY=<your key>',
  'password: ${{ secrets.PASSWORD }}',
  'The password must have 8 characters.',
  'nextToken=abcdef123456',
  'max_tokens=100000000',
  'PWD=/home/me',
  'OLDPWD=/home/me',
  'pwd=/home/me',
  'pwd=~/project',
  'password=',
  'password: ',
  'password: required',
  'password: string\nuser: string',
  'password: string | undefined',
  'password: the one you chose',
  'password: PasswordHash;',
  'secret=false',
  'secret: true',
  'password=None',
  'password=null',
  'password=********',
  '--password=<PASSWORD>',
  '--password=PASSWORD',
  '--password=STRING  The password to use',
  'connect(password=password, secret=client_secret)',
  'connect(password=self.password, secret=load_secret(path))',
  'password=$1 secret=%s',
  "Access denied for user 'me'@'db' (using password: YES)",
  'tests pass: 12',
  'API_KEY=none',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@host',
  'sk-learn and sk-fading-circle-loader-animation',
  'https://example.com:8080/a@b',
  'git@github.com:cli/cli.git',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  'Bearer of good news',
  'authorization: required',
])('what is no secret stays: %s', (text) => {
  expect(filter(text)).toBe(text)
})

test('a private key goes as a whole, also one that was cut or is inside JSON', () => {
  const key = (kind: string) => `-----BEGIN ${kind}-----\n${letters(200)}\n-----END ${kind}-----`
  for (const kind of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])
    expect(filter(`a ${key(kind)} b ${key(kind)} c`)).toBe('a [redacted: private-key] b [redacted: private-key] c')
  expect(filter(`a ${key('PRIVATE KEY').slice(0, 100)}`)).toBe('a [redacted: private-key]')
  expect(filter(JSON.stringify({ a: key('EC PRIVATE KEY') }))).toBe('{"a":"[redacted: private-key]"}')
})

test('a field is known by its name in a structure', () => {
  expect(
    filter({ password: 'a b', token: '', nextToken: 'x', nested: [{ apiKey: 'k', SecretAccessKey: 's' }] }),
  ).toEqual({
    password: '[redacted: secret]',
    token: '',
    nextToken: 'x',
    nested: [{ apiKey: '[redacted: secret]', SecretAccessKey: '[redacted: secret]' }],
  })
  const two = { [`ghp_${letters(36)}`]: 1, [`ghp_${letters(40)}`]: 2 }
  expect(filter(two)).toEqual({ '[redacted: github-token]': 1, '[redacted: github-token] (2)': 2 })
})

test('tools tell in which variables they take secrets', () => {
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 'x',
    version: '1',
    description: 'x',
    authentication: { methods: [{ type: 'token', envVar: 'X_LOGIN' }] },
  }
  expect(filter('X_LOGIN=hunter2')).toBe('X_LOGIN=hunter2')
  expect(createResultFilter([tool])('X_LOGIN=hunter2')).toBe('X_LOGIN=[redacted: secret]')
})

test('what the host calls a secret is not seen, however it is spelt', () => {
  const secret = 'a"b c/ü$&'
  const kinds: string[] = []
  const hide = createResultFilter([], { secrets: [secret, 'a"b', '', 'red'], onRedaction: (kind) => kinds.push(kind) })
  expect(hide(`1 ${secret} 2 ${JSON.stringify(secret)} 3 ${encodeURIComponent(secret)}`)).toBe(
    '1 [redacted: secret] 2 "[redacted: secret]" 3 [redacted: secret]',
  )
  expect(kinds).toEqual(['secret', 'secret', 'secret'])
  expect(hide({ list: [secret] })).toEqual({ list: ['[redacted: secret]'] })
  expect(hide(`red ghp_${letters(36)}`)).toBe('[redacted: secret] [redacted: github-token]')
})

test('redacting twice changes nothing more', () => {
  const starts = [
    'password=',
    'TOKEN=',
    'token: "',
    'Bearer ',
    'Authorization: ',
    'Authorization: Basic ',
    'x-api-key: ',
    'https://u:',
    'Cookie: a=',
    'x',
    '"',
  ]
  const ends = [' ', '\n', '"', '@', ', ', '&', "'", '\\"']
  const samples = SAMPLES.map(([, secret]) => secret)
  const piece = fc.tuple(
    fc.constantFrom(...starts, ''),
    fc.constantFrom(...samples, 'hunter22', ''),
    fc.constantFrom(...ends),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const once = filter(pieces.flat().join(''))
      expect(filter(once)).toBe(once)
    }),
    { numRuns: 500 },
  )
})

test('a long text is cut, says how much, and never shows half a secret or half a character', () => {
  const cut = createResultFilter([], { limit: 10 })
  expect(cut('0123456789')).toBe('0123456789')
  expect(cut('0123456789abc')).toBe('0123456789\n[truncated: 3 of 13 characters are not shown]')
  expect(cut('012345678😀')).toBe('012345678\n[truncated: 2 of 11 characters are not shown]')
  const secret = `ghp_${letters(36)}`
  for (let before = 0; before < 40; before++) {
    const text = `${'x '.repeat(before)}${secret}`
    const shown = createResultFilter([], { limit: 30 })(text)
    expect(shown).not.toMatch(/ghp_|aB3d/)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, limit) => {
      const shown = createResultFilter([], { limit })(text)
      expect(shown.isWellFormed()).toBe(text.isWellFormed() || shown.isWellFormed())
      if (text.isWellFormed()) expect(shown.isWellFormed()).toBe(true)
      expect(shown.split('\n[truncated:')[0]!.length).toBeLessThanOrEqual(limit)
    }),
  )
})

test('a large structure stays JSON, keeps its beginning and says what is missing', () => {
  const cut = createResultFilter([], { limit: 200 })
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'x'.repeat(20) }))
  const shown = cut(rows) as unknown[]
  expect(shown[0]).toEqual({ id: 0, name: 'x'.repeat(20) })
  expect(shown.at(-1)).toMatch(/^\[truncated: \d+ of 1000 entries are not shown\]$/)
  expect(cut({ text: 'y'.repeat(500), more: 1, other: 2 })).toEqual({
    text: expect.stringMatching(/^y+\n\[truncated: \d+ of 500 characters are not shown\]$/) as string,
    '[truncated]': '2 of 3 fields are not shown',
  })
  expect(cut({ small: true })).toEqual({ small: true })
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(100), (value, limit) => {
      const size = JSON.stringify(createResultFilter([], { limit })(value) ?? null).length
      const notes = 100 * 6
      expect(size).toBeLessThanOrEqual(Math.max(limit, JSON.stringify(value).length) + notes)
    }),
  )
})

test('whatever a result is, filtering it does not fail', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }), (value) => {
      expect(() => JSON.stringify(filter(value))).not.toThrow()
    }),
  )
  const error = filter(new TypeError(`bad ghp_${letters(36)}`)) as Error
  expect([error.name, error.message]).toEqual(['TypeError', 'bad [redacted: github-token]'])
  expect(filter(undefined)).toBeUndefined()
  expect(filter(null)).toBeNull()
  expect(() => createResultFilter([], { limit: Number.NaN })).toThrow(/limit/)
})

/** Texts on which a careless pattern backtracks a lot. */
const TEDIOUS = [
  'a',
  'A',
  ' ',
  '\n',
  'eyJ',
  'eyJa.',
  'sk-',
  'sk-a-',
  'ghp_',
  'AKIA',
  '://',
  '://a:',
  '://a:b@',
  'a:b@c',
  'bearer ',
  'authorization: ',
  'cookie: a',
  'password=',
  'password="',
  "password='",
  'password\\":\\"',
  '"a"="a"',
  'a=',
  'a:',
  'a.',
  'a-',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '1:AA',
  'SG.aaaaaaaaaaaaaaaa',
  'x.atlasv1.',
  'xoxb-',
  'dapi0',
  '0',
]

const repeat = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))

// These take seconds; quadratic time would mean hours.
test.each(['a', 'password='])('ten million characters of %j are filtered', (piece) => {
  expect(filter(repeat(piece, 10_000_000))).toBeDefined()
})

test.each(TEDIOUS)('a million characters of %j are filtered', (piece) => {
  expect(filter(repeat(piece, 1_000_000))).toBeDefined()
})

test('millions of characters in many texts are filtered', () => {
  const strings = TEDIOUS.flatMap((piece) => Array.from({ length: 300 }, () => repeat(piece, 300)))
  expect(filter(strings)).toBeDefined()
})

test('shapes of a host are honoured, also careless ones', () => {
  const shapes = [
    { kind: 'ticket', hint: 'T-', pattern: /T-\d{4}/ },
    { kind: 'nothing', hint: '', pattern: /q*/ },
  ]
  expect(createResultFilter([], { shapes })('see T-1234 and T-5678')).toBe(
    'see [redacted: ticket] and [redacted: ticket]',
  )
})
