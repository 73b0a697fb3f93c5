import { humanise } from '@atip/protocol'
import { withoutWhich } from '../name-endings.js'

/** The kind of value that the name of a setting promises. It decides which values count as secrets. */
export type SettingKind = 'password' | 'secret' | 'token' | 'key' | 'phrase' | 'login' | 'address' | 'made' | 'pin'

/** Endings of setting names, as words: `dbPassword` and `DB_PASSWORD` both become "db password". */
const ENDINGS: readonly { kind: SettingKind; words: RegExp }[] = [
  {
    kind: 'password',
    words:
      /passw(?:or)?ds?(?: (?:value|string|plain|plaintext))?$|passwort$|kennwort$|passcodes?$|\bwachtwoord$|\bparola$|\bheslo$/,
  },
  { kind: 'password', words: /\bmots? de passe$|\bcontrase(?:n|ñ)as?$|\bsenhas?$|\bpwd$|\bpsk$|\bjelszo$|\bhaslo$/ },
  { kind: 'password', words: /\b(?:bind|root|user|admin|smtp|db|mail|key|ftp|my|sa)?pw$|\b(?:db|user|sa|root)pwd$/ },
  {
    kind: 'password',
    words: /\b(?:db|smtp|imap|mysql|redis|bind|root|user|admin|mq|require|auth|key|store|ftp|http|mail|login)?pass$/,
  },
  { kind: 'password', words: /\bmdp$|^(?:密码|密碼|口令|パスワード|비밀번호|пароль|гасло|סיסמה)$/ },
  { kind: 'secret', words: /\bclave$/ },
  { kind: 'phrase', words: /passphrases?$|\bmnemonics?$|\b(?:seed|recovery|backup|secret) ?(?:phrase|words)$/ },
  { kind: 'phrase', words: /\b(?:wallet|bip39) seed$/ },
  { kind: 'secret', words: /secrets?$|\bauthtok$|\bsecret (?:key base|string|value|text|data)$/ },
  {
    kind: 'token',
    words:
      /tokens?$|\b(?:recovery|backup|scratch) codes?$|\bt?otp(?: ?(?:seed|uri))?$|\bcredentials?$|\bsession ?id$|\blicen[cs]e key$/,
  },
  {
    kind: 'key',
    words:
      /(?:^|\b)(?:api|app|application|access|private|secret|master|signing|encryption|account|auth|preshared|storage|deploy|session|cookie|jwt|hmac|aes|shared|integration|server|write|admin|consumer|subscription|service|sas|tsig|enc|fernet) ?keys?$/,
  },
  { kind: 'login', words: /\bauth$|\bcred(?:ential)?s?$|\blogins?$|\buserpwd$|\bbasic auth$/ },
  { kind: 'made', words: /^keys?$|\bpat$/ },
  { kind: 'pin', words: /\bp(?:in|uk)$/ },
  { kind: 'address', words: /\b(?:dsn|connection string|conn ?str(?:ing)?)$/ },
]

/** `next-token` is a pagination cursor, `max_tokens` a count, and `public-key` is public. */
const NO_TOKEN =
  /\b(?:page|next|previous|continuation|continue|starting|sync|cursor|max|min|input|output|total|prompt|completion|design|special|stop|eos|bos|pad|unk|mask|cls|sep)\b/
const NO_SECRET = /\bpublic\b|\bpublishable\b|\b(?:by|com|tres|over|under) ?pass$|\bproxy pass$/

/** A part of every name that `settingKind` recognises. */
export const TELLING_SETTING =
  /pass|pwd|pw\b|psk|token|secret|keys?\b|credential|kennwort|contrase|senha|mnemonic|seed|phrase|recovery|backup|dsn|auth|conn|login|wachtwoord|parola|heslo|jelszo|haslo|session|pat\b|creds?\b|otp|mdp\b|clave\b|scratch|pin\b|puk\b|密码|密碼|口令|パスワード|비밀번호|пароль|гасло|סיסמה/gi

export function settingKind(name: string): SettingKind | undefined {
  if (name.length > 100) return undefined
  const words = withoutWhich(humanise(name))
  if (NO_SECRET.test(words)) return undefined
  const kind = ENDINGS.find((ending) => ending.words.test(words))?.kind
  return kind === 'token' && NO_TOKEN.test(words) ? undefined : kind
}

/** Whether a name means several secrets: `tokens`, `api_keys`. */
export function isPlural(name: string): boolean {
  return /[a-z]s$/i.test(name) && !/pass$/i.test(name)
}

/** Environments that may each have a password of their own. */
export const ENVIRONMENT =
  /^(?:prod(?:uction)?|dev(?:elopment)?|stag(?:e|ing)|live|test(?:ing)?|local|qa|uat|int|preprod|sandbox|primary|secondary|main)$/i
