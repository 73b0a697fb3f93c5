import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../testing/growth.js'
import { FORMATS, secretLike } from '../../../testing/secret-formats.js'
import { secretLines } from './lines.js'
import { createRedactor } from './redactor.js'

const linesOf = (text: string) => secretLines(text).map(({ line }) => line)

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Kinds of files, each with a line that contains a secret, and the same line without one. */
const FILES: readonly (readonly [file: string, secret: string, harmless: string])[] = [
  ['.properties', 'db.password=Tr0ub4dor', 'db.password='],
  ['.properties with spaces', 'spring.datasource.password = swordfish', 'spring.datasource.password = ${DB_PASSWORD}'],
  ['YAML', '  password: "x1y2z3a4"', '  password: "<your password>"'],
  ['YAML without quotes', '    db_password: swordfish', '    db_password: required'],
  ['YAML with a short password', 'password: "ab12"', 'password: "text"'],
  ['JSON', '{"db": {"password": "hunter22"}}', '{"db": {"password": "Enter your password"}}'],
  ['TOML', 'password = "hunter22"', 'password = ""'],
  ['ini', 'password=swordfish', 'password=changeme'],
  ['an element', '<password>swordfish</password>', '<password>${env.PASSWORD}</password>'],
  ['an element with a key', '<entry key="db.password">swordfish</entry>', '<input type="password">swordfish</input>'],
  ['an attribute', '<add key="Password" value="hunter22"/>', '<add key="Password" value="$(Password)"/>'],
  ['a property', '<property name="password" value="hunter22"/>', '<option name="user" value="hunter22"/>'],
  ['a field with its name', '{"name":"DB_PASSWORD","value":"hunter22"}', '{"name":"DB_USER","value":"hunter22"}'],
  ['Terraform state in one line', '{"db_password":{"value":"hunter22"}}', '{"db_name":{"value":"hunter22"}}'],
  ['an address', 'postgres://u:p@h/db', 'postgres://user:pass@h/db'],
  ['an address of MongoDB', 'mongodb+srv://me:hunter22@x.mongodb.net/y', 'mongodb+srv://me:${PW}@x.mongodb.net/y'],
  ['an address of RabbitMQ', 'amqp://me:hunter22@queue', 'amqp://queue:5672/vhost@1'],
  ['an address of Redis', 'redis://:hunter22@cache:6379/0', 'redis://cache:6379/0'],
  ['a connection string', '"Server=db;User Id=sa;Password=hunter22;"', '"Server=db;User Id=sa;Password={0};"'],
  ['.netrc', 'machine x.org login me password swordfish', 'a login and password may be needed'],
  ['the configuration of docker', `{"auths":{"x":{"auth":"${base64('me:hunter22')}"}}}`, '{"auth":"none"}'],
  ['.npmrc', `//r.example/:_auth=${base64('me:hunter22')}`, '//r.example/:_auth=${NPM_AUTH}'],
  ['a header', `Authorization: Basic ${base64('me:hunter22')}`, 'const authorization = requestHeaders.authorization'],
  ['a header with a key', 'x-api-key: abcd-1234-efgh', "{ 'x-api-key': this.apiKey }"],
  ['curl', 'curl -su user:pass https://x.org', 'curl -u "$LOGIN" https://x.org'],
  ['curl with a cookie', 'curl -b "session=abcdef012345" https://x.org', 'curl -b cookies.txt https://x.org'],
  ['a request', 'Cookie: session=abcdef', 'cookies: accepted'],
  ['a cookie jar', `.x.org\tTRUE\t/\tTRUE\t1790000000\tsid\tabcdef01`, 'a\tTRUE\tb\tFALSE\tc\td\te'],
  ['a cookie of a session', 'x; PHPSESSID=abcdef0123456789abcd', 'PHPSESSID=<id>'],
  ['export', 'export PGPASSWORD=swordfish', 'export PGPASSWORD=$1'],
  ['a variable of Terraform', "terraform apply -var 'db_password=hunter22'", 'terraform apply -var db_password=$PW'],
  ['fish', 'set -gx API_TOKEN abcdef123456', 'set -gx API_TOKEN $argv'],
  ['Dockerfile', 'ENV DB_PASSWORD swordfish', 'ENV DB_PASSWORD $password'],
  ['PHP', "define('DB_PASSWORD', 'hunter22');", "define('DB_PASSWORD', getenv('PW'));"],
  ['an array of PHP', "$config['password'] = 'hunter22';", "$config['password'] = $_POST['password'];"],
  ['Python', 'PASSWORD = "hunter2"', 'password = get_password()'],
  ['JavaScript', "apiKey: 'abcdef123456'", 'password: process.env.X'],
  ['TypeScript', 'const password: string = "hunter22"', 'const password: string = ask()'],
  ['Rust', 'let password: &str = "hunter22";', 'let password: &str = args.password;'],
  ['Rails', `SECRET_KEY_BASE=${secretLike('{x64}')}`, 'SECRET_KEY_BASE=<%= key %>'],
  ['a master key', `RAILS_MASTER_KEY=${secretLike('{x32}')}`, 'primary_key: customer_id'],
  ['a login of a mail server', `{"user":"me","pass":"hunter22"}`, '{"pass":"ok","fail":"not ok"}'],
  ['an inventory of Ansible', 'ansible_ssh_pass=hunter22', 'ansible_ssh_pass={{ vault_pass }}'],
  ['Wi-Fi', '  psk="hunter222"', '  key_mgmt=WPA-PSK'],
  ['WireGuard', `PresharedKey = ${base64(secretLike('{A32}'))}`, `PublicKey = ${base64(secretLike('{A32}'))}`],
  ['redis.conf', 'requirepass swordfish', '# requirepass is an option'],
  ['sshpass', 'sshpass -p hunter22 ssh me@x.org', 'sshpass -p "$PASS" ssh me@x.org'],
  ['sshpass without a space', "sshpass -p'hunter22' ssh me@x.org", 'sshpass -f file ssh me@x.org'],
  ['docker login', 'docker login -u me -p hunter22 x.io', 'docker login -u me --password-stdin x.io'],
  ['redis-cli', 'redis-cli -h x -a hunter22 ping', 'redis-cli -p 6379 ping'],
  ['mysql', 'mysql -u root -phunter22 db', 'mysql -u root -p db'],
  ['openssl', 'openssl rsa -passin pass:hunter22', 'openssl rsa -passin env:PASS'],
  ['a one-time password', 'otpauth://totp/X:me?secret=JBSWY3DPEHPK3PXP', 'otpauth://totp/X:me?secret=<secret>'],
  ['PuTTY', 'Private-Lines: 1', 'Public-Lines: 1'],
]

test.each(FILES)('%s: a secret is found, and the same without one is not', (_, secret, harmless) => {
  expect(linesOf(`# one\n\n${secret}\n`)).toContain(3)
  expect(linesOf(secret)[0]).toBe(1)
  expect(linesOf(`# one\n\n${harmless}\n`)).toEqual([])
})

test.each([
  'const password = req.body.password',
  'type Password = string',
  'password_hash text',
  'password = get_password()',
  'token: <your token>',
  'password: changeme',
  'API_KEY=your-api-key-here\nDB_PASSWORD=\nSECRET=change_me\nTOKEN=xxxxxxxx\nAPP_PASSWORD=password',
  "const KIND = x ? 'secret' : 'plain-text'",
  'const SECRET = /^(?:password|token)$/',
  'const LONGEST_SECRET = 16_384',
  'credential: X509Credential | undefined',
  'export const GRANT_REFRESH_TOKEN = "refresh_token"',
  'const START = "-----BEGIN OPENSSH PRIVATE KEY-----"',
  'proxy = "socks5h://<username>:<password>@host"',
  'const LOGIN = /:\\/\\/[^:]+:[^@]+@/',
  `const wasm = 'AGFzbQ${secretLike('AKIA{B16}')}AABJwdgAX8Bf2AD'`,
  '',
])('no secret: %s', (text) => {
  expect(linesOf(text)).toEqual([])
})

describe('lines', () => {
  test('are counted from 1, and the first secret has a kind', () => {
    const text = `a\r\n\r\npassword=hunter22 token=${secretLike('ghp_{A36}')}\r\nb\npostgres://me:hunter22@h`
    expect(secretLines(text)[0]).toEqual({ line: 3, kind: 'github-token' })
    expect(linesOf(text)).toEqual([3, 5])
  })

  test('a private key has all of its lines', () => {
    const text = `a\n-----BEGIN PRIVATE KEY-----\n${secretLike('{b64}')}\n-----END PRIVATE KEY-----\nb\n`
    expect(secretLines(text)[0]).toEqual({ line: 2, kind: 'private-key' })
    expect(linesOf(text)).toEqual([2, 3, 4])
  })

  test('are those that have a secret, wherever those are', () => {
    const secret = fc.constantFrom(...FILES.map(([, line]) => line), ...FORMATS.map(([, format]) => secretLike(format)))
    const plain = fc.constantFrom('', 'user: me', '{"a": 1}', 'The password must be long.', '\tx = y', 'ümläut 😀')
    const line = fc.oneof(
      secret.filter((text) => !text.startsWith('Private-Lines')).map((text) => ({ text, isSecret: true })),
      plain.map((text) => ({ text, isSecret: false })),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.map((one) => one.text).join('\n')
        const expected = lines.flatMap(({ isSecret }, index) => (isSecret ? [index + 1] : []))
        expect(linesOf(text)).toEqual(expected)
        // The redactor changes the same lines.
        const shown = createRedactor()(text).text.split('\n')
        expect(lines.flatMap((one, index) => (shown[index] === one.text ? [] : [index + 1]))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

test.each([
  'a',
  '\n',
  'password=hunter22 ',
  'kind: Secret\ndata:\n',
  '"kind":"Secret","data":{',
  '"kind":"Secret","data":',
  'name: password\n',
  'machine x password ',
  'h:1:d:u:p\n',
  'mysql ',
  'sshpass docker login ',
  'curl -b ',
  'TRUE\t/\t',
  'define("password", ',
  '<a key="password" value=',
  'Private-Lines: 1\n',
])('the time to search %j grows with their number, and no more', (piece) => {
  expectLinearGrowth((size) => piece.repeat(size / piece.length), linesOf)
})
