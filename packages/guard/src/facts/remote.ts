import type { CallEffects, ParsedCall } from '@atip/protocol/calls'
import { decode } from '../shell/encoded.js'
import { isUnknown, textOf, type Word } from '../shell/word.js'
import { onlyShows } from '../places/index.js'
import type { Remote } from './facts.js'

/** The machines that a call connects to. */
export function remoteOf(call: ParsedCall, found: CallEffects): Remote {
  if (found.own.network === false) return 'no'
  const hosts = hostsIn(call, found.account !== undefined)
  if (hosts.length > 0) {
    const isDiverted = found.changes?.includes('endpoint') === true
    const isShown = hosts.every((url) => isLoopback(url?.hostname.toLowerCase()) && onlyShows(url!))
    return isShown && !isDiverted ? 'loopback' : 'elsewhere'
  }
  if (found.account === undefined || found.changes !== undefined) return 'elsewhere'
  if (call.uses.some(({ words }) => words.some(tellsByName))) return 'elsewhere'
  return isLoopback(found.account) ? 'loopback' : 'account'
}

/** `s3://x-$(id -un)` and `s3://x/$HOSTNAME` may belong to an attacker, who then learns what the command printed. */
function tellsByName(word: string): boolean {
  const parts = decode(word)
  return parts.some((part, index) => {
    const before = parts
      .slice(0, index)
      .filter((one) => typeof one === 'string')
      .join('')
    // Numbers, dates and revisions are parts of many names.
    if (isUnknown(part) && part.shape === 'plain') return /:\/\/[^/]*$/.test(before)
    return typeof part !== 'string' && before.includes('://')
  })
}

/** Every machine that the words name; undefined if a name is unknown. */
function hostsIn(call: ParsedCall, hasAccount: boolean): (URL | undefined)[] {
  return addressesIn(call, hasAccount).map((word) => serverOf(textOf(word)))
}

/** The addresses of servers among the words of a call. */
export function addressesIn({ uses }: ParsedCall, hasAccount: boolean): Word[] {
  return uses.flatMap(({ parameter, words }) => {
    const kind = parameter['x-atip']?.value?.kind
    // A text only mentions an address.
    if (kind === 'text') return []
    const isHost = kind === 'host' || parameter.type === 'url'
    const named = words.filter((word) => {
      if (NAMES_HOST.test(word)) return true
      return isHost && !(hasAccount && word.includes('://'))
    })
    return named.map(decode)
  })
}

/** Addresses with a host. Others name something in an account: `s3://bucket`. */
const NAMES_HOST =
  /\b(?:https?|ftps?|sftp|wss?|ssh|git|tcp|udp|postgres(?:ql)?|mysql|mariadb|rediss?|mongodb|amqps?|nats):\/\//i

/** Schemes that connect to a server, which may be on this machine; `file:` does not. */
const IS_SERVER = /^(?:https?|http-get|wss?|tcp|postgres(?:ql)?|mysql|mariadb|rediss?|mongodb|amqps?):/i

/** The server and path of `http://user@localhost:3000/a`, of `localhost:3000/a` and of `::1`. */
function serverOf(address: string | undefined): URL | undefined {
  if (address === undefined || /[\\\s]/.test(address)) return undefined
  // For some clients, everything up to the slash is the host.
  if (/^(?:[a-z][\w+.-]*:\/\/)?[^/?]*#/i.test(address)) return undefined
  // The effect of other schemes on a host is unknown: `gopher://localhost` sends anything.
  if (/^[a-z][\w+.-]*:\/\//i.test(address) && !IS_SERVER.test(address)) return undefined
  try {
    // A port alone belongs to this machine.
    const host = address.replace(/^:(?=\d*(?:\/|$))/, 'localhost:')
    return new URL(/^[a-z][\w+.-]*:\/\//i.test(host) ? host : `http://${host}`)
  } catch {
    return undefined
  }
}

/** Whether an address is on this machine: `postgres://app:app@127.0.0.1:5433/app`, `localhost:6379`. */
export function isOnThisMachine(address: string): boolean {
  if (/[\\\s,]/.test(address)) return false
  try {
    return isLoopback(
      new URL(/^[a-z][\w+.-]*:\/\//i.test(address) ? address : `tcp://${address}`).hostname.toLowerCase(),
    )
  } catch {
    return false
  }
}

function isLoopback(host: string | undefined): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host ?? '')
}
