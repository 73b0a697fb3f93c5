import { readFileSync } from 'node:fs'
import { HOME } from './environment.js'
import type { Identity } from './types.js'

/** Numbers without a login: systemd reserves them for services with a dynamic user. */
const DROP_IDS = { first: 61_184, count: 4_336 }

/** The user `nobody`. */
const NOBODY = 65_534

/**
 * As whom a program runs. From root every run becomes a user of its own, because the kernel counts processes by user
 * and one run should not use up what another may have. Anybody else cannot, and needs not: a namespace of its own
 * counts for itself.
 */
export function nextIdentity(run: number, ownId = process.getuid?.()): Identity {
  if (ownId !== 0) return { way: 'map', id: NOBODY }
  return { way: 'drop', id: DROP_IDS.first + ((process.pid * 64 + run) % DROP_IDS.count) }
}

/** Looks like the user `nobody`, and has the rights of its owner on files, also from root. */
export function ownIdentity(): Identity {
  return { way: 'map', id: NOBODY }
}

/** People have numbers from here on; below are the accounts of the system, which some programs insist on. */
const FIRST_PERSON = 1_000

/** Files that give the user a name, since many programs fail without one, and leave out the people of the host. */
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
