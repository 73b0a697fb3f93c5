import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { cursor } from './cursor.js'
import { gemini } from './gemini.js'
import { opencode } from './opencode.js'
import type { Host, HostName } from './types.js'

export const HOSTS: Readonly<Record<HostName, Host>> = { 'claude-code': claudeCode, codex, gemini, opencode, cursor }

export function isHostName(word: string): word is HostName {
  return Object.hasOwn(HOSTS, word)
}
