import type { Option, ParameterExtension } from '@atip/protocol'
import { destroysBy, firstWord, mentions } from './wording.js'

/** Recognises an option by one of its spellings and by its description: both must match. */
interface Sign {
  flags: RegExp
  about: RegExp
  /** True if the option must take a value, false if it must be a switch, undefined if it may be either. */
  takesValue?: boolean
  facts: ParameterExtension
}

/** What an option's name and description together reveal, most specific first. */
const SIGNS: readonly Sign[] = [
  {
    flags: /^--?(?:h|help|\?|usage)$/,
    about: /\b(?:help|usage)\b|this (?:message|list|text|screen)/i,
    facts: { harmless: 'help' },
  },
  {
    flags: /^--?(?:v|V|version)$/,
    about: /\b(?:print|show|display|output|report|give|get)\w*\b.*\bversion\b|^\W*version\b|\bversion\b.*\bexit\b/i,
    facts: { harmless: 'version' },
  },
  {
    flags: /^--?(?:n|s|dry-?run|simulate|just-print|no-act|recon|noop|pretend|what-if)$/,
    about:
      /\b(?:dry.?run|simulat|pretend)|(?:do not|don'?t|without)\s+(?:actually|really|making|do|doing|execut|perform|chang|modify|run)|would (?:be|have|do)|only (?:print|show|display)|no changes/i,
    facts: { harmless: 'dry-run' },
  },
  {
    flags: /^--?(?:i|in-?place|inplace|write|w|fix)$/,
    about: /\bin.?place\b|\b(?:over)?writ|\bfix(?:es)?\b|back to (?:the )?(?:source )?files?/i,
    facts: { effects: { filesystem: { write: true } } },
  },
  {
    flags: /^--?(?:o|out|output|output-?file|outfile|log-?file|save|dump|report-?file)$/,
    about: /\b(?:files?|path|write|output|save|log)\b/i,
    takesValue: true,
    facts: { value: { kind: 'path', access: ['write'] }, effects: { filesystem: { write: true } } },
  },
  {
    flags: /^--?(?:e|x|exec|execute|command|cmd|run|hook|pre-?command|post-?command)$/,
    about: /\b(?:run|execut\w*|invoke|call)\b.*\b(?:command|program|script|shell)\b|\bcommand to (?:run|execute)\b/i,
    takesValue: true,
    facts: { value: { kind: 'command', form: 'shell' }, effects: { subprocess: true } },
  },
  {
    flags: /(?:password|passphrase|secret|token|api-?key|credential)/,
    about: /./,
    takesValue: true,
    facts: { value: { kind: 'secret' } },
  },
]

const LOSES =
  /\b(?:overwrit\w*|replac\w* existing|discard\w*|delet\w*|remov\w*|destroy\w*|eras\w*|los\w+|wip\w+|without (?:asking|prompting|confirmation)|even if)/i

/** The facts that an option's wording reveals; undefined if there are none. */
export function factsOfWording({ flags, type, description = '' }: Option): ParameterExtension | undefined {
  const takesValue = type !== 'boolean'
  // A letter has many meanings, a word has one: `-V, --version-sort` is not `--version`.
  const long = flags.filter((flag) => /^--?[^-]{2,}/.test(flag))
  const telling = long.length > 0 ? long : flags
  const sign = SIGNS.find(
    (one) =>
      (one.takesValue ?? takesValue) === takesValue &&
      telling.some((flag) => one.flags.test(flag)) &&
      one.about.test(description),
  )
  if (sign !== undefined && !(takesValue && sign.facts.harmless !== undefined)) return sign.facts
  if (takesValue) return undefined
  if (telling.some((flag) => /^--?(?:f$|force)/.test(flag)) && LOSES.test(description)) {
    return { effects: { destructive: true } }
  }
  const names = flags.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2).split('-')[0]!)
  const isDestroying = [...names, firstWord(description)].filter((word) => destroysBy(word) === 'surely').length
  // The name alone may mean "remove this from the displayed list".
  if (isDestroying >= 2 || (isDestroying === 1 && mentions.files(description) && destroysBy(firstWord(description)))) {
    return { effects: { destructive: true } }
  }
  return undefined
}
