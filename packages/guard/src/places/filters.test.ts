import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aimsAtSecrets, selectsOrdinary, type Filter } from './index.js'

const HOME = '/home/dev'
const PROJECT = '/home/dev/project'
const aims = (language: Filter['language'], text: string, folder = PROJECT) =>
  aimsAtSecrets({ language, text }, [folder], HOME)

test.each<[Filter['language'], string]>([
  ['glob', '.env'],
  ['glob', '.env*'],
  ['glob', '.e*'],
  ['glob', '*ENV'],
  ['glob', '.[a-f]nv'],
  ['glob', '*.{ts,pem}'],
  ['glob', './.env'],
  ['glob', '*/.netrc'],
  ['glob', 'config/.env*'],
  ['glob', '*.key'],
  ['glob', 'id_*'],
  ['glob', 'cred*.json'],
  ['regex', '^.env$'],
  ['regex', '^\\.env'],
  ['regex', '.*/\\.env'],
  ['regex', 'src|\\.env$'],
  ['regex', '\\.(env|pem)$'],
  ['regex', 'id_rsa$'],
  ['glob', '.e\\nv'],
  ['glob', '\\.env'],
  ['regex', '.*\\.\\(ts\\|env\\)'],
  ['regex', '.*\\.\\(e+nv\\)'],
  ['regex', '.*\\.en\\+v$'],
  ['regex', '.*/[[:punct:]]env'],
  ['part', 'id_rsa'],
  ['part', '.netrc'],
  ['ending', 'pem'],
  ['ending', '.key'],
])('the %s %s looks for secrets', (language, text) => expect(aims(language, text)).toBe(true))

test.each<[Filter['language'], string]>([
  ['glob', '*.ts'],
  ['glob', '*.json'],
  ['glob', '*.yaml'],
  ['glob', '*.{ts,tsx}'],
  ['glob', 'package.json'],
  ['glob', '*'],
  ['glob', 'src/**'],
  ['glob', './node_modules/*'],
  ['glob', '.github/*'],
  ['glob', 'env*'],
  ['regex', '\\.tsx?$'],
  ['regex', '^src/.*test'],
  ['regex', '.'],
  ['regex', '.*\\.\\(ts\\|tsx\\)'],
  ['part', 'readme'],
  ['ending', 'md'],
])('the %s %s does not', (language, text) => expect(aims(language, text)).toBe(false))

test('a common kind of file is a secret where secrets of that kind are', () => {
  expect(aims('glob', '*.yml', HOME)).toBe(true)
  expect(aims('glob', 'host*.yml', '/')).toBe(true)
  expect(aims('glob', '*/.vendor/*', '/')).toBe(true)
  expect(aims('glob', 'environ', '/proc/self')).toBe(true)
  expect(aims('glob', '*.ts', HOME)).toBe(false)
})

const isOrdinary = (language: Filter['language'], text: string, folder = PROJECT) =>
  selectsOrdinary({ language, text }, folder, { home: HOME, project: PROJECT })

test('only names with an ordinary ending, or known ones, select ordinary files', () => {
  for (const text of ['*.ts', '*.{py,md}', 'package.json', '*/api/*.yaml', 'Makefile']) {
    expect({ text, isOrdinary: isOrdinary('glob', text) }).toEqual({ text, isOrdinary: true })
  }
  for (const text of [
    '*',
    '**',
    '*.*',
    '**/*',
    '*rc',
    'rootkey*',
    '*.vars',
    '.*.ts',
    '*token*.json',
    '*.{ts,key}',
    'x*',
  ]) {
    expect({ text, isOrdinary: isOrdinary('glob', text) }).toEqual({ text, isOrdinary: false })
  }
  for (const text of ['', '.', '.*', '^', '.+', 'ts', '.*rc']) expect(isOrdinary('regex', text)).toBe(false)
  expect(isOrdinary('regex', '.*\\.ts$')).toBe(true)
  expect(isOrdinary('glob', '*.conf', '/etc')).toBe(false)
})

test('a regular expression that Node fits to .env never selects ordinary files only', () => {
  const piece = fc.constantFrom('\\.', 'e', 'n', 'v', '.', '[a-z]', '.*', 'e?', '(en|x)', '^', '$', 'v+', '\\w', 'ts')
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('')
      fc.pre(new RegExp(text).test('.env'))
      expect({ text, isOrdinary: isOrdinary('regex', text) }).toEqual({ text, isOrdinary: false })
    }),
    { numRuns: 2000 },
  )
})

test('a hostile expression costs no more than its length', () => {
  expect(aims('regex', `${'(a+)+'.repeat(5000)}$`)).toBe(false)
  expect(aims('glob', `${'{a,'.repeat(5000)}`)).toBe(false)
})
