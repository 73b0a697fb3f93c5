import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../limits.js'
import { readEvidence } from './evidence.js'
import { flawsIn } from './judge.js'

/** The output of the script in a good sandbox, shortened. */
const GOOD = `
== status
Uid:	65534	65534	65534	65534
Gid:	65534	65534	65534	65534
CapInh:	0000000000000000
CapPrm:	0000000000000000
CapEff:	0000000000000000
CapBnd:	0000000000000000
CapAmb:	0000000000000000
NoNewPrivs:	1
Seccomp:	2

== mounts
65 42 0:40 /newroot / ro,nosuid,nodev,relatime - tmpfs tmpfs rw
66 65 254:0 /usr /usr ro,nosuid,nodev,relatime - ext4 /dev/vda rw,discard
68 65 0:41 / /proc ro,nosuid,nodev,noexec,relatime - proc proc rw
72 71 0:6 /null /dev/null rw,nosuid,relatime - devtmpfs devtmpfs rw
79 65 0:44 / /tmp rw,nosuid,nodev,relatime - tmpfs tmpfs rw,size=65536k

== limits
Limit                     Soft Limit           Hard Limit           Units
Max cpu time              5                    6                    seconds
Max file size             16777216             16777216             bytes
Max data size             4294967296           4294967296           bytes
Max core file size        0                    0                    bytes
Max processes             256                  256                  processes
Max open files            1024                 1024                 files

== namespaces
net net:[2]
pid pid:[2]

== routes
Iface	Destination	Gateway

== stdin
/dev/null

== home

== run

== written

== environment
PATH=/usr/bin
PWD=/tmp/empty

== end
`

const expectation = {
  hostNamespaces: new Map([
    ['net', 'net:[1]'],
    ['pid', 'pid:[1]'],
  ]),
  environment: ['PATH'],
  limits: DEFAULT_LIMITS,
  filtersCalls: true,
}

const flaws = (text: string) => flawsIn(readEvidence(text)!, expectation)

test('a good sandbox has no flaws', () => {
  expect(flaws(GOOD)).toEqual([])
})

test('what is cut off is no evidence', () => {
  expect(readEvidence(GOOD.replace('== end\n', ''))).toBe(null)
  expect(readEvidence('')).toBe(null)
})

test.each([
  ['Uid:	65534	65534', 'Uid:	65534	0', 'is root'],
  ['Uid:	65534	65534	65534	65534\n', '', 'is root'],
  ['Gid:	65534', 'Gid:	0', 'is root'],
  ['CapEff:	0000000000000000', 'CapEff:	0000000000000400', 'has capabilities (CapEff'],
  ['CapBnd:	0000000000000000\n', '', 'has capabilities (CapBnd'],
  ['NoNewPrivs:	1', 'NoNewPrivs:	0', 'can gain privileges'],
  ['Seccomp:	2', 'Seccomp:	0', 'not filtered'],
  ['/usr /usr ro,', '/usr /usr rw,', '/usr (ext4) is not read-only'],
  ['/ /proc ro,', '/ /proc rw,', '/proc (proc) is not read-only'],
  ['net net:[2]', 'net net:[1]', 'shares the net namespace'],
  ['pid pid:[2]\n', '', 'shares the pid namespace'],
  ['Gateway\n', 'Gateway\neth0	00000000	0100000A\n', 'a route'],
  ['== stdin\n/dev/null', '== stdin\n/dev/pts/0', 'reads from /dev/pts/0'],
  ['== home\n', '== home\n.ssh\n', "of the host's home"],
  ['== run\n', '== run\ndocker.sock\n', 'docker.sock in /run'],
  ['== written\n', '== written\n/etc\n', 'can write to /etc'],
  ['PWD=', 'GITHUB_TOKEN=', 'GITHUB_TOKEN'],
  ['Max processes             256', 'Max processes             9999', 'processes is not limited'],
  ['Max cpu time              5', 'Max cpu time              unlimited', 'cpuSeconds is not limited'],
  ['Max core file size        0', 'Max core file size        1', 'core dumps'],
])('%j instead of %j is a flaw', (good, bad, flaw) => {
  expect(GOOD).toContain(good)
  expect(flaws(GOOD.replace(good, bad)).join('\n')).toContain(flaw)
})
