import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'

const home = '/home/dev'
const decide = (line: string, cwd: string) =>
  decideLineNow(line, { lookup: lookupSource, cwd, home, mode: 'balanced', suggests: false }).decision

/** Arguments for a project script, with the expected decision. */
const WORDS = [
  ['src/a.test.ts', 'allow'],
  ['--watch=false', 'allow'],
  ['--reporter=json --outputFile=/tmp/report.json', 'allow'],
  ['--outDir dist', 'allow'],
  ['-t "a / b"', 'allow'],
  ['-t "GET /users -> 404"', 'allow'],
  ['"-s -o dist/a"', 'allow'],
  ['--exclude .git', 'allow'],
  ['--ignore=.git/hooks', 'allow'],
  ['--url=https://example.org/home', 'allow'],
  ['//base:all', 'allow'],
  ['--outDir ~/docs', 'ask'],
  ['--outDir=../docs', 'ask'],
  ['"-s -o /srv/docs"', 'ask'],
  ['"see ~/docs"', 'ask'],
  ['--outDir=~/docs,https://example.org', 'ask'],
  ['-o/home/dev/docs', 'ask'],
  ['a,/home/dev/docs', 'ask'],
  ['//home/dev/docs', 'ask'],
  ['.git/hooks/pre-commit', 'ask'],
  ['--log-file=.git/hooks/pre-commit', 'ask'],
  ['.atip', 'ask'],
  ['\'read ".env"\'', 'ask'],
] as const

test.each(WORDS)('a script of the project that is handed %s: %s', (words, decision) => {
  for (const cwd of [`${home}/project`, `${home}/src/deep/project`, '/work/app']) {
    for (const line of [`npm test -- ${words}`, `yarn build ${words}`, `./scripts/build.sh ${words}`]) {
      expect([line, cwd, decide(line, cwd)]).toEqual([line, cwd, decision])
    }
  }
})

test('a cd that may fail leaves the line where it was, unless what follows knows better', () => {
  const project = `${home}/project`
  expect(decide('cd web; npm test', project)).toBe('allow')
  expect(decide('cd /tmp && cd /home/dev/project && npm test', project)).toBe('allow')
  expect(decide('cd ../other; cd /home/dev/project; npm test', project)).toBe('ask')
  expect(decide('cd ../other && npm test', project)).toBe('ask')
})
