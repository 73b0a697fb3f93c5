import { describe, expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../../testing/growth.js'
import { secretLines } from '../lines.js'

const linesOf = (text: string) => secretLines(text, { settings: true }).map(({ line }) => line)

/** Kinds of files, with the lines that contain a secret, and the same text without one. */
const FILES: readonly (readonly [file: string, secret: string, lines: number[], harmless: string])[] = [
  [
    'a word as password',
    '{"auth": {"user": "a", "pass": "Mondscheinwiese"}}',
    [1],
    '{"pass": "All is well", "fail": "no"}',
  ],
  ['a constant', 'RABBITMQ_DEFAULT_PASS: Mondscheinwiese', [1], 'RABBITMQ_DEFAULT_PASS: ${RABBIT}'],
  ['user and password', 'NEO4J_AUTH: neo4j/Mondscheinwiesen4', [1], 'NEO4J_AUTH: none'],
  ['pw', 'db:\n  pw: Mondscheinwiese', [2], 'db:\n  pw: ""'],
  ['a directive', 'bindpw Mondscheinwiese', [1], 'bindpw <password>'],
  ['a directive of a router', 'username a password 0 Mondschein47', [1], 'username a password required'],
  [
    'an attribute',
    '<env name="APP_KEY" value="base64:Zm9vYmFyYmF6"/>',
    [1],
    '<env name="APP_ENV" value="production"/>',
  ],
  ['an application key', '{"applicationKey": "K001q8Zr2mPz7vXw4"}', [1], '{"applicationKey": "{{ key }}"}'],
  ['a page mark', 'SYNC_PASSWORD=Mondscheinwiese', [1], 'next_token: abc123def456'],
  [
    'a list below',
    'tokens:\n  - 8f4b2c1d9e7a6035\n  - 1c9d8e7f6a5b4c3d',
    [2, 3],
    'tokens:\n  - identifier\n  - number',
  ],
  ['a list beside', 'api_keys = ["8f4b2c1d9e7a6035"]', [1], 'secrets: [db_password, api_key]'],
  ['a mapping below', 'api_keys:\n  acme: 8f4b2c1d9e7a6035', [2], 'secrets:\n  db:\n    file: ./db.txt'],
  ['several words', "passphrase: 'correct horse battery staple'", [1], 'passphrase: "Enter the passphrase"'],
  ['a dollar', '{"password": "$ommer!7Wiese"}', [1], '{"password": "$PASSWORD"}'],
  ['a percent sign', 'password = "%9hT=qLw2(vZk"', [1], 'password = "%(password)s"'],
  ['a dot', 'password: Sommer.Wiese77', [1], 'password = var.db_password'],
  ['an ampersand', 'password: Mond&Schein', [1], 'password: *default'],
  ['a flow mapping', 'mq: { user: a, password: Mondscheinwiese }', [1], 'mq: { user: a, password: {{ pw }} }'],
  ['aligned signs', 'password               = "Mondschein"', [1], 'password               = ""'],
  [
    'a variable',
    'variable "db_password" {\n  default     = "Mondschein47"\n}',
    [2],
    'variable "db_password" {\n  type     = string\n}',
  ],
  ['a block', 'password: |\n  Mondscheinwiese\nport: 1', [2], 'password: |\n  {{ x }}\nport: 1'],
  ['the next line', 'password:\n  Mondscheinwiese', [2], 'password:\n  type: string'],
  ['what begins like a stand-in', 'password: my-S0mmerwiese', [1], 'password: my-secret-password'],
  ['CSV', 'email,password\na@b.c,Mondschein\nd@e.f,Regenbogen', [2, 3], 'email,password_hash\na@b.c,Mondschein'],
  ['TSV', 'user\tpassword\na\tMondschein', [2], 'user\trole\na\tMondschein'],
  [
    'Markdown',
    '| User | Password |\n|---|---|\n| a | Mondschein47 |',
    [3],
    '| Option | Password |\n|---|---|\n| a | required |',
  ],
  [
    'a property list',
    '<key>BackendPassword</key>\n<string>Mondschein</string>',
    [2],
    '<key>Title</key>\n<string>Mondschein</string>',
  ],
  [
    'an element in an element',
    '<AdminPassword>\n<Value>Mondschein</Value></AdminPassword>',
    [2],
    '<password></password>',
  ],
  ['other languages', 'Kennwort: Mondscheinwiese', [1], 'Kennwort: '],
  ['an environment', 'password_prod: Mondscheinwiese', [1], 'password_prod: ${X}'],
  ['a digit', 'password1 = Mondscheinwiese', [1], 'password1 = ""'],
  ['a live token', 'token_live = 9f8e7d6c5b4a3928', [1], 'token_live = true'],
  ['a personal token', 'pat: 9f8e7d6c5b4a39281706f5e4', [1], 'pat: "[a-z]+"'],
  ['creds', 'creds: admin:Mondschein47', [1], 'creds: admin'],
  ['a second factor', 'totp = "JBSWY3DPEHPK3PXP"', [1], 'otp = "enabled"'],
  ['French', 'mdp = Mondscheinwiese', [1], 'mdp = '],
  ['Spanish', 'clave: Mondschein47', [1], 'clave: valor'],
  ['a key alone', 'key: 8f14e45fceea167a5a36dedd4bea2543', [1], 'key: some-entry-2024-title'],
  ['a PIN', 'sim_pin: 4711', [1], 'pin: 13'],
  ['a login in base64', '_auth=c3ZjOnBlbGlrYW4tcm90', [1], '_auth=basic'],
  ['Chinese', '密码: Mondscheinwiese', [1], '密码: 必填'],
  ['Russian', 'пароль = Mondscheinwiese', [1], 'пароль = '],
  ['Spanish letters', 'contraseña: Mondscheinwiese', [1], 'contraseña: ${X}'],
  ['recovery codes', 'Recovery codes:\n\n4f2a9-71bc3\n9ad01-bb27e', [3, 4], 'Recovery codes:\n\nWe have none.'],
  ['a section of passwords', '[passwords]\nann = Mondscheinwiese', [2], '[passwords]\nann = ${X}'],
  ['a table of tokens', '[tokens]\nbilling = "9f8e7d6c5b4a3928"', [2], '[tokens]\nlimit = "4096"'],
  ['a section of admins', '[admins]\nadmin = Mondschein-47x', [2], '[admins]\nadmin = ann'],
  ['users', 'users:\n  ann: Mondschein-47x', [2], 'users:\n  ann: ann2@example.com\n  id: 9f8e7d6c5b4a'],
  ['users of JSON', '{"users": {"ann": "Mondschein-47x"}}', [1], '{"users": {"ann": "reader"}}'],
  ['environments', 'password:\n  prod: Mondscheinwiese', [2], 'password:\n  min: Mondscheinwiese'],
  ['environments of JSON', '{"password": {"prod": "Mondschein-47x"}}', [1], '{"password": {"hint": "Mondschein-47x"}}'],
  [
    'a value before its name',
    '{"value": "Mondschein", "name": "DB_PASSWORD"}',
    [1],
    '{"value": "Mondschein", "name": "TITLE"}',
  ],
  ['a value above its name', '- value: Mondschein\n  name: DB_PASSWORD', [1], '- value: Mondschein\n  name: TITLE'],
  ['a type', '{"type": "password", "content": "Mondschein"}', [1], '{"type": "text", "content": "Mondschein"}'],
  ['a pair', '{"login": ["svc", "pelikan-rot-19"]}', [1], '{"login": ["name", "email"]}'],
  ['a head with a sign', '#,login,password\n1,a,Mondschein', [2], '#,login,role\n1,a,Mondschein'],
  ['bars', 'host|password\na|Mondschein47', [2], 'host|password\na|required'],
  ['fixed width', 'HOST   PASSWORD\na      Mondschein47', [2], 'HOST   PASSWORD\na      none'],
  ['a pass phrase', 'id,password\n1,correct horse battery staple', [2], 'id,password\n1,enter your password'],
  ['a list of logins', 'admin:Mondschein-47x\nann:k8Jq2LmZ9xW4', [1, 2], 'admin:reader\nann:writer'],
  ['a long number', 'pwd: 4711471', [1], 'max_tokens: 4096'],
]

test.each(FILES)('%s: a secret is found, and the same without one is not', (_, secret, lines, harmless) => {
  expect(linesOf(secret)).toEqual(lines)
  expect(linesOf(secret.replaceAll('\n', '\r\n'))).toEqual(lines)
  expect(linesOf(harmless)).toEqual([])
})

describe('no secret is', () => {
  test.each([
    ['a hash', 'password: $2b$12$abcdefghijklmnopqrstuv\nPASSWORD=$argon2id$v=19$m=65536\npassword: {SSHA}abcdef0123'],
    [
      'a reference',
      'password: ${X}\ntoken: <token>\nsecret: env(X)\npassword: !vault |\npassword: vault:db#pw\ntoken: op://a/b/c',
    ],
    ['a switch', 'password: true\ntoken: null\nsecrets: inherit\nid-token: write\npassword: 1234'],
    ['a translation', '{"password": "Passwort", "token": "Jeton", "newPassword": "Enter your password", "pw": "密码"}'],
    ['a schema', '{"password": {"type": "string"}, "required": ["password"], "token": "string"}'],
    ['a path', 'private_key: /etc/ssl/private/server.key\npassword: /run/secrets/db\nsecret: ./secret.txt'],
    ['a public key', 'public_key: 8f4b2c1d9e7a6035f1c2b3a4\nsigning_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5'],
    [
      'documentation',
      'The password is stored as a hash.\nPassword: the password of the user.\nUse `--password` to set a password.',
    ],
    ['code in documentation', '```js\nconst token = getToken()\nlogin({ password: options.password, token })\n```'],
    ['a form', '<input type="password" name="password" placeholder="Password">'],
    ['a lock file', '"integrity": "sha512-8f4b2c1d9e7a6035f1c2b3a4d5e6f708==", "js-tokens": "^4.0.0"'],
  ])('%s', (_, text) => {
    expect(linesOf(text)).toEqual([])
  })
})

test('source code has variables where settings have values', () => {
  const code = 'password: Mondscheinwiesen,\ntoken = given\n'
  expect(secretLines(code)).toEqual([])
  expect(linesOf(code)).toEqual([1])
})

test.each([
  'password',
  'password: ',
  'tokens: [',
  'tokens: {',
  'tokens:\n',
  'password: |\n',
  '<key>a</key> ',
  '<password>',

  '[tokens]\n',
  'a  password\n',
  'a:b\n',
  '"users": {',
  'type: password ',
  '<input value="abc" ',
  'value: abc\n',
  '|password|\n|-|\n',
  'password,a\n',
  'password "',
  'password 0 ',
  'name="password" ',
  "password: '",
  '- a\n',
  '\\"',
])('the time to search %j grows with their number, and no more', (piece) => {
  expectLinearGrowth((size) => piece.repeat(size / piece.length), linesOf)
})
