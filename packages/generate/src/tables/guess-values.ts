/**
 * Some programs never show a placeholder, even for options that need a value. Then names and wording decide. If a text
 * shows values for some options, the others are taken to be switches.
 */

import type { FoundOption } from '../found.js'
import { typeOf } from '../spec/types.js'

const NOUN =
  /(?:^|[-_])(?:file|path|dir|directory|config|port|host|hostname|user|username|password|timeout|interval|size|length|width|height|level|limit|digits|format|type|style|locale|url|uri|key|cert|template|char|depth|threads|jobs|output|outfile|infile|encoding|seed|delay|address|dest|destination|method|signal|position|newlines|eol|prefix|suffix|separator|delimiter|rate|language|lang|theme)$/i
const ACT =
  /^(?:enable|disable|show|print|list|display|do not|don't|turn|force|ignore|skip|keep|allow|remove|add|check|preserve|end|indent|unindent|jump|suppress|be |run |use (?!.*specif)|only|exit|launch|quit|open|overwrite|write output in|always|never|work|send|connect|rewrite|write (?!to)|save|restore|count|pass|set |all |same|decompress|compress|read |perform|start|stop)/i
const SPECIFIED =
  /^(?:optional )?(?:specif(?:y|ies)|path to|name of|number of|the (?:name|path|number|maximum|minimum|size|directory|file|address)\b|maximum|minimum|size of|timeout|list of|characters? to|directory (?:to|for|where|in)|file (?:to|name|with)|load .* file)|^[\w-]+ to use\b|\bfor the given (?:file|name|path|value)|\bspecified (?:number|file|name|directory|value)|\bin (?:milli)?seconds\b|\[(?:\d+|"[^"]*")\]$|\bdefault is \d/i

/** If at most this share of the options shows a value, the text counts as one without placeholders. */
const FEW = 0.15
const ENOUGH = 5

export function guessValues(options: FoundOption[]): FoundOption[] {
  const listed = options.filter((option) => option.evidence.some(({ place }) => place === 'table'))
  const shown = listed.filter((option) => option.value && option.value.confidence > 0.6)
  if (listed.length < ENOUGH || shown.length > Math.max(1, listed.length * FEW)) return options
  return options.map((option) => {
    if (option.value || option.negations.length > 0 || !soundsLikeValue(option)) return option
    const type = typeOf(undefined, option.description ?? '')
    return { ...option, value: { optional: false, many: false, choices: [], ...(type && { type }), confidence: 0.4 } }
  })
}

function soundsLikeValue({ flags, description = '', default: preset }: FoundOption): boolean {
  if (preset !== undefined && /^\d+(?:\.\d+)?$/.test(preset) && flags.every((flag) => !/^-\d/.test(flag))) return true
  if (flags.some((flag) => /^--?(no-?|help|version|\d)/.test(flag)) || ACT.test(description)) return false
  return SPECIFIED.test(description) || flags.some((flag) => flag.length > 2 && NOUN.test(flag.replace(/^-+/, '')))
}
