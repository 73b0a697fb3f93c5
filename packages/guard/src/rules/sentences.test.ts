import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'
import { effectWords } from './sentences.js'

const places = { cwd: '/home/dev/project', home: '/home/dev' }
const judged = (line: string, lookup = lookupSource) =>
  decideLineNow(line, { lookup, ...places, suggests: false }).commands.at(-1)!
const reasonOf = (line: string) => judged(line).reason

test.each([
  ['git push origin main', 'sends something over the network (Send commits to another repository)'],
  ['docker push ghcr.io/acme/x:1', 'sends something over the network (Publish an image)'],
  ['kubectl rollout restart deploy/web', 'sends something over the network (Change objects in the cluster)'],
  ['cargo publish', 'sends something over the network, runs project code atip cannot see (Publish the package)'],
  ['curl -s -X POST https://example.com -d x', 'sends something over the network (Transfer data from and to servers)'],
  ['git fetch origin', 'uses the network, writes files'],
  ['docker compose down', 'changes the state of the system (Stop the application and remove its containers)'],
])('a reason says what matters about a call: %s', (line, reason) => {
  expect(reasonOf(line)).toBe(reason)
})

test('a reason does not repeat what a program says about itself', () => {
  const own = { ...lookupSource('git')!, trust: { source: 'native' as const } }
  expect(judged('git push', (name) => (name === 'git' ? own : lookupSource(name))).reason).toBe(
    'sends something over the network',
  )
})

test('a call that shows a secret says so, even if it uses the network', () => {
  expect(reasonOf('aws ssm get-parameter --name /prod/db/password --with-decryption')).toBe(
    'shows a credential, uses the network (Print parameters)',
  )
})

test('a signal is to blame by its name, with what it does', () => {
  const because = 'because of -9 (A process that is killed cannot save anything)'
  expect(reasonOf('kill -9 1234')).toBe(`destroys data for good, ${because}`)
})

test('files that are known only when the line runs are named once', () => {
  expect(reasonOf('rm -rf "$a" "$b"')).toBe('deletes for good: files that are known only when the line runs')
})

test.each([
  ['java -cp out com.acme.Main', 'runs code that atip cannot read'],
  ['python3 -c "$x"', 'runs python code that atip cannot read'],
  ['./gradlew test', './gradlew is not an installed program; atip knows it only by its name'],
  ['git log --remerge-diff', "atip's description of --remerge-diff is not well tested; it may do more"],
  ['id "$(cat name)"', 'a word is known only when it runs, and may be more than a name'],
])('a reason says what atip does not know: %s', (line, reason) => {
  const { commands } = decideLineNow(line, { lookup: lookupSource, ...places, suggests: false })
  expect(commands.map((one) => one.reason)).toContain(reason)
})

test.each([
  ['systemctl restart ssh', 'changes the state of the system'],
  ['pkill node', 'changes the state of the system'],
  ['kill -TERM 1234', 'changes the state of the system'],
  ['docker compose down', 'changes the state of the system'],
  ['mkdir build', 'writes files'],
  ['dig example.com', 'uses the network'],
])('the effects agree with the reason: %s', (line, words) => {
  expect(effectWords(judged(line).effects)).toEqual([words])
})
