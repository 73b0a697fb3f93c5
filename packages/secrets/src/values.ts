import { isMask } from './mask.js'
import { secretOrigin } from './names.js'

/** Words that programs, help texts and source code write in place of a secret, in lower case. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'true false yes no on off none null nil undefined empty blank unset set ok',
    'required optional missing invalid incorrect wrong expired changed updated disabled enabled default auto',
    'string str text bytes file path value env stdin prompt input hidden masked redacted censored',
    'boolean bool number integer int object any unknown never void uint8array buffer',
  ].flatMap((line) => line.split(' ')),
)

/** `$X`, `<X>`, `{x}`, `%s` and operators; `xxxx`, `----`, `....`. */
const PLACEHOLDERS: readonly RegExp[] = [/^[$<{[(%*=>]/, /^(?:x+|-+|\.+|•+)$/i]

/** `load(x)`, `form[x]`; `self.password`; `/^a\b/`; `16_384`. */
const REFERENCES: readonly RegExp[] = [
  /^[A-Za-z_$][\w$.]{0,63}[([]/,
  /^[A-Za-z_$][\w$]{0,63}\.[A-Za-z_$][\w$.]{0,63}\)?$/,
  /^\/[\\^(]/,
  /^\d{1,3}(?:_\d{3})+$/,
]

export function isPlaceholder(text: string): boolean {
  return text === '' || isMask(text) || PLACEHOLDERS.some((pattern) => pattern.test(text))
}

/** Stand-ins for a user's secret in examples: `changeme`, `your-token-here`, `password`. */
const STAND_INS: readonly RegExp[] = [
  /(?:^|:)anon(?:ymous|cvs)$/,
  /^(?:change|replace|fix)[-_ ]?(?:me|it|this)\b/i,
  /^(?:your|insert|enter|add|put|fill)[-_ ]/i,
  /^(?:my|some|the|an?)(?:[-_ ]?(?:super|top|very|own|new|secure|safe|long|random|strong|secret|password|passwd|pass|passphrase|token|key|api|access|auth|app|db|user|client|value|string|jwt|private|refresh|bot|github|npm))+$/i,
  /[-_ ](?:here|goes[-_ ]here|placeholder)$/i,
  /^[A-Z_]+:$/,
  /^(?:password|passwd|secret|token|string|example|sample|placeholder|dummy|todo|tbd|none|null|x{3,}|\*+|\.{3})$/i,
]

/** Whether a text is such a stand-in. The redactor removes it anyway, in case it is really used. */
export function isStandIn(text: string): boolean {
  return text.length < 64 && STAND_INS.some((pattern) => pattern.test(text))
}

/** Whether an unquoted text is a word about the secret, as in `password: required`. */
export function isRemark(text: string): boolean {
  return WORDS.has(text.replace(/[).:`]{1,4}$/, '').toLowerCase())
}

/** Words that follow an option in a sentence about it, or in the heading of its help. */
const SENTENCE: ReadonlySet<string> = new Set(
  [
    'and are argument arguments as at because by can cannot option options flag flags for from given if in instead is',
    'like may must needs not of only or parameter parameters requires sets should so specifies takes than that the then',
    'this to used uses using was when where which while will with without you your',
  ].flatMap((line) => line.split(' ')),
)

export function isSentence(text: string): boolean {
  return SENTENCE.has(text.replace(/[).:]$/, '').toLowerCase())
}

/** Whether source code reads the value from elsewhere. A telling name is a variable: `password=db_password`. */
export function isReference(text: string): boolean {
  return (
    REFERENCES.some((pattern) => pattern.test(text)) || secretOrigin(text.replace(/[).:`]{1,4}$/, '')) !== undefined
  )
}

/** Whether a text looks generated. */
export function looksMade(text: string): boolean {
  return text.length >= 8 && /^[\w.~+/=@!#%^*:-]+$/.test(text) && /\d/.test(text)
}
