import { expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../../testing/growth.js'
import { createRedactor } from '../redactor.js'
import { secretLines } from '../lines.js'

const linesOf = (text: string) => secretLines(text).map(({ line }) => line)
const base64 = (text: string) => Buffer.from(text).toString('base64')

const WORDS = 'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat'
const HEX = '8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63'

/** Content of source code and other files with a secret, and the same without one. */
const FILES: readonly (readonly [file: string, secret: string, harmless: string])[] = [
  [
    'signify',
    `untrusted comment: signify secret key\n${'RWRCSwAAAAAhycjhVeeiIKREI7'.repeat(4)}`,
    'untrusted comment: signify public key\nRWRCSwAAAAAhycjhVeeiIKREI7jBf0SjI',
  ],
  [
    'Solana',
    JSON.stringify(Array.from({ length: 64 }, (_, i) => (i * 37) % 256)),
    JSON.stringify(Array.from({ length: 32 }, (_, i) => i)),
  ],
  ['Consul', '{"encrypt": "Gmo+PIKbLnJXd8fzda8/eHQw2uWO8QNcdp1j6EBln4k="}', '{"encrypt": "none"}'],
  ['a table', '| a | password |\n|---|---|\n| b | Mondschein47 |', '| a | password |\n|---|---|\n| b | required |'],
  ['a fallback', "x = process.env.JWT_SECRET || 'Mondschein-47'", 'x = process.env.JWT_SECRET || other'],
  ['a fallback of Python', "os.environ.get('DB_PASSWORD', 'Mondschein-47')", "os.environ.get('DB_PASSWORD', '')"],
  ['the next line', "const apiToken =\n  '9f8e7d6c5b4a39281706f5e4'", "const apiToken =\n  'authorization'"],
  ['a macro', '#define WIFI_PASSWORD "sunflower4242"', '#define WIFI_PASSWORD "none"'],
  ['an array of characters', 'char wifi_pass[] = "sunflower4242";', 'char wifi_pass[] = "";'],
  ['a type of Go', 'const dbPassword string = "Mondschein-47"', 'const dbPassword string = ""'],
  ['a type of Basic', 'Const DbPassword As String = "Mondschein-47"', 'Dim DbPassword As String = ""'],
  ['Lisp', '(setq smtp-password "Mondschein-47")', '(setq smtp-password "")'],
  ['EDN', '{:password "Mondschein-47"}', '{:password "required"}'],
  ['Capistrano', "set :scm_password, 'Mondschein-47'", "set :scm_password, 'none'"],
  ['Gradle', 'storePassword "Mondschein-47"', 'storePassword "required"'],
  ['a form', '<input type="password" value="Mondschein-47">', '<input type="text" value="Mondschein-47">'],
  ['a signature', "jwt.sign({ u }, 'Mondschein-47-k8Jq2')", 'jwt.sign({ u }, key)'],
  ['a connection', "x.connect('db', 'shop', 'Mondschein-47')", "x.connect('db', 'shop', 'orders')"],
  ['a login of Redis', "redis.auth('Mondschein-47')", "redis.auth('default')"],
  ['sudo', "echo 'Mondschein-47' | sudo -S ls", 'echo "$PW" | sudo -S ls'],
  ['mosquitto', 'mosquitto_pub -h a -u shop -P Mondschein47 -t b', 'mosquitto_pub -h a -u shop -P "$PW" -t b'],
  ['a client of S3', 'mc alias set a https://b.c shop Mondschein47', 'mc alias set a https://b.c shop $KEY'],
  ['a scheme', 'Authorization: GenieKey eb243592-faa2-4ba2-a551-1afdf565c889', 'Authorization: GenieKey <key>'],
  ['a plain login', 'Authorization: Basic admin Mondschein-47', 'Authorization: Basic admin password'],
  ['short base64', `[Basic ${base64('shop:Mondschein')}]`, 'Basic authentication, Basic knowledge'],
  ['LDIF', `userPassword:: ${base64('Mondschein')}`, `userPassword:: ${base64('{SSHA}Mondschein')}`],
  ['no scheme', 'http_proxy = shop:Mondschein-47@proxy.internal:3128', 'http_proxy = shop:$PW@proxy.internal:3128'],
  ['EZConnect', 'connect: shop/Mondschein47@db.internal:1521/X', 'connect: shop/@db.internal:1521/X'],
  ['a slash in a password', 'redis://:Tr0/ub4dor@cache:6379/0', 'redis://cache:6379/0'],
  ['a code', 'https://a.b/c?code=Zx81qLkP0vTn5Yc2RwBd7Hj9', 'https://a.b/c?code=authorization_code_grant'],
  ['CDATA', '<password><![CDATA[Mondschein]]></password>', '<title><![CDATA[Mondschein]]></title>'],
  [
    'COPY',
    'COPY u (id, password) FROM stdin;\n1\tMondschein\n\\.',
    'COPY u (id, title) FROM stdin;\n1\tMondschein\n\\.',
  ],
  ['an ACL', 'user shop on >Mondschein47 ~* +@all', 'user default off'],
  ['a login in prose', 'with `admin` / `Mondschein-47`', 'with `admin` / `reader`'],
  ['a short login', 'Use admin:Mondschein-47 (shared)', 'Use admin:reader (shared)'],
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
  'user a b ',
  ' -u a -b c',
  'jwt.sign(a',
  'a:b1@c.d',
  '<password>',
  'password\n=',
  "get('password', ",
  '--token\n',
])('the time to search %j grows with their number, and no more', (piece) => {
  expectLinearGrowth((size) => piece.repeat(size / piece.length), linesOf)
})
