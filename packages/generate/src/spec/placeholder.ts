/** Distinguishes a placeholder (`FILE`, `<n>`, `a|b`, `string`) from the first word of a description. */

/** Types that libraries print in place of a placeholder: pflag, Go's flag, click, popt. */
const TYPE_WORDS = new Set(
  (
    'string strings stringArray stringSlice stringToString stringToInt stringToInt64 int ints int8 int16 int32 int64 ' +
    'intSlice int32Slice int64Slice uint uints uint8 uint16 uint32 uint64 uintSlice float float32 float64 ' +
    'float32Slice float64Slice duration durationSlice bytesHex bytesBase64 ip ipSlice ipMask ipNet value ' +
    'boolean bools boolSlice num SizeSuffix Duration Bits Time integer n'
  ).split(' '),
)

export function isTypeWord(word: string): boolean {
  return TYPE_WORDS.has(word)
}

/** pflag's names of types that can be given several times. */
export function isListType(word: string): boolean {
  return /^(?:strings|ints|uints|bools|stringArray|stringTo\w+|\w+Slice)$/.test(word)
}

export function looksLikePlaceholder(chunk: string): boolean {
  const first = chunk[0]!
  if (first === '+') return TYPE_WORDS.has(chunk.slice(1))
  if (first === '<' || first === '{') return true
  if (first === '[') return /^\[[=<.,:A-Za-z0-9#-]/.test(chunk)
  if (first === '(') return chunk.includes('|')
  if (first === '"' || first === "'") return /^["'][^"' ]*["']$/.test(chunk) || chunk.includes('|')
  if (isUpperWord(chunk) || /^[#%]$/.test(chunk)) return true
  if (/^[\w.+?-]+(\|[\w.+?*-]+)+$/.test(chunk)) return true
  return TYPE_WORDS.has(chunk)
}

/** `FILE`, `KEY=VALUE`, `N[,N...]`, `FILE1`, `HOST:PORT`, `XxY`: capitals and signs. Not the words `I` and `A`. */
export function isUpperWord(chunk: string): boolean {
  if (!/^[A-Z]/.test(chunk)) return false
  const letters = chunk.replace(/[^A-Za-z]/g, '')
  if (letters.length === 1) return chunk !== 'A' && chunk !== 'I'
  if (letters === letters.toUpperCase()) return !chunk.endsWith('.') || chunk.endsWith('..')
  return /^[A-Z0-9_-]{2,}(\(?[a-z]\)?|[=:@/,[].*)$/.test(chunk)
}
