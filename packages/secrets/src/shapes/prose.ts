import type { SecretShape } from './shape.js'

const NAMES =
  '(?:pass(?:word|wd|phrase|code)?|passwort|kennwort|zugangscode|mots? de passe|contrase(?:ñ|n)a|senha|wachtwoord|lösenord|пароль|hasło|heslo|parola|jelszó|pwd|pw|(?:api|access|secret|licen[cs]e|private)[ -]key|(?:api|access|auth)[ -]token|secret|token|credentials|login|密码|パスワード)'

const HINTS =
  'assw ASSW pass Pass PASS ennwort ode ontrase enha achtwoord ösenord ароль asło eslo arola elszó wd pw PW Pw ey oken ecret redentials ogin 密码 パス'.split(
    ' ',
  )

/** A generated or chosen word: letters and digits, but not a version, a path, a call or an address. */
const MADE = String.raw`(?=[^\s"'${'`'}]{0,40}\d)(?=[^\s"'${'`'}]{0,40}\p{L})(?!v?\d+\.\d|\d+[a-z]{1,7}\b|[\w-]{1,60}[(/]|https?:|[$<{[(%@*#&.]|\w{1,20}\.\w{1,20}\.|[\w.-]{1,40}:\s|rfc|sha|md5|base64|utf|x509|pkcs|p12|oauth|aes|ed25519|es\d|hs\d|rs\d|us-|[a-z]{1,12}[12]\b)[^\s"'${'`'}|=(),;]{6,256}`

/** Notes for people: `**Password:** x`, `the password is x`, `Kennwort: x`. */
export const PROSE: readonly SecretShape[] = [
  {
    kind: 'password',
    hint: HINTS,
    pattern: new RegExp(
      String.raw`((?<![\p{L}\d_$.-])${NAMES}(?: (?:for|of|für|von|de|to) (?:[\w.@-]{1,40} ){0,3}[\w.@-]{1,40}|\([\w .@-]{1,40}\))?[ \t]{0,4}[*_${'`'}]{0,3}(?::[*_]{0,2}|[ \t](?:is|ist|lautet|est|es|é|was|→|->|–))(?: now| jetzt)?[ \t]{1,20}[*_${'`'}"'„“]{0,3})${MADE}`,
      'giu',
    ),
  },
  {
    kind: 'password',
    hint: HINTS,
    pattern: new RegExp(
      String.raw`((?:^|\n)[ \t]{0,20}(?:[-*+>•] |\d{1,2}\. ){0,2}(?:\*{1,2}|_{1,2})${NAMES}(?:[ \t]{0,4}:(?:\*{1,2}|_{1,2})|(?:\*{1,2}|_{1,2})[ \t]{0,4}:)[ \t]{1,20}[${'`'}"']?)(?![$<{[(*])[^\s"'${'`'}]{6,256}(?=[${'`'}"']?[ \t]{0,8}(?:[\r\n]|$))`,
      'giu',
    ),
  },
]
