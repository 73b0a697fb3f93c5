import { late, NotLoaded } from '../late.js'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector, notUnderstood } from './facts/collector.js'

export type { CodeFacts } from './facts/code-facts.js'

/** Longer code is not read. */
export const LONGEST_CODE = 20_000

// Loads each reader only if code of its language occurs, because parsers are large.
const awk = late(() => import('./awk/read.js'))
const javascript = late(() => import('./javascript/read.js'))
const jq = late(() => import('./jq/read.js'))
const ordinary = late(() => import('./ordinary.js'))
const patch = late(() => import('./patch.js'))
const perl = late(() => import('./perl.js'))
const python = late(() => import('./python/read.js'))
const sed = late(() => import('./sed.js'))
const simple = late(() => import('./simple.js'))
const sql = late(() => import('./sql/read.js'))
const visible = late(() => import('./visible.js'))

/** Undefined if the text cannot be read as code of that language. */
type Reader = (text: string) => CodeFacts | undefined

const READERS: Readonly<Record<string, Reader>> = {
  awk: (text) => awk().readAwk(text),
  bc: () => simple().readBc(),
  c: (text) => simple().readC(text),
  dc: (text) => simple().readDc(text),
  diff: (text) => patch().readDiff(text),
  duckdb: (text) => sql().readSql('duckdb', text),
  'duckdb-file': (text) => sql().readSql('duckdb-file', text),
  javascript: (text) => javascript().readJavaScript(text),
  jq: (text) => jq().readJq(text),
  patch: (text) => patch().readPatch(text),
  perl: (text) => perl().readPerl(text),
  postgresql: (text) => sql().readSql('postgresql', text),
  python: (text) => python().readPython(text),
  redis: (text) => simple().readRedis(text),
  sed: (text) => sed().readSed(text),
  sql: (text) => sql().readSql('sql', text),
  sqlite: (text) => sql().readSql('sqlite', text),
  typescript: (text) => javascript().readJavaScript(text),
}

/**
 * Reads code of a language other than the shell's. Call it inside `untilLoaded`. Code that cannot be parsed is not
 * understood, but visible facts are still listed.
 */
export function readCode(language: string, text: string): CodeFacts {
  if (text.length > LONGEST_CODE) return notUnderstood()
  const found = read(language, text)
  return found.isUnderstood ? found : { ...found, isSuspect: visible().isSuspect(text, found) }
}

/** Reads several possible versions of the code and merges their facts. */
export function readEach(language: string, texts: readonly string[]): CodeFacts {
  const [only, ...others] = texts.map((text) => readCode(language, text)) as [CodeFacts, ...CodeFacts[]]
  if (others.length === 0) return only
  const facts = new FactCollector()
  for (const one of [only, ...others]) facts.addAll(one)
  return facts.facts()
}

/** Whether the language has no access to files or programs, so that an unknown name in its code changes little. */
export function onlyComputes(language: string): boolean {
  return COMPUTING.has(language)
}

const COMPUTING: ReadonlySet<string> = new Set(['bc', 'jq'])

function read(language: string, text: string): CodeFacts {
  const reader = Object.hasOwn(READERS, language) ? READERS[language] : undefined
  try {
    return reader?.(text) ?? ordinary().readOrdinary(language, text) ?? onlyVisible(language, text)
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    // For example, the code is nested too deeply.
    return onlyVisible(language, text)
  }
}

function onlyVisible(language: string, text: string): CodeFacts {
  const facts = new FactCollector()
  facts.isUnderstood = false
  visible().noticeVisible(language, text, facts)
  return facts.facts()
}
