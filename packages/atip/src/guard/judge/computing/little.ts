import { namesIn, scan, type Notation } from './scan.js'

/** A language of which only a little is known: names that compute and print, and nothing else may occur. */
interface LittleLanguage {
  notation: Notation
  names: string
  /** Other notations than those that are read. */
  hides: RegExp
}

const HASH: Notation = { opening: /()(["'])/y, comment: /#[^\n]*/y, hole: () => undefined }

const LUA: LittleLanguage = {
  notation: { opening: /()(["'])/y, comment: /--[^\n]*/y, hole: () => undefined },
  names: `and break do else elseif end false for function if in local nil not or repeat return then true until while print
    type tostring tonumber ipairs pairs select next _VERSION math string table os io abs ceil floor sqrt pi huge max min
    random fmod log exp sin cos tan format len sub upper lower rep reverse find match gmatch gsub byte char insert remove
    concat sort unpack date time clock read write`,
  hides: /\[=*\[|`|--\[|\b(?:os|io|string|table|math)\b(?!\s*\.)|\b(?:os|io)\s*\.\s*(?!date|time|clock|read|write)/,
}

const R: LittleLanguage = {
  notation: HASH,
  names: `cat print paste paste0 sprintf format R version string c seq length sum mean median sd var min max range round sqrt
    exp log abs rev sort order unique table head nrow ncol dim names colnames rownames summary str TRUE FALSE NULL NA
    packageVersion sessionInfo Sys time Date info getwd nchar toupper tolower substr rep which any all is na libPaths
    installed packages if else for in function while as character numeric integer`,
  hides: /[`@\\$]|(?<!\d):|\bSys\s*\.\s*(?!time|Date|info)|\w\s*\[/,
}

const LANGUAGES: Readonly<Record<string, LittleLanguage>> = { lua: LUA, r: R }
const known = new Map<string, Set<string>>()

/** The texts of code that only computes and prints; undefined if it may do anything else. */
export function textsOfLittle(language: 'lua' | 'r', code: string): string[] | undefined {
  const { notation, names, hides } = LANGUAGES[language]!
  if (hides.test(code)) return undefined
  const scanned = scan(code, notation)
  if (scanned === undefined) return undefined
  const words = known.get(language) ?? new Set(names.split(/\s+/))
  known.set(language, words)
  const { skeleton, texts } = scanned
  // A text can be called, or be a key, for what it names.
  if (/"\s*[(\]]/.test(skeleton)) return undefined
  const bound = new Set(
    [...skeleton.matchAll(/\b(?:local|for)\s+\(?(\w+(?:\s*,\s*\w+)*)/g)].flatMap(([, list]) => list!.split(/\s*,\s*/)),
  )
  const isKnown = namesIn(skeleton).every(
    ({ name, before, after }) =>
      words.has(name) || (bound.has(name) && before !== '.' && before !== ':' && !/^["(]/.test(after)),
  )
  return isKnown ? texts : undefined
}
