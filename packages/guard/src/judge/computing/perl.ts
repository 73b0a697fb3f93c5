/** Words of Perl that compute, print or decide. */
const WORDS = new Set(
  `print printf say if unless and or not while until for foreach my our next last length split join sort keys values each lc uc
  lcfirst ucfirst substr sprintf push pop shift unshift reverse scalar defined exists int abs sqrt chomp chop index rindex hex
  oct ord chr grep map else elsif eq ne lt gt le ge cmp x END STDERR STDOUT wantarray
  local time localtime gmtime strftime floor ceil fmod sum sum0 max min maxstr minstr first any all none uniq uniqnum shuffle
  reduce pairs Dumper encode_json decode_json to_json from_json encode_base64 decode_base64 md5_hex sha1_hex sha256_hex lcfirst
  sin cos atan2 exp log rand sprintf exit die warn undef`.split(/\s+/),
)

/** Words behind which a slash begins a pattern, and `s` a replacement, for certain. */
const BEFORE_PATTERN = new Set('if unless and or not while until split grep map'.split(' '))
/** Words behind which a value need not follow. */
const ALONE = new Set('STDERR STDOUT END wantarray time shift pop localtime gmtime rand exit die undef'.split(' '))

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y
const PATTERN = /(?:m|qr)?\/((?:[^/\\\n]|\\.)*)\/([a-z]*)/y
const REPLACEMENT = /(?:s|tr|y)([/|#,!])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1([a-z]*)/y
const VARIABLE = /(?:[$@]\w+|\$#\w+|\$[.,&+!])(?!\w|'|::)/y
const HASH = /%\w+(?!\w|'|::)/y
/** Reads everything at once. */
const SLURP = /local\s*\(?\s*\$\/\s*\)?\s*(?=;)|\$\/\s*=\s*undef\b|<(?:STDIN)?>/y
const NUMBER = /\d\w*(?:\.\d\w*)?(?!\w|\.(?!\.)|')/y
const WORD = /[A-Za-z_]\w*(?!\w|'|::)/y
const MARK = /\s+|&&|=>|<=>|\*\*|[;{}()[\],.+*=!?:|<>~%-]/y
/** Where a value is expected, these begin names, files and patterns. */
const AMBIGUOUS = /^[%*<?]/

/** What comes next: a value, an operator, or it is not known. */
type Next = 'value' | 'operator' | 'either'

/** The texts of a Perl program that only computes and prints; undefined if it may do anything else. */
export function textsOfComputingPerl(code: string): string[] | undefined {
  // Documentation between the lines is no code, whatever quotes are in it.
  if (/^=[A-Za-z]/m.test(code)) return undefined
  const texts: string[] = []
  const braces: boolean[] = []
  let next: Next = 'value'
  let before = ''
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(code) ?? undefined
    at += found?.[0].length ?? 0
    return found
  }
  while (at < code.length) {
    // A value behind a value means that the first was read as what it is not.
    if (next === 'operator' && /["'$@\d]/.test(code[at]!)) return undefined
    const isPattern = next !== 'operator' && (!/^\w/.test(before) || BEFORE_PATTERN.has(before))
    const slurp = next === 'operator' ? undefined : take(SLURP)
    const text = slurp === undefined ? take(TEXT) : undefined
    if (text !== undefined) texts.push(text[0].slice(1, -1))
    if (slurp !== undefined || text !== undefined) {
      if (text !== undefined && hasCode(text[0])) return undefined
      ;[next, before] = ['operator', '"']
      continue
    }
    const pattern = isPattern && next === 'value' ? take(PATTERN) : undefined
    const replacement = isPattern && pattern === undefined ? take(REPLACEMENT) : undefined
    if (pattern !== undefined || replacement !== undefined) {
      if (replacement?.[4]!.includes('e') === true) return undefined
      if ([pattern?.[1], replacement?.[2], replacement?.[3]].some((part) => hasCode(`/${part ?? ''}`))) return undefined
      ;[next, before] = ['operator', '/']
      continue
    }
    const variable = take(VARIABLE) ?? (next === 'value' ? take(HASH) : undefined)
    if (variable !== undefined) {
      if (isOfPerl(variable[0])) return undefined
      ;[next, before] = ['operator', '$']
      continue
    }
    if (take(NUMBER) !== undefined) {
      ;[next, before] = ['operator', '0']
      continue
    }
    const word = take(WORD)?.[0]
    if (word !== undefined) {
      if (!WORDS.has(word)) return undefined
      next = ALONE.has(word) ? 'either' : 'value'
      before = word
      continue
    }
    const mark = take(MARK)?.[0]
    if (mark === undefined) return undefined
    if (mark.trim() === '') continue
    if (next !== 'operator' && AMBIGUOUS.test(mark)) return undefined
    if ((before === '-' && mark === '>') || (before === '<' && mark === '<')) return undefined
    // What was found under a name or number may be the name of something else, and is not looked into.
    if (/^[\]k]$/.test(before) && /^[[{]$/.test(mark)) return undefined
    if (mark === '{') braces.push(before === '$')
    const isKey = mark === '}' && braces.pop() === true
    if (mark === ')' || mark === ']' || isKey) next = 'operator'
    else next = mark === '}' ? 'either' : 'value'
    before = isKey ? 'k' : mark
  }
  return texts
}

/** Variables in which Perl keeps where it reads from, the environment, and what it calls. */
function isOfPerl(variable: string): boolean {
  return /ARGV|ENV|SIG|INC|^[$@%]0$/.test(variable)
}

/** Where Perl runs code inside of a text or a pattern: behind each `$` and `@`, only a name and one plain key are known. */
function hasCode(quoted: string): boolean {
  if (/\([?*][^)\s]{0,2}\{/.test(quoted)) return true
  if (quoted.startsWith("'")) return false
  const rest = quoted
    .replace(/\\[^]/g, '\\')
    .replace(/(?:[$@]\w+(?:\[(?:-?\d+|\$\w+)\]|\{\$?\w+\})?|\$#\w+|\$[.,&!])(?![[{\w]|->|::|')/g, (variable) =>
      isOfPerl(variable) ? '$$' : '',
    )
    // An end of a line, and an at that begins no name.
    .replace(/\$(?=[)|]|$)|@(?=[).,;"]|$)/g, '')
  return /[$@]/.test(rest)
}
