/** Words of Perl that compute, print or decide. */
const WORDS = new Set(
  `print printf say if unless and or not while until for foreach my our next last length split join sort keys values each lc uc
  lcfirst ucfirst substr sprintf push pop shift unshift reverse scalar defined exists int abs sqrt chomp chop index rindex hex
  oct ord chr grep map else elsif eq ne lt gt le ge cmp x END STDERR STDOUT wantarray
  local time localtime gmtime strftime floor ceil fmod sum sum0 max min maxstr minstr first any all none uniq uniqnum shuffle
  reduce pairs Dumper encode_json decode_json to_json from_json encode_base64 decode_base64 md5_hex sha1_hex sha256_hex lcfirst
  sin cos atan2 exp log rand sprintf exit die warn undef`.split(/\s+/),
)

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y
const PATTERN = /(?:m|qr)?\/((?:[^/\\\n]|\\.)*)\/([a-z]*)/y
const REPLACEMENT = /(?:s|tr|y)([/|#,!])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1([a-z]*)/y
const VARIABLE = /[$@]#?(?:\w+|[.,;&`'+!_/\\])/y
/** Reads everything at once. */
const SLURP = /local\s*\(?\s*\$\/\s*\)?\s*(?=;)|\$\/\s*=\s*undef\b|<(?:STDIN)?>/y
const PLAIN = /\w+|[\s;{}()[\],.+*=!?:&|<>~%-]/y

/** The texts of a Perl program that only computes and prints; undefined if it may do anything else. */
export function textsOfComputingPerl(code: string): string[] | undefined {
  const texts: string[] = []
  let before = ''
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(code) ?? undefined
  }
  while (at < code.length) {
    const isValueNext = /(?:^|[(,.={;!~&|]|\b(?:if|unless|and|or|not|split|grep|map))\s*$/.test(before)
    const text = take(TEXT)
    const pattern = isValueNext ? take(PATTERN) : undefined
    const replacement = /(?:^|[;{(~\s])$/.test(before) ? take(REPLACEMENT) : undefined
    const variable = take(VARIABLE)
    const slurp = take(SLURP)
    const found = slurp ?? text ?? pattern ?? replacement ?? variable ?? take(PLAIN)
    if (found === undefined) return undefined
    const [whole] = found
    if (text !== undefined) texts.push(whole.slice(1, -1))
    if (found === pattern && hasCode(pattern[1]!)) return undefined
    if (found === replacement && (/e/.test(replacement[4]!) || hasCode(replacement[2]! + replacement[3]!)))
      return undefined
    if (found === text && whole.startsWith('"') && hasCode(whole)) return undefined
    if (found === variable && /ARGV|ENV|SIG|INC|[`0]$|^[$@]#?[;/\\]$/.test(whole)) return undefined
    const isWord = ![slurp, pattern, replacement].includes(found)
    if (/^[A-Za-z_]/.test(whole) && isWord && !WORDS.has(whole)) return undefined
    const isValue = [slurp, text, pattern, replacement, variable].includes(found)
    before = (before + (isValue ? '0' : whole)).slice(-40)
    if (/->|<\s*\w*\s*>$|&\s*[\w{$]$|<</.test(before.replaceAll('&&', '||'))) return undefined
    at += whole.length
  }
  return texts
}

/** Modules that bring in nothing but what is known by its words. */
export const PERL_MODULES =
  /^(?:strict|warnings|utf8|integer|feature|bigint|bignum|POSIX|List::Util|Scalar::Util|Data::Dumper|Time::Local|Time::Piece|Time::HiRes|JSON::PP|JSON|MIME::Base64|Digest::MD5|Digest::SHA|Math::Trig|Encode|Text::Wrap|URI::Escape)(?:=[\w,:]+)?$/

/** Where Perl runs code inside of a text or a pattern. */
function hasCode(text: string): boolean {
  return /[@$]\{|@\[|\(\?\??\{|[$@]\w+\s*(?:->|\[(?!-?\d+\])|\{(?!\w+\}))/.test(text)
}
