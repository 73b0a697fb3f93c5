import { readFileSync } from 'node:fs'
import { HOME } from './environment.js'
import type { Identity } from './types.js'

/** User ids without a login, which systemd reserves for services with dynamic users. */
const DROP_IDS = { first: 61_184, count: 4_336 }

/** The user `nobody`. */
const NOBODY = 65_534

/**
 * The user that a program runs as. When we are root, every run gets its own user id, because the kernel counts
 * processes per user and runs must not use up each other's limit. Other users cannot change their id, but their user
 * namespace is counted separately.
 */
export function nextIdentity(run: number, ownId = process.getuid?.()): Identity {
  if (ownId !== 0) return { way: 'map', id: NOBODY }
  return { way: 'drop', id: DROP_IDS.first + ((process.pid * 64 + run) % DROP_IDS.count) }
}

/** Looks like `nobody`, but has its owner's rights on files, even if that is root. */
export function ownIdentity(): Identity {
  return { way: 'map', id: NOBODY }
}

/** Users have ids from here on. Lower ids are system accounts, which some programs require. */
const FIRST_PERSON = 1_000

/** Account files that name the sandbox user, since many programs fail without a name, and omit the host's users. */
export function accountFiles({ id }: Identity, host = readHostAccounts()): { path: string; text: string }[] {
  const users = systemAccounts(host.passwd).map((fields) => fields.join(':'))
  const groups = systemAccounts(host.group).map(([name, password, number]) => `${name}:${password}:${number}:`)
  return [
    { path: '/etc/passwd', text: [`user:x:${id}:${id}:user:${HOME}:/bin/sh`, ...users, ''].join('\n') },
    { path: '/etc/group', text: [`user:x:${id}:`, ...groups, ''].join('\n') },
  ]
}

function readHostAccounts(): { passwd: string; group: string } {
  return { passwd: readFileSync('/etc/passwd', 'utf8'), group: readFileSync('/etc/group', 'utf8') }
}

function systemAccounts(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name, , number]) => name !== 'user' && /^\d+$/.test(number ?? '') && Number(number) < FIRST_PERSON)
}
