import { expect, test } from 'vitest'
import { accountFiles, nextIdentity } from './identity.js'

test('from root, runs that come one after the other are different users, and none of them anybody', () => {
  const identities = Array.from({ length: 100 }, (_, run) => nextIdentity(run, 0))
  expect(new Set(identities.map(({ id }) => id)).size).toBe(100)
  for (const { way, id } of identities) {
    expect(way).toBe('drop')
    expect(id).toBeGreaterThanOrEqual(61_184)
    expect(id).toBeLessThan(65_520)
  }
})

test('anybody else looks like nobody', () => {
  expect(nextIdentity(5, 1000)).toEqual({ way: 'map', id: 65_534 })
})

test('accounts of the system are known, people are not', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nman:x:6:12::/:/bin/sh\nann:x:1000:1000:Ann:/home/ann:/bin/zsh\n'
  const group = 'root:x:0:\nsudo:x:27:ann\nann:x:1000:\n'
  const [users, groups] = accountFiles({ way: 'map', id: 65_534 }, { passwd, group })
  expect(users!.text).toBe(
    'user:x:65534:65534:user:/home/user:/bin/sh\nroot:x:0:0:root:/root:/bin/bash\nman:x:6:12::/:/bin/sh\n',
  )
  expect(groups!.text).toBe('user:x:65534:\nroot:x:0:\nsudo:x:27:\n')
})
