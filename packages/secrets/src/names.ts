import { humanise, type AtipTool, type Option } from '@atip/protocol'
import { withoutWhich } from './name-endings.js'

/** Who chose the secret. A person may choose any word; a program generates a long one with digits. */
export type SecretOrigin = 'person' | 'program'

/** Endings of secret names, as words: `dbPassword` and `DB_PASSWORD` both become "db password". */
const ENDINGS: readonly { origin: SecretOrigin; words: RegExp }[] = [
  {
    origin: 'person',
    words: /\b(?:(?:pg|rpc|db|user|admin|root|mail|ftp)?passw(?:or)?d|passphrase|passcode|secret|pwd|psk)$/,
  },
  {
    origin: 'person',
    words:
      /\b(?:db|database|mysql|pg|redis|smtp|imap|mail|ftp|http|proxy|user|admin|root|login|ssh|sudo|become|ansible|require) ?pass$/,
  },
  { origin: 'program', words: /^pass$|\bsecret key base$/ },
  { origin: 'program', words: /\b(?:token|credential|apikey|authtoken|accesstoken)$/ },
  {
    origin: 'program',
    words: /\b(?:api|access|private|secret|account|signing|encryption|auth|master|preshared) ?key$/,
  },
]

/** `next-token` is a pagination cursor; `public-key` is public. */
const NO_SECRET = /\b(?:page|next|previous|continuation|continue|starting|sync|cursor|public)\b/

/** `PWD` is the cwd of a shell, unless its value is not a path. */
const FOLDER_NAME = /^(?:old)?pwd$/i
const FOLDER = /^(?:[/~.\\]|[A-Za-z]:)/

/** A part of every name that `secretOrigin` recognises. */
export const TELLING = 'pass|pwd|psk|token|secret|key|credential'

/** The origin of the secret in a field or variable of this name; undefined if it holds none. */
export function secretOrigin(name: string): SecretOrigin | undefined {
  if (name.length > 100) return undefined
  const words = humanise(name)
  if (NO_SECRET.test(words)) return undefined
  return ENDINGS.find((ending) => ending.words.test(words))?.origin
}

/** The same for names in files: there `SYNC_PASSWORD` is a password, because cursors are tokens or keys. */
export function secretOriginInFile(name: string): SecretOrigin | undefined {
  if (name.length > 100) return undefined
  const words = withoutWhich(humanise(name))
  const origin = ENDINGS.find((ending) => ending.words.test(words))?.origin
  return origin === 'program' && NO_SECRET.test(words) ? undefined : origin
}

/** Whether `pwd` means a folder, because its value is a path. */
export function isFolder(name: string, value: string): boolean {
  return FOLDER_NAME.test(name) && FOLDER.test(value)
}

/** Whether a field or variable holds a secret, by its name or because a tool takes a secret in it. */
export function isNamedSecret(name: string, value: string, variables: ReadonlySet<string>): boolean {
  const isNamed = variables.has(name) || secretOrigin(name) !== undefined
  return isNamed && value !== '' && !isFolder(name, value)
}

/** Environment variables in which tools take secrets, according to their descriptions. */
export function secretVariables(tools: readonly AtipTool[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tool of tools) {
    for (const { envVar } of tool.authentication?.methods ?? []) if (envVar !== undefined) names.add(envVar)
    for (const option of tool.globalOptions ?? []) if (isSecret(option)) names.add(option.envVar!)
  }
  return names
}

function isSecret({ envVar, name, 'x-atip': extension }: Option): boolean {
  if (envVar === undefined) return false
  const rules = [extension, ...(extension?.cases ?? [])]
  return secretOrigin(name) !== undefined || rules.some((rule) => rule?.value?.kind === 'secret')
}
