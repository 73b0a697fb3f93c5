import { namesIn, scan, type Notation } from './scan.js'

const NOTATION: Notation = {
  opening: /()(["'])/y,
  comment: /\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\//y,
  hole: () => undefined,
}

/** Functions that compute, print or look, whatever they are given, and words of the language. */
const WORDS = `echo print print_r var_dump var_export printf sprintf vsprintf number_format exit die if else elseif for foreach
  while do switch case default break continue return as true false null and or xor array list isset unset empty int integer
  float double string bool boolean object fn function use static instanceof
  json_encode json_decode json_last_error json_last_error_msg implode explode join count sizeof strlen mb_strlen str_repeat
  str_replace str_pad str_split str_contains str_starts_with str_ends_with str_word_count strrev strtolower strtoupper
  ucfirst ucwords lcfirst trim ltrim rtrim substr substr_count strpos stripos strrpos strstr strcmp strcasecmp nl2br wordwrap
  htmlspecialchars html_entity_decode htmlentities strip_tags addslashes similar_text levenshtein soundex metaphone
  preg_match preg_match_all preg_replace preg_split preg_quote preg_grep
  array_sum array_product array_keys array_values array_merge array_combine array_flip array_unique array_reverse
  array_slice array_splice array_column array_diff array_diff_key array_intersect array_intersect_key array_key_exists
  array_key_first array_key_last array_search array_fill array_fill_keys array_chunk array_pad array_push array_pop
  array_shift array_unshift array_rand array_count_values array_is_list in_array range compact sort rsort asort arsort ksort
  krsort natsort shuffle min max abs floor ceil round sqrt pow exp log log10 log2 intdiv fmod pi sin cos tan atan atan2 hypot
  rand mt_rand random_int random_bytes is_nan is_infinite base_convert bindec decbin hexdec dechex octdec decoct
  is_int is_string is_array is_bool is_float is_null is_numeric is_object is_callable intval floatval strval boolval gettype
  get_debug_type settype date gmdate time mktime strtotime microtime hrtime checkdate date_default_timezone_get md5 sha1
  crc32 hash hash_algos base64_encode base64_decode bin2hex hex2bin urlencode urldecode rawurlencode rawurldecode
  http_build_query parse_url uniqid ord chr dechex iconv mb_strtoupper mb_strtolower mb_substr mb_strpos utf8_encode
  utf8_decode ctype_digit ctype_alpha ctype_alnum version_compare phpversion php_uname php_sapi_name php_ini_loaded_file
  zend_version ini_get extension_loaded get_loaded_extensions function_exists class_exists defined memory_get_usage
  memory_get_peak_usage sys_get_temp_dir getcwd file_exists is_file is_dir is_readable is_writable filesize filemtime basename
  dirname pathinfo realpath scandir glob nl_langinfo key current end reset next prev each
  php_version php_major_version php_minor_version php_os php_os_family php_eol php_int_max php_int_size php_float_epsilon
  directory_separator m_pi json_pretty_print json_unescaped_slashes json_unescaped_unicode json_throw_on_error
  file_ignore_new_lines file_skip_empty_lines sort_numeric sort_string preg_split_no_empty stdin stream_get_contents fgets feof`

/** What reads a file that stands there by its name. */
const READS = /\b(?:file_get_contents|file|parse_ini_file|readfile)\s*\(\s*"(\d+)"\s*(?=[,)])/gi

/** What may stand in a text: a variable and parts of it, and the name of standard input. */
const SIMPLE = /^php:\/\/stdin$|\{\$\w+(?:\['?\w+'?\]|->\w+)*\}/g

/** In old versions this letter behind a pattern makes code of what it is replaced with. */
const RUNS_REPLACEMENT = /[^\w\s\\]\w*e\w*$/

let words: Set<string> | undefined

/** A name in capitals that is no word of the language, which may be written so as well. */
function isConstant(name: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && !/^(?:include|require)_once$|^__/i.test(name)
}

/** The texts of PHP code that only computes, prints and reads files; undefined if it may do anything else. */
export function textsOfComputingPhp(code: string): string[] | undefined {
  // What ends the code, texts by their end, attributes, and a command.
  if (/\?>|<\?|<<<|#\[|`/.test(code)) return undefined
  const scanned = scan(code, NOTATION)
  if (scanned === undefined) return undefined
  const { texts } = scanned
  if (texts.some((text) => /\{\s*\$|\$\s*\{|\w:\/\//.test(text.replace(SIMPLE, '')))) return undefined
  let isKnown = true
  const skeleton = scanned.skeleton
    .replace(READS, (_, text: string) => {
      if (texts[Number(text)]!.startsWith('php:') && texts[Number(text)] !== 'php://stdin') isKnown = false
      return `strlen("${text}"`
    })
    // A function is given as code, and never by its name.
    .replace(
      /\b(?:array_map|array_filter)\s*\((?=\s*(?:static\s+)?(?:fn|function)\b)|\barray_filter\s*\((?=\s*\$\w+\s*\))/g,
      'count(',
    )
    .replace(
      /\b(?:array_filter|usort|uasort|uksort|array_reduce)\s*\((?=\s*\$\w+\s*,\s*(?:static\s+)?(?:fn|function)\b)/g,
      'count(',
    )
    .replace(/\(\s*(?:int|float|string|bool|array|object)\s*\)/gi, ' ')
  if (!isKnown || /\\|\$\$|[\])}"]\s*\(|\$\w+\s*\(|::|@/.test(skeleton)) return undefined
  if (/preg_replace/i.test(skeleton) && texts.some((text) => RUNS_REPLACEMENT.test(text))) return undefined
  words ??= new Set(WORDS.split(/\s+/))
  const members = /(?:\?->|->)\s*([A-Za-z_]\w*)(?!\s*\(|\w)/g
  for (const { name, after } of namesIn(skeleton.replace(members, ' '))) {
    if (name.startsWith('$')) {
      if (/^\$(?:GLOBALS|_(?:ENV|SERVER|COOKIE|SESSION|FILES))$/.test(name)) return undefined
    } else if (!words.has(name.toLowerCase()) && !(isConstant(name) && after !== '(')) return undefined
  }
  return /->/.test(skeleton.replace(members, ' ')) ? undefined : texts
}
