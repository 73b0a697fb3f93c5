import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

const check = (line: string) => checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' })
const reasonOf = (line: string) => check(line).verdicts[0]!.reason

test('the question names the word that is not described, and what is suspicious about it', () => {
  expect(reasonOf('ls --reset')).toBe('--reset is not described, and sounds like an act')
  expect(reasonOf('ls --theme=./x/y')).toBe('--theme=./x/y is not described, and names a file')
  expect(reasonOf('ls --theme=https://example.org')).toBe(
    '--theme=https://example.org is not described, and names an address',
  )
})

test.each([
  ['http GET localhost:8080/api', 'allow'],
  ['http GET localhost:8080/api < /dev/null', 'allow'],
  // HTTPie sends its input with POST unless it is a terminal.
  ['http localhost:8080/api < /dev/null', 'ask'],
  ['http localhost:8080/api < body.json', 'ask'],
  ["echo '{}' | http localhost:8080/api", 'ask'],
  ["echo '{}' | http --ignore-stdin localhost:8080/api", 'allow'],
  ['openssl s_client -connect localhost:443 <<< QUIT', 'ask'],
])('what is fed to a request is sent with it: %s', (line, decision) => {
  expect(check(line).decision).toBe(decision)
})

test.each([
  ['curl http://localhost:8080/health', 'allow'],
  ['curl http://localhost:8080/health --resolve localhost:8080:192.0.2.1', 'ask'],
  ['curl gopher://localhost:6379/_x', 'ask'],
  ['psql -h localhost -d app -c "select 1"', 'allow'],
  ['psql -h localhost -d "host=example.org" -c "select 1"', 'ask'],
])('this machine is only meant if no option leads elsewhere: %s', (line, decision) => {
  expect(check(line).decision).toBe(decision)
})

test.each([
  ['docker ps --format "{{.Names}}"', 'allow'],
  ['docker ps --format @x', 'ask'],
  ['gcloud storage ls gs://bucket/folder', 'allow'],
  ['gcloud storage ls file://notes', 'ask'],
  ['aws logs tail /aws/lambda/x', 'allow'],
  ['aws logs tail file://notes', 'ask'],
  ['npm view @types/node version', 'allow'],
  ['npm ls @types/node', 'allow'],
  ['git log @{u}..', 'allow'],
  ['git diff @~2', 'allow'],
  ['git show HEAD:src/a.ts', 'allow'],
  ['docker image ls node:20-alpine', 'allow'],
  ['helm show values ./chart', 'allow'],
  ['helm show values oci://example.org/chart', 'ask'],
  ['csvlook a.csv', 'allow'],
  ["csvlook '|date'", 'ask'],
])('asks about a value that makes the tool read, run or call something else: %s', (line, decision) => {
  expect(check(line).decision).toBe(decision)
})
