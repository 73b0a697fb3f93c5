import { shippedData } from '@atip/shims'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

interface LanguageNotation {
  hides: string
  constants?: boolean
  fields?: boolean
  reads: string
  loads?: string
  works?: string
  imports?: string
  computes: string
  folds?: string
}

interface Words {
  hides: RegExp
  hasConstants: boolean
  hasFields: boolean
  reads: ReadonlySet<string>
  loads: ReadonlySet<string>
  works: ReadonlySet<string>
  imports: ReadonlySet<string>
  computes: ReadonlySet<string>
  folds: ReadonlySet<string>
}

const compiled = new Map<string, Words | undefined>()

function wordsOf(language: string): Words | undefined {
  if (!compiled.has(language)) {
    const { languages } = shippedData('code/ordinary') as { languages: Record<string, LanguageNotation> }
    compiled.set(language, Object.hasOwn(languages, language) ? compile(languages[language]!) : undefined)
  }
  return compiled.get(language)
}

function compile({ hides, constants, fields, reads, loads, works, imports, computes, folds }: LanguageNotation): Words {
  const split = (text = '') => new Set(text.split(/\s+/).filter((word) => word !== ''))
  return {
    hides: new RegExp(hides, 'my'),
    hasConstants: constants === true,
    hasFields: fields === true,
    reads: split(reads),
    loads: split(loads),
    works: split(works),
    imports: split(imports),
    computes: split(computes),
    folds: split(folds),
  }
}

const TOKEN = /\s+|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\$?[A-Za-z_](?:[\w.]*\w)?[?!]?|\d[\w.]*|[^\s\w]/y
const NAME = /^\$?[A-Za-z_]/
/** After a variable, these do not turn it into a call. */
const AFTER_VARIABLE = /^(?:[)\]},;.=+*<>|&!:?-]|$)/

/**
 * Reads code of a language for which there is only a list of words: code that only computes, prints, and reads files it
 * names. Undefined if it contains an unlisted name, or syntax that may hide one. Never marked as understood.
 */
export function readOrdinary(language: string, code: string): CodeFacts | undefined {
  const words = wordsOf(language)
  const tokens = words === undefined ? undefined : tokensOf(code, words.hides)
  if (words === undefined || tokens === undefined) return undefined
  const facts = new FactCollector()
  facts.isUnderstood = false
  facts.callsOthers = true
  const own = variablesIn(tokens)
  for (const [index, token] of tokens.entries()) {
    // A computed or looked-up value is called.
    if (token === '(' && /^["')\]}]/.test(tokens[index - 1] ?? '')) return undefined
    if (!NAME.test(token)) continue
    if (words.folds.has(lastPartOf(token)) && !takesOperator(tokens, index + 1)) return undefined
    const isHere = words.works.has(token) && isCalledAlone(tokens, index + 1)
    const list = isHere ? undefined : listOf(token, words)
    const path = list === undefined ? undefined : argumentAt(tokens, index + 1)
    if (list !== undefined && path === undefined) return undefined
    if (list !== undefined) facts.add(list, path)
    else if (!isHere && !isHarmless(tokens, index, words, own)) return undefined
  }
  return facts.facts()
}

/** Without an argument, it works in the cwd. */
function isCalledAlone(tokens: readonly string[], at: number): boolean {
  return tokens[at] === '(' && tokens[at + 1] === ')'
}

function listOf(token: string, { reads, loads, works }: Words): 'reads' | 'loads' | undefined {
  const last = lastPartOf(token)
  if (loads.has(token) || works.has(token)) return 'loads'
  return reads.has(token) || reads.has(last) ? 'reads' : undefined
}

function lastPartOf(token: string): string {
  return token.slice(token.lastIndexOf('.') + 1)
}

/** Only a block, or numbers and an operator: any other value may name a function that is called. */
function takesOperator(tokens: readonly string[], at: number): boolean {
  if (tokens[at] !== '(') return tokens[at] === '{' || tokens[at] === 'do'
  const end = tokens.indexOf(')', at)
  return end !== -1 && tokens.slice(at + 1, end).every((token) => /^(?:\d[\w.]*|[,:+*-])$/.test(token))
}

function isHarmless(tokens: readonly string[], index: number, words: Words, own: ReadonlySet<string>): boolean {
  const token = tokens[index]!
  const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]]
  const caller = before === '(' ? tokens[index - 2] : before
  if (caller !== undefined && words.imports.has(caller)) return !token.includes('.')
  if (words.imports.has(token)) return true
  if (words.hasFields && token.startsWith('$')) return AFTER_VARIABLE.test(after)
  if (own.has(token)) return AFTER_VARIABLE.test(after) || after === '[' || (words.hasFields && after.startsWith('$'))
  // A field of an object, without a call.
  if (before === '>' && tokens[index - 2] === '-' && AFTER_VARIABLE.test(after)) return true
  // A computed name may be any function.
  if (after === '[') return false
  const parts = token.split('.')
  const isKnown = (name: string, at: number) => {
    if (words.computes.has(name) || (at === 0 && parts.length > 1 && own.has(name))) return true
    const isCalled = at === parts.length - 1 && /^["'(]/.test(after)
    return words.hasConstants && /^[A-Z]/.test(name) && !isCalled
  }
  return words.computes.has(token) || parts.every(isKnown)
}

/** Undefined if the limits of strings are uncertain, or if a string may contain code. */
function tokensOf(code: string, hides: RegExp): string[] | undefined {
  const tokens: string[] = []
  let at = 0
  while (at < code.length) {
    hides.lastIndex = at
    TOKEN.lastIndex = at
    const token = hides.test(code) ? undefined : TOKEN.exec(code)?.[0]
    if (token === undefined || /^["']$/.test(token) || /#\{|^"[^]*\$/.test(token)) return undefined
    at += token.length
    if (token.trim() !== '') tokens.push(token)
    else if (token.includes('\n')) tokens.push(';')
  }
  return tokens
}

/** Names that are assigned, or bound by a loop or a function. */
function variablesIn(tokens: readonly string[]): Set<string> {
  const found = new Set<string>()
  let isInBars = false
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    const [before, after, second] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    if (token === '(' || token === ')') depth += token === '(' ? 1 : -1
    if (token === '|') isInBars = !isInBars && (before === '{' || before === 'do')
    if (!NAME.test(token) || token.includes('.')) continue
    const isAssigned = (depth === 0 && after === '=' && second !== '=') || (after === '<' && second === '-')
    if (isInBars || isAssigned || (before !== undefined && BINDS.has(before))) found.add(token)
  }
  return found
}

/** A name after these is a variable. */
const BINDS: ReadonlySet<string> = new Set(['for', 'local', 'as', '=>'])

/** The argument of a function, if it is a plain string literal. */
function argumentAt(tokens: readonly string[], at: number): string | undefined {
  const start = tokens[at] === '(' ? at + 1 : at
  const text = tokens[start]
  if (text === undefined || !/^["']/.test(text) || /\\|^.\|/.test(text)) return undefined
  return AFTER_TEXT.test(tokens[start + 1] ?? '') ? text.slice(1, -1) : undefined
}

const AFTER_TEXT = /^(?:[),;}\]]|$)/
