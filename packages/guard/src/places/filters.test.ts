import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aimsAtSecrets, isNarrowing, type Filter } from './index.js'

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

test('what selects everything does not narrow', () => {
  for (const text of ['*', '**', '*.*', '**/*']) expect(isNarrowing({ language: 'glob', text })).toBe(false)
  for (const text of ['', '.', '.*', '^', '.+']) expect(isNarrowing({ language: 'regex', text })).toBe(false)
  expect(isNarrowing({ language: 'glob', text: '*.ts' })).toBe(true)
})

test('a regular expression that Node fits to .env looks for secrets', () => {
  const piece = fc.constantFrom('\\.', 'e', 'n', 'v', '.', '[a-z]', '.*', 'e?', '(en|x)', '^', '$', 'v+', '\\w')
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('')
      fc.pre(isNarrowing({ language: 'regex', text }))
      if (new RegExp(text).test('.env')) expect({ text, aims: aims('regex', text) }).toEqual({ text, aims: true })
    }),
    { numRuns: 2000 },
  )
})

test('a hostile expression costs no more than its length', () => {
  expect(aims('regex', `${'(a+)+'.repeat(5000)}$`)).toBe(false)
  expect(aims('glob', `${'{a,'.repeat(5000)}`)).toBe(false)
})
