import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { FactCollector } from '../facts/collector.js'
import { rarePart } from '../facts/rare-part.js'
import { jqTokens, type JqToken } from './tokens.js'

interface JqNotation {
  refused: string
  leads: string
  environment: string
  variable: string
  everyday: { words: string; formats: string }
}

/** jq only computes, except that filters can read the environment, modules and other files. */
export function readJq(filter: string): CodeFacts | undefined {
  const tokens = jqTokens(filter)
  if (tokens === undefined) return undefined
  const facts = new FactCollector()
  const { refused, leads: parts, environment, variable, everyday } = shippedData('code/jq') as JqNotation
  const leads = new RegExp(`^\\w*(?:${parts.replaceAll(' ', '|')})`, 'i')
  const [isRefused, isWhole, isOne] = [refused, environment, variable].map((names) => new Set(names.split(/\s+/)))
  const words = listed(everyday.words)
  const formats = listed(everyday.formats)
  const isEveryday = (word: string) => {
    if (word.startsWith('$')) return /^\$[A-Za-z]\w*$/.test(word)
    return word.startsWith('@') ? formats.has(word.slice(1)) : words.has(word)
  }
  for (const [at, { is, text }] of tokens.entries()) {
    if (is !== 'word') continue
    if (!isEveryday(text)) facts.rare ??= rarePart(text)
    if (isRefused!.has(text) || (leads.test(text) && !isOne!.has(text) && !isWhole!.has(text)))
      facts.isUnderstood = false
    if (isOne!.has(text) && tokens[at + 1]?.text === '(') facts.addVariable(variableIn(tokens.slice(at + 2, at + 4)))
    else if (isWhole!.has(text)) facts.addVariable(variableOf(tokens.slice(at + 1, at + 4)))
  }
  return facts.facts()
}

/** The name in `env.NAME` and `$ENV["NAME"]`. */
function variableOf([first, name, end]: readonly JqToken[]): string | undefined {
  if (first?.is === 'field') return first.text
  const isNamed = first?.text === '[' && name?.is === 'text' && end?.text === ']' && !name.text.includes('\\')
  return isNamed ? name.text : undefined
}

/** The name in `strenv(NAME)`. */
function variableIn([name, end]: readonly JqToken[]): string | undefined {
  return name?.is === 'word' && end?.text === ')' ? name.text : undefined
}
