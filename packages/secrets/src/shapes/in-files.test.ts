import { expect, test } from 'vitest'
import { createRedactor } from '../redactor.js'
import { secretLines } from '../lines.js'

const linesOf = (text: string) => secretLines(text).map(({ line }) => line)
const base64 = (text: string) => Buffer.from(text).toString('base64')

const WORDS = 'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat'
const HEX = '8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63'

/** What source code and any other file may hold, and the same without a secret. */
const FILES: readonly (readonly [file: string, secret: string, harmless: string])[] = [
  ['a method', 'c.setPassword("Mondschein47");', 'c.setPassword("db.password.key");'],
  ['a login of Python', "get(url, auth=('shop', 'Mondschein'))", 'get(url, auth=(user, password))'],
  ['a login in a list', "auth: ['shop', 'Mondschein']", "auth: ['user', 'password']"],
  [
    'a header',
    `r.Header.Set("Authorization", "Basic ${base64('a:Mondschein')}")`,
    'r.Header.Set("Authorization", header)',
  ],
  [
    'a header of nginx',
    `proxy_set_header Authorization "Basic ${base64('a:bcdefgh')}";`,
    'proxy_set_header Authorization $x;',
  ],
  [
    'a key in pieces',
    `"-----BEGIN EC PRIVATE KEY-----"\n"${'Ab1+'.repeat(16)}"`,
    '"-----BEGIN EC PRIVATE KEY-----"\n"x"',
  ],
  ['a wallet', `accounts: ['0x${HEX}']`, `hash: '0x${HEX}'`],
  ['a private key in hex', `privateKey = "${HEX}"`, `publicKey = "${HEX}"`],
  ['a mnemonic', `mnemonic: '${WORDS}'`, `words: '${WORDS}'`],
  ['SQL', "CREATE USER a IDENTIFIED WITH x BY 'Mondschein'", 'the user is identified by name'],
  [
    'rows',
    "INSERT INTO t (a, password) VALUES ('b', 'Mondschein')",
    "INSERT INTO t (a, b) VALUES ('password', 'Mondschein')",
  ],
  [
    'a hash in rows',
    "INSERT INTO t (password) VALUES ('Mondschein')",
    "INSERT INTO t (password) VALUES ('$2y$10$abcdefgh')",
  ],
  ['a note', '- **Password:** Mondschein', '- **Password:** the password of the user'],
  ['a sentence', 'Log in, the password is Mondschein4711wiese.', 'Log in, the password is required.'],
  ['a note in German', 'Kennwort: Mondschein4711wiese', 'Kennwort: siehe Tresor'],
  ['a web key', `{"kty": "EC", "x": "a", "d": "${HEX}"}`, `{"kty": "EC", "x": "${HEX}"}`],
  [
    'a cookie',
    '{"name": "sid", "value": "s%3AqZ8rT2mP", "domain": "x.org", "path": "/"}',
    '{"name": "sid", "value": "s%3AqZ8rT2mP"}',
  ],
  ['Oracle', 'jdbc:oracle:thin:shop/Mondschein@db:1521/XE', 'jdbc:oracle:thin:@db:1521/XE'],
  ['a driver of Go', 'shop:Mondschein@tcp(db:3306)/shop', 'shop:${PW}@tcp(db:3306)/shop'],
  ['httpie', 'http -a shop:Mondschein POST x.org', 'http -a shop:$PW POST x.org'],
  ['ldapsearch', 'ldapsearch -D cn=a -w Mondschein -b dc=b', 'ldapsearch -D cn=a -W -b dc=b'],
  ['chpasswd', "echo 'root:Mondschein' | chpasswd", 'echo "root:$PW" | chpasswd'],
  ['haproxy', 'user a insecure-password Mondschein', 'user a password $5$abcdefgh'],
  ['statistics of haproxy', 'stats auth a:Mondschein', 'stats auth a:${PW}'],
  ['sentinel', 'sentinel auth-pass main Mondschein', 'sentinel monitor main 10.0.0.4 6379 2'],
  ['arguments', 'args: ["--requirepass", "Mondschein"]', 'args: ["--requirepass", "$(PW)"]'],
  [
    'a comment behind the kind',
    'kind: Secret # mine\nstringData:\n  a: bcd',
    'kind: ConfigMap # Secret\nstringData:\n  a: bcd',
  ],
  ['a constant of a server', "NEXT_SERVER_SECRET: 'Mondschein47'", "NEXT_PAGE_TOKEN: 'Mondschein47'"],
  [
    'encoded settings',
    base64('DATABASE_URL=postgres://shop:Mondschein@db/shop'),
    base64('DATABASE_URL=postgres://database.internal/shop'),
  ],
  ['UTF-16', [...'password=Mondschein\r\n'].join('\0'), [...'password=\r\nuser=Mondschein'].join('\0')],
]

test.each(FILES)('%s: a secret is found, and the same without one is not', (_, secret, harmless) => {
  expect(linesOf(secret).length).toBeGreaterThan(0)
  expect(linesOf(harmless)).toEqual([])
})

test('lines of UTF-16 and of encoded texts are counted as those of the file', () => {
  expect(linesOf([...'[db]\nuser=a\npassword=Mondschein\n'].join('\0'))).toEqual([3])
  expect(linesOf(`a\nb: ${base64('DATABASE_URL=postgres://shop:Mondschein@db/shop')}\n`)).toEqual([2])
})

test('the redactor leaves alone what only files have', () => {
  const redact = createRedactor()
  for (const text of ['user a insecure-password Mondschein', `mnemonic: '${WORDS}'`, 'Kennwort: Mondschein4711wiese']) {
    expect(redact(text).text).toBe(text)
  }
})

// Seconds; the square of the length would take hours.
test.each([
  '"kty" ',
  '{"d":"aaaaaaaaaaaaaaaaaaaaaaaa" ',
  '"value": "aaaaaaaa", "domain" ',
  'insert into a (password) values (',
  "'",

  'QUJDRA==',
  'QUJD\n',
  'cGFzc3dvcmQ9',
  'a\0',
  'ldapsearch ',
  'http -a ',
  'echo a:bbbb chpasswd',
  'mnemonic: abc ',
  'abc ',

  '-----BEGIN PRIVATE KEY-----" ',
  'password is ',
  '**Password:** ',
  'auth=("a","',
  'chpasswd:\n',
  '--token\n',
])('a million characters of %j are searched', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
  expect(linesOf(text).length).toBeGreaterThanOrEqual(0)
})
