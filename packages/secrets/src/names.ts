import { humanise, type AtipTool, type Option } from '@atip/protocol'
import { withoutWhich } from './name-endings.js'

/** Who made the secret up. A person chooses any word; a program makes a long one with digits. */
export type SecretOrigin = 'person' | 'program'

/** How names of secrets end, as words: `dbPassword` and `DB_PASSWORD` are both "db password". */
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

/** `next-token` is a page mark, `public-key` is public. */
const NO_SECRET = /\b(?:page|next|previous|continuation|continue|starting|sync|cursor|public)\b/

/** The working directory of a shell, unless its value shows that it is something else. */
const FOLDER_NAME = /^(?:old)?pwd$/i
const FOLDER = /^(?:[/~.\\]|[A-Za-z]:)/

/** A part of every name that `secretOrigin` knows. */
export const TELLING = 'pass|pwd|psk|token|secret|key|credential'

/** Who made up what a field or variable of this name holds; undefined if it is no secret. */
export function secretOrigin(name: string): SecretOrigin | undefined {
  if (name.length > 100) return undefined
  const words = humanise(name)
  if (NO_SECRET.test(words)) return undefined
  return ENDINGS.find((ending) => ending.words.test(words))?.origin
}

/** The same for files, where `SYNC_PASSWORD` is a password: page marks are tokens and keys. */
export function secretOriginInFile(name: string): SecretOrigin | undefined {
  if (name.length > 100) return undefined
  const words = withoutWhich(humanise(name))
  const origin = ENDINGS.find((ending) => ending.words.test(words))?.origin
  return origin === 'program' && NO_SECRET.test(words) ? undefined : origin
}

/** Whether `pwd` is meant as a folder: its value is a path. */
export function isFolder(name: string, value: string): boolean {
  return FOLDER_NAME.test(name) && FOLDER.test(value)
}

/** Whether a field or variable holds a secret by its name, or because it is one of those that tools take secrets in. */
export function isNamedSecret(name: string, value: string, variables: ReadonlySet<string>): boolean {
  const isNamed = variables.has(name) || secretOrigin(name) !== undefined
  return isNamed && value !== '' && !isFolder(name, value)
}

/** The environment variables in which tools take secrets, by what the tools say. */
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
