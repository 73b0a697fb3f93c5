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
  /** Destroys something. */
  destroys?: RegExp
  /** Plain shell lines in the code: the first group. */
  shell?: RegExp
}

const SQL: Language = {
  destroys:
    /\b(?:drop\s+(?:table|database|schema|index|view|user|role|owned)|truncate\s+(?:table\s+)?\w+|delete\s+from|alter\s+table\s+\S+\s+drop|shutdown\b|flushall|flushdb)\b/i,
  harmlessUnless:
    /^(?!\s*(?:select|show|explain|describe|desc|pragma\s+\w+\s*;?\s*$|\.(?:tables|schema|databases|indexes|headers|mode)\b|\\d\S*|\\l\b))|into\s+(?:out|dump)file|pg_(?:read|write|terminate|sleep)|lo_export|\bcopy\b|;\s*\S/i,
  shell: /(?:^|\n)\s*(?:\\!|!|\.shell|\.system|system)\s+(.+)/g,
}

const GENERAL: Language = {
  destroys:
    /\brm(?:tree|dir|dirSync|Sync)\b|\bunlink(?:Sync)?\b|\bremove(?:dirs|All|Sync)?\s*\(|\bremove_(?:dir|file)|\brm_rf?\b|\bFileUtils\.rm|\bdelete_?(?:file|dir)|File\.delete|\bshutil\.(?:rmtree|move)|\bos\.(?:remove|unlink|rmdir|removedirs|truncate)|Remove-Item|\.emptyDir|\brimraf\b/,
  shell:
    /(?:os\.(?:system|popen|execute)|subprocess\.\w+|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|system|popen|do shell script|qx|Popen|check_(?:call|output)|run|io\.popen|passthru|shell_exec)\s*\(?\s*(?:\[\s*)?(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g,
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  sql: SQL,
  redis: {
    destroys: /\b(?:flushall|flushdb|del|unlink|shutdown|debug)\b/i,
    harmlessUnless:
      /^(?!\s*(?:get|keys|scan|ttl|type|info|ping|exists|mget|hget|hgetall|lrange|smembers|zrange|dbsize|strlen)\b)/i,
  },
  awk: {
    harmlessUnless: /\bsystem\s*\(|\|\s*(?:getline|"|&)|\bprintf?\b[^;}\n]*>|\bclose\s*\(|@load|@include|"\s*\|/,
    shell: /system\s*\(\s*(")((?:[^"\\]|\\.)*)"/g,
  },
  sed: { harmlessUnless: sedDanger(), shell: /(?:^|[;{}\n])\s*[\d,$/^\w.*\\+!~ ]*?e\s+([^\n}]+)/g },
}

/** Commands of sed that write or run something: `w FILE`, `e`, `s///w` and `s///e`; reading with `r` only shows. */
function sedDanger(): RegExp {
  return /(?:^|[;{}\n]|[\d$/)!]\s*)\s*[ewW](?:\s|$)|s([^\w\s\\])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[\dgpiIMm]*[ew]/
}

/** Judges code by what occurs in it. Only languages that can be read to the end may come out harmless. */
export function judgeCode(language: string, text: string | undefined): CodeVerdict {
  if (text === undefined) return { decision: 'ask', reason: `${language} code that is not known`, shellLines: [] }
  const known = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : GENERAL
  const shellLines =
    known.shell === undefined ? [] : [...text.matchAll(known.shell)].map((match) => match[2] ?? match[1]!)
  if (known.destroys?.test(text) === true) {
    return { decision: 'deny', reason: `the ${language} code deletes or destroys something`, shellLines }
  }
  if (known.harmlessUnless !== undefined && !known.harmlessUnless.test(text)) {
    return { decision: 'allow', reason: `the ${language} code only computes and prints`, shellLines: [] }
  }
  return { decision: 'ask', reason: `it runs ${language} code`, shellLines }
}
