import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  findsShown,
  isFromElsewhere,
  isInTopFolder,
  isOrdinaryFolder,
  isPrivatePath,
  isSecretPath,
  isSecretVariable,
  isShownVariable,
  keepsSecrets,
  kindOfPath,
  mayFindSecret,
  mayHoldSecret,
  meaningOfVariable,
  onlyShows,
  protects,
  type EnvironmentTable,
  type PathsTable,
  type SecretsTable,
} from './index.js'

type WithExamples<T> = T & { source: string; review: string; examples: Record<string, string | string[]> }

function read<T>(name: string): WithExamples<T> {
  const file = new URL(`../../../shims/data/tables/${name}.yaml`, import.meta.url)
  return parse(readFileSync(file, 'utf8')) as WithExamples<T>
}

const environment = read<EnvironmentTable>('environment')
const secrets = read<SecretsTable>('secrets')
const paths = read<PathsTable>('paths')
const HOME = '/home/dev'

const inHome = (path: string) => (path.startsWith('~') ? HOME + path.slice(1) : path)
const examplesOf = ({ examples }: { examples: object }) =>
  Object.entries(examples as Record<string, string | string[]>).map(
    ([about, claims]) => [about, [claims].flat()] as const,
  )

test.each([environment, secrets, paths])('a table says where it comes from and what was looked at', (table) => {
  expect([table.source, table.review].every((text) => text.length > 40)).toBe(true)
})

describe('variables', () => {
  const known = [...Object.keys(environment.code), 'harmless', 'shell line', 'expanded', 'unknown']
  test.each(examplesOf(environment))('%s', (text, claims) => {
    const equals = text.indexOf('=')
    const name = equals === -1 ? text : text.slice(0, equals)
    const meaning = meaningOfVariable(name, equals === -1 ? undefined : text.slice(equals + 1), environment)
    const said =
      meaning === undefined ? 'unknown' : meaning.kind === 'code' ? meaning.why : meaning.kind.replace('-', ' ')
    const holds: Record<string, boolean> = {
      [said]: true,
      [isSecretVariable(name, environment) ? 'secret' : 'no secret']: true,
      ...(isShownVariable(name, environment) && { shown: true }),
    }
    expect(known).toContain(said)
    expect(claims.filter((claim) => holds[claim] !== true)).toEqual([])
  })

  test('no name is in two lists of different meaning', () => {
    const lists = {
      ...environment.code,
      harmless: Object.values(environment.harmless).flat(),
      'shell line': environment['shell line'],
      'shell line with words': environment['shell line with words'],
      expanded: environment.expanded,
    }
    const seen = new Map<string, string>()
    const twice = Object.entries(lists).flatMap(([list, names]) =>
      names.flatMap((name) => {
        const before = seen.get(name)
        seen.set(name, list)
        return before === undefined || before === list ? [] : [`${name}: ${before}, ${list}`]
      }),
    )
    expect(twice).toEqual([])
  })

  test('a name has at most one star, at an end', () => {
    const names = [
      ...Object.values(environment.harmless),
      ...Object.values(environment.code),
      environment['shell line'],
      environment['shell line with words'],
    ].flat()
    expect(names.filter((name) => !/^\*?[\w%]+\*?$/.test(name) || /^\*.*\*$/.test(name))).toEqual([])
  })

  test('a function in a value is code, whatever the name', () => {
    expect(meaningOfVariable('LANG', '() { :; }; id', environment)?.kind).toBe('code')
  })

  test('no value that could start a shell makes a name harmless', () => {
    const names = fc.constantFrom('LANG', 'SEED', 'NODE_OPTIONS', 'SKIP_X', 'CFLAGS', 'DISPLAY', 'PAGER', 'PATH')
    const before = fc.string({ maxLength: 5 })
    const part = fc.constantFrom('$(id)', '`id`', '; id', '| id', '&& id', '\nid', '> f', '$x')
    fc.assert(
      fc.property(names, before, part, (name, start, end) => {
        expect(meaningOfVariable(name, start + end, environment)?.kind).not.toBe('harmless')
      }),
    )
  })
})

describe('variables from outside', () => {
  test.each(['PATH', 'NODE_ENV', 'FILE', 'APP_VERSION', 'LC_TIME', 'file', 'x', 'VITE_TITLE'])(
    '%s is shown',
    (name) => {
      expect(mayHoldSecret(name, environment)).toBe(false)
    },
  )

  test.each([
    'STRIPE',
    'HTTPS_PROXY',
    'http_proxy',
    'SOME_URL',
    'TOKEN_FILE',
    'KEY_PATH',
    'api_token',
    'VITE_API_KEY',
    'ConnectionStrings__Main',
  ])('%s may be a secret', (name) => expect(mayHoldSecret(name, environment)).toBe(true))

  test('no secret is shown, whatever stands before or behind its word', () => {
    const part = fc.stringMatching(/^[A-Z]{2,6}$/)
    const word = fc.constantFrom('TOKEN', 'PASSWORD', 'SECRET', 'API_KEY', 'CREDENTIALS')
    fc.assert(
      fc.property(part, word, fc.option(part, { nil: undefined }), (before, secret, behind) => {
        const isTold = behind !== undefined && environment.secret.about.includes(behind)
        const name = [before, secret, ...(behind === undefined ? [] : [behind])].join('_')
        expect(isTold || mayHoldSecret(name, environment)).toBe(true)
      }),
    )
  })

  test.each([
    ['NODE_ENV', false, true],
    ['^PATH=', false, true],
    ['^PATH=', true, true],
    ['^PYTHON', true, true],
    ['python', true, false],
    ['NODE', false, false],
    ['^LANG', false, false],
    ['^LANG=', false, true],
    ['CARGO', false, false],
    ['^XDG_', false, true],
    ['XDG_', false, false],
    ['PATH.*', false, false],
    ['', false, false],
  ])('a search for %s, in any case: %s, finds only what is shown: %s', (text, isAnyCase, expected) => {
    expect(findsShown(text, isAnyCase, environment)).toBe(expected)
  })

  test('a harmless name takes plain values only', () => {
    const isHarmless = (value: string) => meaningOfVariable('TZ', value, environment)?.kind === 'harmless'
    expect(['', 'UTC', 'Europe/Berlin', '-1', 'a,b', 'k=v'].filter((value) => !isHarmless(value))).toEqual([])
    const others = ['-x', '--x y', '/etc/x', ':/etc/x', '../x', 'a b', '@x', 'http://a', 'x=/y', '~/x']
    expect(others.filter(isHarmless)).toEqual([])
  })
})

test.each([
  ['', true],
  ['/', true],
  ['/health', true],
  ['/api/v1/orders/7/items', true],
  ['/users/3fa85f64-5717-4562-b3fc-2c963f66afa6', true],
  ['/assets/index-BxY12.js', true],
  ['/orders?page=2&limit=5', true],
  ['/search?q=two%20words', true],
  ['/users/7/ban', false],
  ['/ban/7', false],
  ['/users/7/%62an', false],
  ['/ban.json', false],
  ['/banUser', false],
  ['/dropcaches', false],
  ['/sessions', false],
  ['/users:purge', false],
  ['/orders?action=x', false],
  ['/query?q=drop%20table%20x', false],
  [':8500/v1/agents', false],
  [':8500/health', true],
])('to fetch localhost%s only shows something: %s', (rest, expected) => {
  expect(onlyShows(new URL(`http://localhost${rest}`))).toBe(expected)
})

describe('secrets', () => {
  const { secret, public: others, private: own, shared, kept, open } = secrets.examples as Record<string, string>
  const isSecret = (path: string) => isSecretPath(path, HOME, secrets)

  test.each(secret!.trim().split(/\s+/))('%s may hold a secret', (path) => expect(isSecret(path)).toBe(true))

  test.each(others!.trim().split(/\s+/))('%s holds none', (path) => expect(isSecret(path)).toBe(false))

  test.each(kept!.trim().split(/\s+/))('behind %s a server keeps secrets', (address) =>
    expect(keepsSecrets(address, secrets)).toBe(true),
  )

  test.each(open!.trim().split(/\s+/))('behind %s a server keeps none', (address) =>
    expect(keepsSecrets(address, secrets)).toBe(false),
  )

  const isPrivate = (path: string) => isPrivatePath(inHome(path), HOME, secrets)

  test.each(own!.trim().split(/\s+/))('%s is private', (path) => expect(isPrivate(path)).toBe(true))

  test.each(shared!.trim().split(/\s+/))('%s is shared', (path) => expect(isPrivate(path)).toBe(false))

  test('whatever is hidden in a home, and below it, is private or listed', () => {
    const listed = Object.values(secrets.private.except).flat()
    const name = fc.stringMatching(/^[a-z]{1,8}$/)
    const home = fc.constantFrom(HOME, '/home/other', '/root', '/Users/other')
    fc.assert(
      fc.property(home, name, fc.array(name, { maxLength: 3 }), (folder, first, others) => {
        fc.pre(!listed.some((path) => path.startsWith(`~/.${first}`)))
        expect(isPrivatePath([folder, `.${first}`, ...others].join('/'), HOME, secrets)).toBe(true)
      }),
    )
  })

  test('a secret stays one in another home, as a copy, in capitals and by another way', () => {
    const some = fc.constantFrom(
      ...secret!
        .trim()
        .split(/\s+/)
        .filter((path) => path.startsWith('~/')),
    )
    const change = fc.constantFrom<(path: string) => string>(
      (path) => path.replace('~', HOME),
      (path) => path.replace('~', '/home/other'),
      (path) => path.replace('~', '/root'),
      (path) => path.replace('~', '/Users/other'),
      (path) => path.replace('~', `${HOME}/docs/..`),
      (path) => path.replaceAll('/', '//'),
      (path) => path.toUpperCase(),
      (path) => `${path}.bak`,
      (path) => `${path}~`,
    )
    fc.assert(
      fc.property(some, change, (path, changed) => {
        expect({ path: changed(path), secret: isSecret(changed(path)) }).toEqual({ path: changed(path), secret: true })
      }),
      { numRuns: 500 },
    )
  })

  test('any text has an answer', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[~/.*a-z]{0,12}$/)),
        fc.constantFrom('/', '', HOME),
        (path, home) => {
          expect([true, false]).toContain(isSecretPath(path, home, secrets))
          expect([true, false]).toContain(mayFindSecret(path, home, secrets))
          expect(kindOfPath(path, home, paths, secrets)).toBeTypeOf('string')
          protects(path, home, paths)
        },
      ),
    )
  })

  /** Whether a pattern in the home folder finds a secret. */
  const finds = (pattern: string) => mayFindSecret(`${HOME}/${pattern}`, HOME, secrets)
  const FINDERS = '.ssh/* .ss?/id_rsa .ssh/id_[a-z]sa .ssh/id_[[:alpha:]]sa .[s]sh/config .n* .ssh/*[!x] work/.*'
  // A file below a listed folder is a secret by its place, whatever its name.
  const SPELT =
    'a/server.k?y *.ke* *.pe? deploy_rs[a] cred*.json work/.np?rc id_[re]* certs/* x.tfst* *_ed25519* .ssh/x*'
  const BLIND =
    '* *rc [.]netrc src/*.ts config.* package*.json *.json te* server.* *.k* certs/*.crt src/auth*.ts test_*'

  test.each(`${FINDERS} ${SPELT}`.split(' '))('%s may find a secret', (pattern) => expect(finds(pattern)).toBe(true))

  test.each(BLIND.split(' '))('%s finds none', (pattern) => expect(finds(pattern)).toBe(false))

  test('a pattern may find secrets of the system', () => {
    expect(mayFindSecret('/etc/sha*', HOME, secrets)).toBe(true)
    expect(mayFindSecret('/proc/*/environ', HOME, secrets)).toBe(true)
    expect(mayFindSecret('/etc/ssl/priv*/*', HOME, secrets)).toBe(true)
    expect(mayFindSecret('/proc/[0-9]*/env*', HOME, secrets)).toBe(true)
    expect(mayFindSecret('/etc/host*', HOME, secrets)).toBe(false)
    expect(mayFindSecret('/etc/*release', HOME, secrets)).toBe(false)
    expect(mayFindSecret('/proc/*/status', HOME, secrets)).toBe(false)
  })
})

describe('paths', () => {
  test.each(examplesOf(paths))('%s', (path, claims) => {
    const why = protects(inHome(path), HOME, paths)
    const holds = [
      kindOfPath(inHome(path), HOME, paths, secrets),
      why === undefined ? 'unprotected' : `protected ${why}`,
    ]
    expect(claims.filter((claim) => !holds.includes(claim))).toEqual([])
  })

  test.each([
    ['/etc/passwd', true],
    ['/home/dev/docs', true],
    ['/HOME/dev', true],
    ['/projects/shop', true],
    ['/', true],
    ['//etc/passwd', true],
    ['/*', true],
    ['/../etc', true],
    ['/x{a,b}', true],
    ['/notes.txt', false],
    ['/x/y', false],
  ])('%s may be there on some machines: %s', (path, isThere) => {
    expect(isInTopFolder(path, [HOME, '/projects/other'], paths)).toBe(isThere)
  })

  test('the home of root is a home, and not a part of the system', () => {
    expect(kindOfPath('/root/src/a.ts', '/root', paths, secrets)).toBe('other')
    expect(kindOfPath('/root/.vimrc', '/root', paths, secrets)).toBe('dotfile')
    expect(kindOfPath('/root/src/a.ts', HOME, paths, secrets)).toBe('system')
  })

  test.each(['git', '/usr/bin/git', '/bin/../usr/bin/git', '/opt/homebrew/bin/git', '/nix/store/abc-git/bin/git'])(
    '%s comes with the system',
    (program) => expect(isFromElsewhere(program, paths)).toBe(false),
  )

  test.each(['./git', '/tmp/git', '/usr/bin/../../tmp/git', 'bin/git', '/home/dev/bin/git', '~/bin/git'])(
    '%s may be anything',
    (program) => expect(isFromElsewhere(program, paths)).toBe(true),
  )

  test.each([
    ['/usr/local/go/bin', true],
    [`${HOME}/.cargo/bin`, true],
    [`${HOME}/go/bin`, true],
    [`${HOME}/.nvm/versions/node/v22.1.0/bin`, true],
    ['/opt/homebrew/bin', true],
    ['/opt/evil', false],
    ['/opt/evil/bin', false],
    ['/usr/local/evil', false],
    [`${HOME}/.cache/evil`, false],
    [`${HOME}/.cargo/bin/../../x`, false],
    ['/tmp', false],
    [`${HOME}/work/bin`, false],
    ['/usr/../tmp', false],
    ['.', false],
    ['', false],
  ])('%s in PATH is usual: %s', (folder, isUsual) => expect(isOrdinaryFolder(folder, HOME, paths)).toBe(isUsual))
})
