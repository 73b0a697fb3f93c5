import { shippedData } from '@atip/shims'
import { isSecretPath, isSecretVariable } from '../places/index.js'
import type { CodeFacts } from './facts/code-facts.js'
import type { FactCollector } from './facts/collector.js'

interface VisibleNotation {
  shell: string
  destroys: Record<string, string>
  backquotes: string
  languages: Record<string, Record<string, string>>
  suspect: Record<string, string>
  starts: string
  parts: string
  services: string
  local: string[]
}

const TOKEN = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|`((?:[^`\\]|\\[^])*)`|[A-Za-z_][\w-]*|[^\s\w]/g

/** Collects what is visible in code that is not understood: functions that destroy something, and shell lines. */
export function noticeVisible(language: string, code: string, facts: FactCollector): void {
  const { shell, destroys, backquotes, languages } = shippedData('code/visible') as VisibleNotation
  const names: Record<string, string> = {
    ...destroys,
    ...(Object.hasOwn(languages, language) ? languages[language] : {}),
  }
  const shells = new Set(shell.split(/\s+/))
  const quotesRun = backquotes.split(/\s+/).includes(language)
  let before = ''
  for (const [whole, double, single, back] of code.matchAll(TOKEN)) {
    const text = double ?? single ?? back
    if (text === undefined) {
      if (Object.hasOwn(names, whole)) facts.destroys ??= names[whole]!
      // The opening bracket of a call or a list may come between the name and the string.
      if (!/^[([]$/.test(whole)) before = whole
    } else {
      const isRun = shells.has(before) || (back !== undefined && quotesRun)
      if (isRun) facts.add('shellLines', text.replace(/\\(["'`\\/$])/g, '$1'))
      before = ''
    }
  }
}

/** Whether code that is not understood may do more than project code usually does. */
export function isSuspect(code: string, facts: CodeFacts): boolean {
  if (facts.isSuspect === true) return true
  const { programs, shellLines, imports } = facts
  const { suspect, destroys, starts, parts, services, local } = shippedData('code/visible') as VisibleNotation
  const text = withoutEscapes(code).normalize('NFKC')
  const words = text.match(NAME) ?? []
  const lists = Object.values(suspect).flatMap((list) => [...listed(list)])
  const names = new Set([...lists, ...Object.keys(destroys)])
  const isNamed = (name: string) => names.has(name) || names.has(name.replace('.', '')) || isSecretVariable(name)
  const reached = listed(services)
  if (imports.some((name) => reached.has(name) || reached.has(name.split(/[./]/)[0]!))) return true
  const starters = listed(starts)
  const started = words.filter((word) => starters.has(word.replace('.', ''))).length
  if (started > programs.length + shellLines.length || words.some(isNamed)) return true
  const telling = listed(parts)
  return words.some((word) => partsOf(word).some((part) => telling.has(part))) || namesPlaces(text, local)
}

/** `loadEnv` and `load_env` are `load` and `env`. A name in capitals is a constant. */
function partsOf(name: string): string[] {
  if (name === name.toUpperCase()) return []
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/** Resolves escapes in names, as Python and JavaScript do. */
function withoutEscapes(code: string): string {
  return code.replace(/\\(?:u\{?([\da-f]{4,6})\}?|x([\da-f]{2}))/gi, (whole, long: string, short: string) => {
    const point = Number.parseInt(long ?? short, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

const NAME = /\.?[\w$]+/g

/** Whether it names another host, or a file with secrets. */
function namesPlaces(text: string, local: readonly string[]): boolean {
  return (text.match(PLACE) ?? []).some((word) => {
    const host = /^\w+:\/\/(?:[^/@]*@)?([\w.-]*)/.exec(word)?.[1]
    if (host !== undefined) return !local.includes(host)
    return isSecretPath(word, HOME) || isSecretPath(`${HOME}/${word}`, HOME)
  })
}

const PLACE = /[\w$~/.@%+-]+(?::\/\/[\w$~/.:@%+-]*)?/g

/** A home folder that cannot occur in code. */
const HOME = '/home/~'

function listed(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/))
}
