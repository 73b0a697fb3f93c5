import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORBIDDEN_CALLS, UNKNOWN_CALLS, WATCHED_CALLS } from '../packages/sandbox/src/seccomp/system-calls.js'
import { type Driver, Field, isSkipped, situations } from './fixtures/sandbox-people.js'

/**
 * Every program here attacks only files that this test has planted for it, and would do no harm outside of a sandbox.
 * Everybody may read and write these files, so that permissions alone would not protect them.
 */
const SECRET = 'the-secret-of-the-host'

describe.skipIf(isSkipped)('what a program cannot do in the sandbox', () => {
  describe.concurrent.each(situations)('$title', ({ person, backend }) => {
    let field: Field
    let driver: Driver
    let home: string
    let victims: string
    let bystander: ChildProcess
    let servers: Server[]
    let visits = 0

    beforeAll(async () => {
      field = new Field()
      home = join(field.folder, 'home')
      victims = join(field.folder, 'victims')
      for (const folder of [home, victims, join(home, '.ssh')]) {
        mkdirSync(folder)
        chmodSync(folder, 0o777)
      }
      for (const path of [join(home, '.ssh/id_ed25519'), join(home, 'notes'), join(victims, 'a'), join(victims, 'b')]) {
        writeFileSync(path, SECRET)
        chmodSync(path, 0o666)
      }
      bystander = spawn('sleep', ['600'], { stdio: 'ignore' })
      servers = [createServer(visit).listen(0, '127.0.0.1'), createServer(visit).listen(`\0${field.folder}`)]
      driver = await field.driver(person, { backends: [backend] }, { HOME: home, TOKEN: SECRET })
    })
    afterAll(() => {
      bystander.kill('SIGKILL')
      servers.forEach((server) => server.close())
      field.clear()
    })
    const visit = () => visits++

    test('write to the home of the host, to a folder it may read, or to itself', async () => {
      const attack = field.plant(
        'writer',
        `#!/bin/sh
for file in '${home}/new' '${home}/notes' '${victims}/new' '${victims}/a' "$0" /etc/motd /usr/bin/new /new; do
  (echo changed >"$file") 2>/dev/null && echo "wrote $file"
done
echo kept >"$HOME/own" && cat "$HOME/own"
`,
      )
      const before = readFileSync(attack)
      const result = await driver.run([attack], { readable: [victims] })
      expect(result).toMatchObject({ status: 'exited', code: 0, text: 'kept\n' })
      expect(readdirSync(home).sort()).toEqual(['.ssh', 'notes'])
      expect(readdirSync(victims).sort()).toEqual(['a', 'b'])
      expect(readFileSync(join(victims, 'a'), 'utf8')).toBe(SECRET)
      expect(readFileSync(attack)).toEqual(before)
    })

    test('delete, move or relabel what it may read, or leave anything in the folder it starts in', async () => {
      const attack = field.plant(
        'deleter',
        `#!/bin/sh
case $PWD in /tmp/empty) ;; *) exit 9 ;; esac
ls -A
echo x >file
rm -rf '${victims}' '${victims}'/* "$PWD"
mv '${victims}/a' '${victims}/c'
chmod 000 '${victims}/b'
truncate -s 0 '${victims}/b'
exit 0
`,
      )
      const result = await driver.run([attack], { readable: [victims] })
      expect(result).toMatchObject({ status: 'exited', code: 0, text: '' })
      expect(readdirSync(victims).sort()).toEqual(['a', 'b'])
      expect(readFileSync(join(victims, 'b'), 'utf8')).toBe(SECRET)
      expect((await driver.run(['ls', '-A'])).text).toBe('')
    })

    test('reach a listener of the host, by address or by abstract name', async () => {
      const { port } = servers[0]!.address() as { port: number }
      const attack = field.plant(
        'caller.cjs',
        `#!/usr/bin/env node
const { connect } = require('node:net')
for (const target of [{ port: ${port}, host: '127.0.0.1' }, { path: '\\0${field.folder}' }]) {
  const socket = connect(target, () => { console.log('connected'); socket.destroy() })
  socket.on('error', ({ code }) => console.log(code))
}
`,
      )
      const result = await driver.run([attack])
      expect(result).toMatchObject({
        status: 'exited',
        code: 0,
        text: expect.stringMatching(/^(ECONNREFUSED|ENETUNREACH)\nECONNREFUSED\n$/),
      })
      expect(visits).toBe(0)
    })

    test('see secrets, sockets or the people of the host', async () => {
      const attack = field.plant(
        'reader',
        `#!/bin/sh
cat '${home}/notes' '${home}/.ssh/id_ed25519' /etc/shadow /etc/gshadow 2>/dev/null
ls -A '${home}' /root /home /run /var/run /tmp/.X11-unix /etc/ssh /var/lib /mnt /srv 2>/dev/null | grep -v ':$'
cut -d: -f3 /etc/passwd | sort -n | tail -n 1
`,
      )
      const { text } = await driver.run([attack])
      expect(text).not.toContain(SECRET)
      const [...names] = text
        .trim()
        .split('\n')
        .filter((line) => line !== '')
      const id = Number(names.pop())
      expect(names).toEqual(['user'])
      expect(id).toBeGreaterThan(60_000)
    })

    test('read our environment, or find our process', async () => {
      const attack = field.plant(
        'peeper',
        `#!/bin/sh
grep -a -l '${SECRET}' /proc/*/environ /proc/*/cmdline 2>/dev/null
tr '\\0' '\\n' </proc/1/environ
env
[ -e /proc/${bystander.pid} ] && grep -a sleep /proc/${bystander.pid}/cmdline
ls -d /proc/[0-9]* | wc -l
exit 0
`,
      )
      const { text } = await driver.run([attack])
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain('TOKEN')
      expect(Number(text.trim().split('\n').at(-1))).toBeLessThan(8)
    })

    test('signal a process of the host', async () => {
      const { pid } = bystander
      const attack = field.plant('killer', `#!/bin/sh\nkill -0 ${pid} && echo found\nkill -KILL ${pid}\nexit 0\n`)
      expect((await driver.run([attack])).text).toBe('')
      expect(bystander.exitCode).toBe(null)
      expect(() => process.kill(pid!, 0)).not.toThrow()
    })

    test('become root', async () => {
      const setuid = join(field.folder, 'setuid')
      copyFileSync('/usr/bin/id', setuid)
      chmodSync(setuid, 0o4755)
      const attack = field.plant(
        'climber',
        `#!/bin/sh
id -u
'${setuid}' -u
sudo -n id -u
perl -e '$< = 0; $> = 0; $( = 0; print "$<\\n$>\\n"'
grep -E '^(NoNewPrivs|Cap...):' /proc/self/status | cut -f2 | sort -u
exit 0
`,
      )
      const lines = (await driver.run([attack], { readable: [setuid] })).text.trim().split('\n')
      expect(lines).toEqual([...Array.from({ length: 4 }, () => lines[0]), '0000000000000000', '1'])
      expect(Number(lines[0])).toBeGreaterThan(60_000)
    })

    test('open the kernel or a device for writing', async () => {
      // Only opened: even outside of a sandbox, nothing would be written.
      const attack = field.plant(
        'opener',
        `#!/usr/bin/perl
use Fcntl;
for my $path (glob('/proc/sys/kernel/* /proc/sysrq-trigger /sys/power/* /sys/kernel/* /boot/* '
  . '/dev/sd* /dev/vd* /dev/nvme* /dev/mem /dev/kmsg /dev/kvm /dev/fuse /dev/net/tun /dev/vsock /etc/* /usr/bin/ls')) {
  print "$path\\n" if -f $path || -b _ || -c _ and sysopen(my $file, $path, O_WRONLY);
}
print 'done';
`,
      )
      expect((await driver.run([attack])).text).toBe('done')
    })

    test('get at a terminal, or at a descriptor that we were given', async () => {
      const secret = openSync(join(home, 'notes'), 'r')
      const given = await field.driver(person, { backends: [backend] }, {}, secret)
      closeSync(secret)
      const attack = field.plant(
        'listener',
        `#!/bin/sh
(: </dev/tty) 2>/dev/null && echo terminal
cat
for descriptor in $(ls /proc/self/fd); do cat "/proc/self/fd/$descriptor" 2>/dev/null; done
exit 0
`,
      )
      expect(readlinkSync(`/proc/${given.child.pid}/fd/20`)).toBe(join(home, 'notes'))
      expect(await given.run([attack])).toMatchObject({ status: 'exited', text: '' })
    })

    test('escape into namespaces of its own', async () => {
      const attack = field.plant(
        'nester',
        `#!/bin/sh
for kind in --user --mount --net --pid; do unshare $kind true && [ "$kind" != --user ] && echo "entered $kind"; done
unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none "${victims}" && echo mounted'
exit 0
`,
      )
      expect((await driver.run([attack], { readable: [victims] })).text).toBe('')
    })

    test('ask the kernel for what breaks kernels', async () => {
      const column = process.arch === 'x64' ? 0 : 1
      const calls: typeof FORBIDDEN_CALLS = { ...FORBIDDEN_CALLS, ...UNKNOWN_CALLS, ...WATCHED_CALLS }
      // With arguments that have no effect in any kernel, or only on the caller.
      const asked =
        'ptrace add_key request_key bpf perf_event_open userfaultfd mount open_tree setns unshare clone3 io_uring_setup socket'.split(
          ' ',
        )
      const lines = asked.map((name) => {
        const first = { socket: 40, unshare: 0x10000000 }[name] ?? 0
        return `$! = 0; my $r = syscall(${calls[name]![column]}, ${first}, 0, 0, 0, 0, 0); print "${name} ", $! + 0, "\\n";`
      })
      const { text } = await driver.run([field.plant('caller.pl', `#!/usr/bin/perl\n${lines.join('\n')}\n`)])
      const answers = new Map(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(' ') as [string, string]),
      )
      expect([...answers.keys()]).toEqual(asked)
      if (backend === 'unshare') return
      for (const name of asked) {
        const expected = name === 'socket' ? '97' : Object.hasOwn(UNKNOWN_CALLS, name) ? '38' : '1'
        expect([name, answers.get(name)]).toEqual([name, expected])
      }
    })
  })
})
