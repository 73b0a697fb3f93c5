/** Finds further facts in a description: default, environment variable, whether the option is required. */

export interface Notes {
  default?: string
  environment?: string
  required: boolean
  repeatable: boolean
  deprecated: boolean
}

const DEFAULT =
  /[([]\s*(?:the )?(?:default|defaults?|def|standard|par défaut|predeterminado|vorgabe)(?: value)?(?: is|s? to)?\s*[:=]?\s*((?:"[^"]*"|'[^']*'|`[^`]*`|[^()[\]"'`]|\([^()]*\)|\[[^[\]]*\]){0,200}?)\s*[)\]]/i
const DEFAULT_PROSE =
  /\b(?:defaults?(?: value)?(?: is| to|:)|by default:?)\s+("[^"]{0,80}"|'[^']{0,80}'|`[^`]{0,80}`|[^\s,;()"'`]{1,60})/i
const DEFAULT_AFTER = /[([]((?:"[^"]*"|[^()[\],"]){1,40}) (?:by default|is default|default)[)\]]/i
const ENVIRONMENT = /[[(]\s*(?:\$|env(?:ironment)?(?: var(?:iable)?)?s?[:=]\s*\$?)([A-Z][A-Z0-9_]{1,60})/
const ENVIRONMENT_PROSE =
  /\b(?:environment variable|env var|env)\s+[`'"]?\$?([A-Z][A-Z0-9_]{2,60})\b|\$([A-Z][A-Z0-9_]{2,60}) environment/
const REQUIRED = /\[required\]|\(required\)|\[REQUIRED\]|\(mandatory\)|^required[.:;]/i
const REPEATABLE =
  /\b(?:(?:can|may) be (?:used|given|specified|repeated|supplied|passed|set|provided|added|present)(?: multiple| more than| several| many|\b.{0,20}times)?|multiple (?:times|occurrences|values|instances)|more than once|repeatable|may be repeated|can be repeated|used multiple|several times|\[array\]|accumulates?|cumulative|repeat(?:ed)? (?:for|to|this))/i
const DEPRECATED = /\bdeprecated\b|\bobsolete\b/i

export function notesIn(text: string): Notes {
  const notes: Notes = {
    required: REQUIRED.test(text),
    repeatable: REPEATABLE.test(text) && /multipl|more than|several|many|repeat|times|array|accumul|cumul/i.test(text),
    deprecated: DEPRECATED.test(text),
  }
  const standard = DEFAULT.exec(text) ?? DEFAULT_PROSE.exec(text) ?? DEFAULT_AFTER.exec(text)
  const value = standard?.[1]?.replace(/^["'`]|["'`,.]+$/g, '').trim()
  if (value !== undefined && value !== '' && value.length <= 120) notes.default = value
  const variable = ENVIRONMENT.exec(text) ?? ENVIRONMENT_PROSE.exec(text)
  const name = variable?.[1] ?? variable?.[2]
  if (name !== undefined) notes.environment = name
  return notes
}
