import { NO_EFFECTS, type Effects } from '@atip/protocol/calls'
import { isShownFile } from '../facts/file-shown.js'
import { classOfPath, isAddedHere, mayHoldSecrets, protectionOf } from '../facts/path-class.js'
import type { OutputRedirect } from '../shell/redirects.js'
import type { ShellScope } from '../shell/scope.js'
import { UNKNOWN, unknownStream, type Stream } from '../shell/stream.js'
import type { SimpleCommand } from '../shell/walk.js'
import { beginning, isAnyName, knownText, readable, type Word } from '../shell/word.js'
import type { LineWalk } from './line-walk.js'
import { foldersAround } from './named-places.js'

/** The effects of redirections. */
const READS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } }
const WRITES: Effects = { ...NO_EFFECTS, filesystem: { read: false, write: true, delete: false } }
const OVERWRITES: Effects = { ...WRITES, destructive: true, reversible: false }

/** Kinds of places in which a redirection does harm. */
const PROTECTED: ReadonlySet<string> = new Set(['device', 'system', 'dotfile', 'private', 'secret'])

/** A file that a redirection writes. */
export function followWriting(walk: LineWalk, { path, appends }: OutputRedirect, command: SimpleCommand): void {
  const kind = isAddedHere(path, appends, command.scope) ? 'other' : classOfPath(path, command.scope)
  if (kind === 'sink') return
  const shown = readable(path)
  const protection = protectionOf(path, command.scope)
  const isProtected = protection !== undefined || PROTECTED.has(kind)
  const more = { effects: isProtected ? OVERWRITES : WRITES, paths: [{ path, access: ['write' as const] }] }
  if (kind === 'device') walk.say('deny', 'writes-device', `writes to the device ${shown}`, 'write', command, more)
  else if (isProtected) {
    const reason = `overwrites ${shown}, ${protection ?? 'which the system or your account depends on'}`
    walk.say('deny', 'writes-protected', reason, 'write', command, more)
  } else walk.say('ask', 'writes-file', `writes ${shown}`, 'write', command, more)
}

/** A file that a redirection opens for reading. Returns what is read. */
export function followReading(
  walk: LineWalk,
  path: Word,
  content: Stream,
  scope: ShellScope,
  span: SimpleCommand['span'],
): Stream {
  walk.at(span)
  const seen = { argv: [], assignments: [], redirects: [], stdin: UNKNOWN, scope, isPlain: true, span }
  const paths = [{ path, access: ['read' as const] }]
  if (isConnection(path)) {
    const effects = { ...READS, network: true }
    walk.say('ask', 'network', `talks to ${readable(path)}`, 'read', seen, { effects, paths })
    return unknownStream('network')
  }
  const isHidden = path.some(isAnyName)
  const isSecret = mayHoldSecrets(classOfPath(path, scope))
  if (!isHidden && !isSecret && isShownFile(path, scope)) {
    walk.opened.push({ path, folders: foldersAround(scope, scope.home) })
    return content
  }
  const why = isSecret ? 'which may hold secrets' : 'which is not among the files that are usually shown'
  const reason = isHidden ? 'reads a file whose name is known only when it runs' : `reads ${readable(path)}, ${why}`
  walk.say('ask', 'reads-secret', reason, 'read', seen, { effects: READS, paths })
  return { ...content, taints: new Set([...content.taints, 'secret']) }
}

/** Whether a shell opens a connection for this path; unknown text may complete its name. */
function isConnection(path: Word): boolean {
  const start = beginning(path)
  if (/^\/dev\/(?:tcp|udp)\//.test(knownText(path))) return true
  const isBegun = ['/dev/tcp/', '/dev/udp/'].some((name) => name.startsWith(start) && start.startsWith('/dev/'))
  return isBegun && path.some(isAnyName)
}
