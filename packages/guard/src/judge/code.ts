import { readAwk } from './awk.js'
import { textsOfComputingJavaScript } from './computing/javascript.js'
import { textsOfComputingPerl } from './computing/perl.js'
import { textsOfComputingPython } from './computing/python.js'
import { isSecret } from './secrets.js'
import { readSed } from './sed.js'
import { onlyAsks } from './computing/sql.js'
import type { Decision } from './verdict.js'

/** What is thought of code in another language than the shell's. */
export interface CodeVerdict {
  decision: Decision
  reason: string
  /** Shell lines that the code runs, where they stand in it as plain text. */
  shellLines: string[]
}

interface Language {
  /** Known to do nothing but compute and print, unless one of these occurs. */
  harmlessUnless?: RegExp
  isHarmless?: (text: string) => boolean
  /** Destroys something. */
  destroys?: RegExp
  /** Plain shell lines in the code: the first group. */
  shell?: RegExp
}

const SQL: Language = {
  destroys:
    /\b(?:drop\s+(?:table|database|schema|index|view|user|role|owned)|truncate\s+(?:table\s+)?\w+|delete\s+from|alter\s+table\s+\S+\s+drop|shutdown\b|flushall|flushdb)\b/i,
  isHarmless: onlyAsks,
  shell: /(?:^|\n)[^\S\n]*(?:\\!|!|system)\s+(.+)|(?:^|\s)\.(?:sh\w*|sy\w*)\s+(.+)/g,
}

const GENERAL: Language = {
  destroys:
    /\brm(?:tree|dir|dirSync|Sync)\b|\bunlink(?:Sync)?\b|\bremove(?:dirs|All|Sync)?\s*\(|\bremove_(?:dir|file)|\brm_rf?\b|\bFileUtils\.rm|\bdelete_?(?:file|dir)|File\.delete|\bshutil\.(?:rmtree|move)|\bos\.(?:remove|unlink|rmdir|removedirs|truncate)|Remove-Item|\.emptyDir|\brimraf\b/,
  shell:
    /(?:os\.(?:system|popen|execute)|subprocess\.\w+|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|system|popen|do shell script|qx|Popen|check_(?:call|output)|run|io\.popen|passthru|shell_exec)\s*(?:\(\s*)?(?:\[\s*)?(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g,
}

/** What DuckDB is asked: a table may be a file by its name in quotes, and a file may be on another machine. */
function onlyAsksFiles(text: string): boolean {
  if (/:\/\/|\b(?:getenv|query|query_table|read_text|read_blob)\s*\(/i.test(text)) return false
  const named = text.replace(
    /\b(from|join)\s+(?:'[^'\n]*'|read_(?:csv|csv_auto|parquet|json|json_auto)\s*\(\s*'[^'\n]*'\s*\))/gi,
    '$1 t',
  )
  // Only where all quotes are those of files, and in no comment, is it sure which belong together.
  return onlyAsks(/["']|--|\/\*/.test(named) || /["\\]|--|\/\*/.test(text) ? text : named)
}

const MONGO: Language = {
  ...GENERAL,
  destroys: /\.(?:drop\w*|delete(?:One|Many)|remove|findOneAndDelete|shutdownServer|bulkWrite)\s*\(/,
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  sql: SQL,
  duckdb: { ...SQL, isHarmless: onlyAsksFiles },
  mongo: MONGO,
  // An exclamation mark runs a command, a question mark runs what is read.
  dc: { harmlessUnless: /[!?]/ },
  redis: {
    destroys: /\b(?:flushall|flushdb|del|unlink|shutdown|debug)\b/i,
    // Each line is a command.
    harmlessUnless:
      /\n.|^(?!\s*(?:get|keys|scan|ttl|type|info|ping|exists|mget|hget|hgetall|lrange|smembers|zrange|dbsize|strlen)\b)/i,
  },
}

/** Languages that are read to the end. */
const READERS: Readonly<Record<string, (text: string) => CodeReading>> = { awk: readAwk, sed: readSed }

/** Languages of which the part is known that computes, prints and reads; of such code, the texts in it. */
const COMPUTING: Readonly<Record<string, (text: string) => string[] | undefined>> = {
  javascript: textsOfComputingJavaScript,
  perl: textsOfComputingPerl,
  python: textsOfComputingPython,
}

/** Longer code is not looked at: to search it for names takes time that grows faster than it does. */
const LONGEST_COMPUTATION = 4000

/** What code does beyond computing and printing. */
export interface CodeReading {
  /** Everything in it is known for what it is. */
  isUnderstood: boolean
  /** Files that it writes and reads, as far as it names them. */
  writes: string[]
  reads: string[]
  /** It takes a secret from the environment. */
  showsSecret?: boolean
  shellLines: string[]
  /** It runs something. */
  runs: boolean
}

/** Judges code by what occurs in it. Only languages that can be read to the end may come out harmless. */
export function judgeCode(language: string, text: string | undefined): CodeVerdict {
  if (text === undefined) return { decision: 'ask', reason: `${language} code that is not known`, shellLines: [] }
  if (Object.hasOwn(READERS, language)) return verdictOn(language, READERS[language]!(text))
  const known = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : GENERAL
  const shellLines =
    known.shell === undefined ? [] : [...text.matchAll(known.shell)].map((match) => match[2] ?? match[1]!)
  const isHarmless = known.isHarmless?.(text) === true
  if (!isHarmless && known.destroys?.test(text) === true) {
    return { decision: 'deny', reason: `the ${language} code deletes or destroys something`, shellLines }
  }
  const isShort = text.length <= LONGEST_COMPUTATION
  const texts = isShort && Object.hasOwn(COMPUTING, language) ? COMPUTING[language]!(text) : undefined
  if (texts !== undefined) {
    if (texts.some(isSecret)) return { decision: 'ask', reason: `the ${language} code reads secrets`, shellLines: [] }
    return { decision: 'allow', reason: `the ${language} code only computes and prints`, shellLines: [] }
  }
  if (isHarmless || known.harmlessUnless?.test(text) === false) {
    if (namesSecret(text)) return { decision: 'ask', reason: `the ${language} code reads secrets`, shellLines: [] }
    return { decision: 'allow', reason: `the ${language} code only computes and prints`, shellLines: [] }
  }
  return { decision: 'ask', reason: `it runs ${language} code`, shellLines }
}

function verdictOn(language: string, reading: CodeReading): CodeVerdict {
  const { isUnderstood, writes, reads, showsSecret = false, shellLines, runs } = reading
  const written = writes.filter((path) => !/^\/dev\/(?:stdout|stderr|null)$/.test(path))
  if (!isUnderstood || runs) return { decision: 'ask', reason: `it runs ${language} code`, shellLines }
  if (written.length > 0) {
    return { decision: 'ask', reason: `the ${language} code writes ${written.join(', ')}`, shellLines }
  }
  if (showsSecret || reads.some(isSecret))
    return { decision: 'ask', reason: `the ${language} code reads secrets`, shellLines }
  return { decision: 'allow', reason: `the ${language} code only computes and prints`, shellLines: [] }
}

/** A text in quotes that is the path of a secret. */
function namesSecret(text: string): boolean {
  return [...text.matchAll(/(["'])([^"'\n]*)\1/g)].some(([, , path]) => path!.includes('/') && isSecret(path!))
}
