/** Infers the type of a value from its placeholder and its description. */

import type { FoundValue } from '../found.js'

type Type = NonNullable<FoundValue['type']>

/** The placeholder in lower case, without trailing digits. */
const BY_PLACEHOLDER: [Type, RegExp][] = [
  ['url', /^(url|uri|urls|uris|base-?url|endpoint-?url|proxy-?url|link)$/],
  ['directory', /(^|[-_ ])(dir|dirs|directory|directories|folder|dirname|dest-?dir|rootdir|workdir)$|dir$/],
  [
    'file',
    /(^|[-_ ])(file|files|filename|filenames|path|paths|pathname|filepath|infile|outfile|script|logfile|pidfile|keyfile|certfile|config-?file)$|file$/,
  ],
  [
    'integer',
    /^(n|nn?um|num|int|integer|uint|ints|int\d+|uint\d+|number|count|port|pid|lines|bytes|cols|columns|width|height|depth|level|seconds|secs?|ms|msecs|milliseconds|minutes|days|size|limit|threads|jobs|workers|retries|uid|gid|#|signum|fd|nr|max|min|offset|seed)$|-(count|num|number|port|limit|seconds|ms)$/,
  ],
  ['number', /^(float|float\d+|double|decimal|ratio|percent|percentage|factor|scale|real)$/],
]

const BY_WORDING: [Type, RegExp][] = [
  ['url', /\bURL\b/],
  [
    'directory',
    /\b(directory|folder) (?:to|in|where|for|containing|path|name)\b|\b(?:into|to|in|from) (?:the |a |this )?(?:given |specified )?directory\b/i,
  ],
  [
    'file',
    /\b(?:path to|read from|write to|load from|output to|save to|from|to) (?:the |a |an |this |given |specified )*(?:[\w.-]+ )?file\b|\bfile ?name\b|\b(?:config(?:uration)?|input|output|log|key|certificate) file\b/i,
  ],
  ['integer', /\b(?:number of|maximum number|port number|how many|in (?:milli|micro)?seconds|in bytes|count of)\b/i],
]

export function typeOfPlaceholder(placeholder: string): Type | undefined {
  const name = placeholder
    .toLowerCase()
    .replace(/(?<=\D)\d$/, '')
    .replace(/\(s\)$|\.+$/g, '')
  return BY_PLACEHOLDER.find(([, pattern]) => pattern.test(name))?.[0]
}

/** Sizes with units and ranges are not integers: `10M`, `1-5`. */
export function typeOf(placeholder: string | undefined, description: string): Type | undefined {
  const named = placeholder === undefined ? undefined : typeOfPlaceholder(placeholder)
  if (named === 'integer' && /\b(suffix|KiB|MiB|[0-9][KMG]\b|[kMG]B|unit|range|comma)\b/.test(description))
    return undefined
  if (named) return named
  if (placeholder !== undefined && !/^(value|val|arg|string|str|text|x|v)$/i.test(placeholder)) return undefined
  return BY_WORDING.find(([, pattern]) => pattern.test(description))?.[0]
}
