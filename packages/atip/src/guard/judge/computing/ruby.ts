import { namesIn, scan, type Notation } from './scan.js'

const NOTATION: Notation = {
  opening: /()(["'])/y,
  comment: /#(?!\{)[^\n]*/y,
  hole: (_, quote) => (quote === '"' ? '#{' : undefined),
  // An operator behind a dot, a colon or a dollar sign is a name, and a slash behind it divides.
  beforePattern:
    /(?:^|=>|[=!]~|(?<![$:.\w])!|(?<![$:.])[(,=[&|{;]|(?<![.$:@\w])(?:if|unless|and|or|not|when|while|until|return|in))\s*$/,
}

/** Words of the language, functions and methods that compute, print or read, whatever they are given. */
const WORDS = `BEGIN END and begin break case do each else elsif end ensure false for if in loop next nil not or redo rescue
  retry return then true unless until when while it p pp puts print printf putc warn raise exit abort sleep rand srand gets
  format sprintf block_given lambda
  Integer Float String Array Hash Rational Complex Set Struct Date DateTime Time Math Comparable BigDecimal JSON YAML Psych
  CSV Digest MD5 SHA1 SHA256 SHA384 SHA512 Base64 SecureRandom URI Gem Version RbConfig CONFIG PI INFINITY NAN
  ParserError SyntaxError StandardError ArgumentError KeyError TypeError StopIteration Errno ENOENT
  VERSION RUBY_ENGINE_VERSION
  RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE RUBY_DESCRIPTION STDIN STDOUT STDERR ARGV ARGF
  $stdin $stdout $stderr $_ $F $0 $PROGRAM_NAME $1 $2 $3 $4 $5 $6 $7 $8 $9
  new map flat_map collect select filter filter_map reject find find_all detect find_index each_with_index each_with_object
  each_slice each_cons each_char each_line each_byte each_key each_value each_pair each_entry with_index with_object
  sort sort_by min max min_by max_by minmax sum count tally group_by partition chunk_while slice_when zip first last take
  take_while drop drop_while uniq compact flatten reverse rotate sample shuffle include member any all none one empty
  length size push pop shift unshift append prepend concat insert delete delete_at delete_if keep_if clear index rindex
  values keys key has_key has_value value fetch dig to_h to_a to_s to_i to_f to_r to_c to_set to_json to_yaml inspect join
  merge update store slice except transform_values transform_keys invert any assoc values_at lazy cycle step upto downto
  times succ pred abs ceil floor round truncate divmod modulo fdiv gcd lcm pow sqrt cbrt log log2 log10 exp sin cos tan atan
  hypot even odd zero positive negative between clamp bit_length digits chr ord hex oct
  split strip lstrip rstrip chomp chop chars bytes lines upcase downcase capitalize swapcase sub gsub tr squeeze center
  ljust rjust start_with end_with match scan partition rpartition unpack unpack1 pack encode force_encoding
  unicode_normalize valid_encoding encoding ascii_only bytesize crypt succ casecmp prepend captures named_captures
  pre_match post_match itself then tap is_a kind_of instance_of respond_to nil frozen freeze dup hash eql equal
  parse parse_line pretty_generate generate generate_line dump safe_load safe_load_file read readline readlines
  now today at mktime local utc gm iso8601 strftime strptime year month day hour min sec usec nsec wday yday to_date to_time
  hexdigest digest base64digest file encode64 decode64 strict_encode64 strict_decode64 urlsafe_encode64 urlsafe_decode64
  uuid hex random_number alphanumeric encode_www_form_component decode_www_form_component host port path scheme query
  headers header to_csv row ruby segments bump mtime flush sync combination permutation product transpose
  each_with_index bsearch sum infinite nan finite numerator denominator rationalize message full_message backtrace`

/** What of files and folders only looks; their other methods write, or are shared with what writes. */
const LOOKS =
  /\b(?:File\s*\.\s*(?:read|binread|readlines|foreach|exist|file|directory|symlink|readable|executable|zero|basename|dirname|extname|join|split|size|mtime|ctime|stat|expand_path|absolute_path|realpath)|Dir\s*\.\s*(?:glob|entries|children|each_child|exist|empty|pwd)|(?:YAML|Psych)\s*\.\s*(?:load|load_file))\b|\bDir(?=\[)/g

/** A table by its name, and at most with names of settings behind it: a mode could stand there as well. */
const TABLES = /\bCSV\s*\.\s*(?:read|foreach|table)\s*\(\s*(?:"\d+"|ARGV\[\d+\]|[a-z]\w*)\s*(?=\)|,\s*[a-z_]+:)/g

/** Libraries that bring in nothing but what is known by its words. */
export const RUBY_LIBRARIES =
  /^(?:json|yaml|psych|csv|set|date|time|digest|digest\/\w+|pp|securerandom|base64|uri|bigdecimal|prime|rbconfig|English)$/

/** Settings by which something that reads would write, or make objects of any kind. */
const SETTINGS = /^(?:mode|flags|perm|open_args|external_encoding|create_additions|\w*class\w*|aliases)$/

/** What every object and the program itself can be asked to do: no name of the code's own may be one of these. */
const OF_ALL =
  /^(?:system|exec|spawn|fork|eval|open|load|require\w*|autoload|syscall|test|trap|binding|callcc|catch|throw|proc|send|public_send|method\w*|define\w*|instance\w*|class\w*|module\w*|singleton\w*|extend|include|using|public|private|const\w*|at_exit|set_trace_func|trace_var|select|__\w+|self|super|yield|alias|undef|def|class|module|display|to_proc|to_enum|enum_for)$/

let words: Set<string> | undefined

/** The texts of Ruby code that only computes, prints and reads files; undefined if it may do anything else. */
export function textsOfComputingRuby(code: string): string[] | undefined {
  // A character by its name, a text by its end, and what follows the program change what is code.
  if (/\?#|<<[~\-"'`\w]|^=|__END__/m.test(code)) return undefined
  const scanned = scan(code, NOTATION)
  if (scanned === undefined) return undefined
  const { texts } = scanned
  // Code inside of a pattern stands in no text.
  if (count(code, '#{') !== count(texts.join('\n'), '#{')) return undefined
  let isKnown = true
  const rest = scanned.skeleton
    .replace(/\brequire\s*\(?\s*"(\d+)"\s*\)?/g, (_, text: string) => {
      if (!RUBY_LIBRARIES.test(texts[Number(text)]!)) isKnown = false
      return ' '
    })
    .replace(/\$[.~!&,]/g, ' $_ ')
  if (!isKnown || hidesCode(rest)) return undefined
  words ??= new Set(WORDS.split(/\s+/))
  const known = words
  const plain = rest
    .replace(LOOKS, 'JSON.parse')
    .replace(TABLES, 'CSV.parse(0')
    // What a name stands for is called there.
    .replace(/&\s*:(\w+)/g, (whole, name: string) => (known.has(name) ? ' ' : whole))
    .replace(
      /\b(?:inject|reduce)\s*(?:\(\s*(?:\d[\d.]*\s*,\s*)?:[+*|&-]\s*\)|(?:\(\s*\d[\d.]*\s*\)\s*)?(?=\{|do\b))/g,
      'sum',
    )
    .replace(/(?<![\w:\])"]):([A-Za-z_]\w*)/g, (whole, name: string) => (SETTINGS.test(name) ? whole : '0'))
    .replace(/([({,]\s*)([a-z_]\w*):(?!:)/g, (whole, before: string, name: string) =>
      SETTINGS.test(name) ? whole : before,
    )
  if (/:(?![\s:]|\w)|&\s*[:\w]|(?<!\s):\w/.test(plain.replace(/::/g, '').replace(/&&|&\./g, '  '))) return undefined
  const bound = new Set(boundIn(plain))
  if ([...bound].some((name) => OF_ALL.test(name))) return undefined
  for (const { name, before, after } of namesIn(plain)) {
    if (SETTINGS.test(name)) return undefined
    if (known.has(name)) continue
    if (!bound.has(name) || before === '.' || before === ':') return undefined
    if (/^["(\d]/.test(after) || (/^[A-Za-z_$]/.test(after) && !/^(?:if|unless|and|or|do|then|end|in)$/.test(after)))
      return undefined
  }
  return texts
}

/** Other notations for texts, patterns, names and calls than those that are read. */
function hidesCode(skeleton: string): boolean {
  return (
    /[`\\]|->|[?$]"|(?<![\w"]):"/.test(skeleton) ||
    // Names that end in a sign, and signs that are names.
    /(?<![\w:"]):[A-Za-z_]\w*(?:=(?![=>~])|!)|(?<!\.)\.(?!\.|\s*[A-Za-z_\d])|(?<!:):(?![\w\s":]|[+*|&-]\s*\))/.test(
      skeleton,
    ) ||
    // Words that are worked out.
    /(?:^|[\s(,|{[=;])\*+(?=[^\s*])|[(,|{[=;]\s*\*/.test(skeleton) ||
    // Texts in other signs than quotes.
    skeleton.replace(/["\])\d]\s*%|\w % /g, '').includes('%')
  )
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Names that the code gives to something itself. */
function boundIn(skeleton: string): string[] {
  const places = [
    /(?<![\w.$:])([a-z_]\w*(?:\s*,\s*[a-z_]\w*)*)\s*(?:\|\||&&|[-+*/|&%])?=(?![=~>])/g,
    /\|([\w\s,()]*)\|/g,
    /\bfor\s+([\w\s,]+?)\s+in\b/g,
    /\brescue\b[^\n;]*=>\s*([a-z_]\w*)/g,
  ]
  return places.flatMap((place) =>
    [...skeleton.matchAll(place)].flatMap(([, list]) => list!.match(/[A-Za-z_]\w*/g) ?? []),
  )
}
