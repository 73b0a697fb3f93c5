import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathFrom } from './path-from.js'

const path = fc
  .array(fc.constantFrom('', '.', '..', '...', 'a', '.b', 'c.', ' '), { maxLength: 5 })
  .map((segments) => segments.join('/'))

test('a path is the one that Node finds, however it is written', () => {
  const folder = path.map((one) => posix.resolve('/', one))
  fc.assert(
    fc.property(folder, path, (cwd, one) => {
      expect(pathFrom(cwd, one)).toBe(posix.resolve(cwd, one))
    }),
  )
})

test('a path from a folder that is not known is only made tidy', () => {
  fc.assert(
    fc.property(path, (one) => {
      const tidy = posix.normalize(one)
      expect(pathFrom(undefined, one)).toBe(tidy === '/' || !tidy.endsWith('/') ? tidy : tidy.slice(0, -1))
    }),
  )
})

test.each([
  ['/dev/fd/../environ', '/proc/self/environ'],
  ['/dev/fd/../../self/environ', '/proc/self/environ'],
  ['/proc/self/root/etc/shadow', '/etc/shadow'],
  ['/proc/1/root/proc/7/root/home/dev/.netrc', '/home/dev/.netrc'],
  ['/proc/self/task/12/root/etc/shadow', '/etc/shadow'],
  ['/proc/self/task/12/../../environ', '/proc/self/environ'],
  ['/proc/thread-self/../../environ', '/proc/self/environ'],
  ['/proc/self/cwd/.env', '/home/dev/project/.env'],
  ['/proc/self/cwd/../.netrc', '/home/dev/.netrc'],
  ['/proc/sel?/roo[t]/etc/shadow', '/etc/shadow'],
  ['/tmp/../proc/self/root/../etc/shadow', '/etc/shadow'],
  ['../../../proc/self/root/etc/shadow', '/etc/shadow'],
  ['/private/etc/hosts', '/etc/hosts'],
  ['/proc/self/fd/3/../.netrc', '/proc/self/fd/3/.netrc'],
  ['/dev/device/../fd', '/proc/self/fd'],
  ['/home/dev/private/etc', '/home/dev/private/etc'],
])('%s is %s', (written, real) => expect(pathFrom('/home/dev/project', written)).toBe(real))

test('a path has one spelling only', () => {
  const name = fc.constantFrom('proc', 'self', '1', 'root', 'cwd', 'task', 'fd', 'dev', '..', 'etc', 'r*t')
  fc.assert(
    fc.property(fc.array(name, { maxLength: 9 }), (names) => {
      const once = pathFrom('/home/dev', `/${names.join('/')}`)
      expect(pathFrom('/home/dev', once)).toBe(once)
    }),
  )
})
