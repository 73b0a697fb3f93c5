import { takesPrograms } from '@atip/protocol'
import { expect, test } from 'vitest'
import { lookupShim } from './open.js'

const WRAPPERS = `sudo doas su env xargs parallel watch nohup nice ionice setsid timeout time stdbuf chroot unshare nsenter strace
ltrace ssh sftp nc ncat socat telnet eval exec source . trap bash sh zsh dash ksh fish busybox screen at batch systemd-run python3 node jq`
const OTHERS = 'ls cat grep rm cp mv tar make sort head tail touch mkdir chmod gzip'

const commandOf = (program: string) => lookupShim(program)!.commands!['']!

test.each(WRAPPERS.split(/\s+/))('%s takes other programs, code or hosts', (program) => {
  expect(takesPrograms(commandOf(program))).toBe(true)
})

test.each(OTHERS.split(' '))('%s takes none', (program) => {
  expect(takesPrograms(commandOf(program))).toBe(false)
})
