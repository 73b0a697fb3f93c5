import { isEncodedLogin } from '../encoded-login.js'
import { isMask } from '../mask.js'
import { secretOrigin } from '../names.js'
import { isRemark, isStandIn } from '../values.js'
import { settingKind, type SettingKind } from './setting-names.js'

/** Values that refer to a secret stored elsewhere, and placeholders. */
const REFERENCES: readonly RegExp[] = [
  // `${X}`, `$X`, `$(x)`, `{{ x }}`, `<x>`, `%(x)s`, `%X%`, `%s`, `@x@`, `#{x}`, `[x]`, `*alias`
  /^\$(?:[{(]|[A-Z_][A-Z0-9_]*$|[a-z_]+$|\d$)|^["']?\{(?!AQ)|^<|^%[({]|^%\w*%$|^%[sdv@]$|^@[\w.-]+@$|^#\{|^\[|^\*[\w.]/,
  // `env(X)`, `load('x')`, `process.env.X`, `var.x`, `this.x`
  /^[A-Za-z_$][\w$.:]{0,63}\(|^[\w$]{1,40}\[["'\w$]/,
  /^(?:process|req|request|res|this|self|options|opts|config|cfg|env|os|ctx|context|event|props|state|params|args|var|local|data|module|each|secrets|inputs|github|steps|vars|values|settings|\w*credentials|import|System|Deno|Bun|argv|input|body|form|random_\w{1,20}|spec|status|metadata)[.:]/,
  /^[a-z_][a-z_]*(?:\??\.[a-z_][A-Za-z_]*)+$/,
  // `vault:x`, `!vault`, `op://x`, `arn:aws:x`, `projects/x/secrets/y`, `ENC[x]`
  /^(?:vault|ssm|env|file|ref|secret|awssm|gcpsm|keyring|kms|keychain|cmd|exec|sops|aws|gopass|pass|bws)[:+]|^!(?!\w*\d)\w+[ \t]*|^op:\/\/|^arn:|^projects\/[^/]+\/secrets|^ENC[[(]|^\$ANSIBLE_VAULT|^\/(?:run|var\/run)\/secrets\//i,
]

/** Password hashes, public keys, certificates, and other values that are not secret. */
const HARMLESS: readonly RegExp[] = [
  /^\$(?:\d\w?|apr1|argon2\w{0,2}|pbkdf2[\w-]*|scrypt|bcrypt|y|gy|7|sha\d?|P|H)\$|^\{(?:S?SHA\d*|S?MD5|CRYPT|BCRYPT|ARGON2)\}/i,
  /^(?:pbkdf2|scrypt|bcrypt|argon2|sha\d{1,3}|md5)\w*[:$(-]|^\*[0-9A-F]{40}$|^SCRAM-SHA|^[!*x]{1,2}$/i,
  /^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2)|^-----BEGIN (?:PUBLIC|CERTIFICATE|RSA PUBLIC|PGP (?:PUBLIC|SIGN|MESS))|^pk_(?:live|test)_/,
  // Short numbers, sizes, durations, versions, dates
  /^[+-]?\d{1,4}$|^[~^]\d+\.|^\d{1,6}(?:\.\d+)?(?:ms|s|m|h|d|days?|[kmg]i?b?|%|px|r?em)$|^v?\d+(?:\.\d+){1,3}$|^\d{4}-\d\d-\d\d/i,
  // Folders and files
  /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w .@$-]+[/\\])*[\w .@$-]*$/,
  /^[\w-]+(?:\/[\w.-]+)*\.(?:pem|key|crt|cer|p12|pfx|jks|p8|txt|json|ya?ml|env|toml|js|ts|md|html?|png|svg|gpg|enc|asc|pub|py|go|sh|conf|cfg)$/i,
  // URLs without a login
  /^[a-z][a-z\d+.-]{1,20}:\/\/(?![^/?#]{1,300}@)/i,
  // Punctuation, colours, marks of a template or a grammar
  /^[^\p{L}\p{N}]{0,6}$|^#[0-9a-f]{3,8}$|^__\w+__$|^(.)\1{2,}$/iu,
]

/** Values that examples, types, workflows, schemas and translations have for such names, in lower case. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'write read read-only read-write inherit all always never basic bearer digest oauth oauth2 jwt plain login cookie session header',
    'query body string pass password passwd secret token key api apikey apitoken credential credentials username email',
    'date hash salt id name type array list map enum const public private static final readonly protected opaque',
    'mot contraseña contrasena senha passwort kennwort wachtwoord lozinka heslo hasło haslo parola jelszó salasana',
    'lösenord adgangskode passord slaptažodis parole şifre sifre mật-khẩu geheimnis schlüssel clave jeton токен',
    'encrypted hashed plaintext cleartext md5 sha1 sha256 bcrypt scrypt argon2 ldap pam file keyring keychain vault',
    'deprecated internal external manual automatic generated random rotate rotated revoked valid',
    'self this super example sample foo bar baz foobar foobaz fake mock dummy fixme n/a na tba',
    'secure strong weak short long old new current confirm forgot reset visible masked',
    'keyword identifier punctuator literal comment operator variable char character word number',
  ].flatMap((line) => line.split(' ')),
)

/** Words that occur in sentences but rarely in passphrases. */
const PROSE =
  /(?:^|[ '])(?:the|a|an|is|are|was|for|to|of|in|on|with|your|you|and|or|not|must|should|can|this|that|if|from|please|enter|der|die|das|ein|eine|ist|und|oder|le|la|les|de|du|el|los|su|tu|il|per|het|een|your|be|as|by|it|when|used|using|only|new|at|no|has|will|which|name|value|user|default)(?: |$)/i
const TELLING_WORD = /pass|token|secret|key|wort|credential|contrase|senha|auth|phrase|geheim|login/i

function isReferenceSetting(text: string): boolean {
  return text === '' || isMask(text) || REFERENCES.some((pattern) => pattern.test(text))
}

/** Whether a value is harmless under any name. */
export function isHarmless(text: string): boolean {
  return isReferenceSetting(text) || HARMLESS.some((pattern) => pattern.test(text)) || WORDS.has(text.toLowerCase())
}

/** Whether a value is the secret that the name of its setting promises. */
export function isSecretSetting(kind: SettingKind, name: string, text: string): boolean {
  if (kind === 'pin') return FITS.pin(text)
  if (isHarmless(text) || isStandIn(text) || isRemark(text) || namesSecret(name, text)) return false
  if (/\s/.test(text)) return name !== 'pass' && isSeveralWords(kind, text)
  // A value without Latin letters and digits is a translation.
  if (/^[^\p{Script=Latin}\d]+$/u.test(text) || text.includes('…')) return false
  return FITS[kind](text)
}

const FITS: Readonly<Record<SettingKind, (text: string) => boolean>> = {
  password: (text) => text.length >= 3,
  secret: (text) => text.length >= 4 && !isPlainWord(text, 6),
  token: (text) =>
    text.length >= 6 && !/^\d{1,12}$/.test(text) && !isPlainWord(text, 10) && !/^[A-Za-z]{1,24}$/.test(text),
  key: (text) => text.length >= 6 && !isPlainWord(text, 12) && !/^[A-Za-z]{1,24}$/.test(text),
  phrase: (text) => text.length >= 8,
  login: (text) =>
    isEncodedLogin(text) ||
    (/^[\w.@+-]{1,64}(?::(?!\/\/|:)|\/(?=.*[A-Z\d]))[^\s/:][^\s/]{3,}$/.test(text) && !/:\d+$/.test(text)),
  made: (text) =>
    /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[A-Za-z\d+/=_]{16,512})$/i.test(text) &&
    /[a-z]/i.test(text) &&
    text.replace(/\D+/g, '').length >= 3,
  pin: (text) => /^\d{4,8}$/.test(text) && !/^(\d)\1+$/.test(text),
  address: (text) => /:[^\s/@]+@|\/\/[^\s/@]{16,}@|pass(?:word)?=\w/i.test(text),
}

/** `db_password`, `PasswordField`: a value that is itself the name of a secret refers to one. */
function namesSecret(name: string, text: string): boolean {
  if (/\d{2}/.test(text) || !/^[\w.:/-]+$/.test(text)) return false
  if (text.toLowerCase().startsWith(name.toLowerCase())) return true
  const isJoined = /[_.:/-]|[a-z][A-Z]/.test(text)
  return isJoined && (secretOrigin(text) !== undefined || (settingKind(text) ?? 'login') !== 'login')
}

/** For secrets that programs generate, a short word in one case is a name or a type. */
function isPlainWord(text: string, longest: number): boolean {
  return (
    /^(?:[A-Za-z]?[a-z]+|[A-Z]+)(?:[-_.:/][A-Za-z]+)*$/.test(text) && (text.length <= longest || /[-_.:/]/.test(text))
  )
}

/** `correct horse battery staple`, `My dog 77`; not `Enter your password`. */
function isSeveralWords(kind: SettingKind, text: string): boolean {
  if (text.length > 300 || PROSE.test(text) || /[.?!:,…]$|[()<>{}]|[,;:] /.test(text)) return false
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text)) return false
  if (kind === 'phrase') return text.split(/\s+/).length >= 3
  if (kind !== 'password' || TELLING_WORD.test(text)) return false
  return /\d/.test(text) || /^(?:[a-z]+ ){2,}[a-z]+$/.test(text)
}

/** Whether a text looks generated: long, with letters and digits. */
export function isMade(text: string): boolean {
  return text.length >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text) && /^[\w.~+/=@!#%^*$-]+$/.test(text)
}
