import { onlyAsks } from './sql.js'
import { buildsTexts } from './building.js'
import { namesIn, scan, type Notation } from './scan.js'

const NOTATION: Notation = {
  opening: /((?<!\w)[rbuftRBUFT]{1,2}|)("""|'''|"|')/y,
  comment: /#[^\n]*/y,
  hole: (prefix) => (/[ft]/.test(prefix) ? '{' : undefined),
}

const words = (text: string) => new Set(text.split(/\s+/))

/** Modules that, with the members below, only compute or look. */
const MODULES = words(
  `json sys math cmath re datetime time calendar collections itertools functools operator string textwrap statistics
  random decimal fractions hashlib base64 binascii platform uuid csv tomllib urllib.parse struct difflib html unicodedata
  pprint os os.path pathlib glob fnmatch ast keyword zoneinfo heapq bisect colorsys ipaddress importlib.metadata
  sysconfig yaml secrets sqlite3 xml.etree xml.etree.ElementTree zipfile tarfile gzip bz2 lzma zlib io copy locale mimetypes
  plistlib shlex shutil importlib.util inspect configparser codecs errno stat array numbers graphlib
  email email.utils traceback typing numpy pandas`,
)

/** Libraries that may be asked for their version, and some for what they find on the machine. */
// A text and no set: a hook that is started for one line would make the set first.
const LIBRARIES = `requests torch torchvision tensorflow scipy sklearn matplotlib seaborn django flask fastapi pydantic sqlalchemy pytest
  transformers datasets tokenizers accelerate jax keras xgboost lightgbm cv2 PIL bs4 lxml httpx aiohttp click typer rich tqdm
  attrs attr boto3 botocore redis celery pymongo psycopg2 openai anthropic langchain polars pyarrow numba cython sympy
  networkx nltk spacy gensim statsmodels plotly streamlit gradio uvicorn starlette jinja2 werkzeug cryptography setuptools pip
  wheel packaging urllib3 certifi black mypy ruff pylint sphinx IPython notebook ipykernel pygments dateutil pytz six toml ujson
  orjson msgpack grpc google.protobuf onnx onnxruntime triton vllm
  socket getpass tempfile multiprocessing ssl site pkgutil`
const LIBRARY_TELLS =
  /^\s*\.\s*(?:__version__|__file__|__path__|VERSION|version\.cuda|get_version|gethostname|getuser|gettempdir|cpu_count|OPENSSL_VERSION|getsitepackages|getusersitepackages|iter_modules|(?:cuda|backends\.(?:mps|cudnn))\.(?:is_available|device_count|get_device_name|version))\b/

const NAMES = words(
  `False None True and as assert break continue def elif else except finally for from if import in is lambda not or pass
  raise return try while with yield abs all any ascii bin bool bytearray bytes chr complex dict divmod enumerate filter
  float format frozenset hash hex id int isinstance issubclass iter len list map max min next object oct ord pow print
  range repr reversed round set slice sorted str sum tuple type zip exit quit Exception KeyError ValueError IndexError
  TypeError StopIteration FileNotFoundError OSError KeyboardInterrupt __name__ _ ImportError ModuleNotFoundError
  AttributeError ZeroDivisionError UnicodeDecodeError RuntimeError NotImplementedError AssertionError PermissionError IOError
  global nonlocal del callable hasattr dir`,
)

const MEMBERS = words(
  `__version__ __name__ __doc__ __file__
  load loads dump dumps safe_load safe_load_all JSONDecodeError stdin stdout stderr read readline readlines write flush buffer exit version
  version_info executable platform maxsize byteorder prefix base_prefix getsizeof getrecursionlimit implementation
  encode decode split rsplit splitlines strip lstrip rstrip join format lower upper title capitalize casefold swapcase
  startswith endswith removeprefix removesuffix find rfind index rindex count isdigit isalpha isalnum isspace isupper
  islower isnumeric isidentifier zfill ljust rjust center expandtabs partition rpartition translate maketrans keys values items
  get setdefault update copy pop popitem append extend insert add discard union intersection difference
  symmetric_difference issubset issuperset sort reverse most_common elements Counter defaultdict OrderedDict namedtuple deque
  appendleft popleft ChainMap chain from_iterable groupby product permutations combinations accumulate islice zip_longest
  starmap takewhile dropwhile cycle tee pairwise batched reduce partial lru_cache cache itemgetter
  findall finditer search match fullmatch sub subn compile escape group groups groupdict start end span pattern
  I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII
  sqrt floor ceil pi e tau inf nan log log2 log10 exp sin cos tan asin acos atan atan2 radians degrees hypot gcd lcm
  factorial comb perm isclose isnan isinf prod fsum pow fabs trunc dist
  datetime date time timedelta timezone now utcnow today utc fromtimestamp utcfromtimestamp fromisoformat isoformat strftime
  strptime timestamp total_seconds days seconds year month day hour minute second weekday isoweekday isocalendar replace
  astimezone ZoneInfo monotonic perf_counter ctime gmtime localtime monthrange isleap
  mean median mode stdev pstdev variance quantiles random randint choice choices shuffle sample uniform seed
  Decimal Fraction quantize limit_denominator numerator denominator
  md5 sha1 sha224 sha256 sha384 sha512 blake2b new hexdigest digest b64encode b64decode urlsafe_b64encode urlsafe_b64decode
  b32encode b16encode hexlify unhexlify hex fromhex crc32 uuid1 uuid3 uuid4 uuid5 UUID NAMESPACE_DNS
  system release machine node processor python_version python_implementation architecture uname
  reader DictReader fieldnames line_num quote unquote quote_plus unquote_plus urlencode urlparse urlsplit urljoin parse_qs
  parse_qsl netloc scheme query fragment hostname port pack unpack calcsize
  unified_diff ndiff get_close_matches SequenceMatcher ratio normalize category name lookup pprint pformat
  wrap fill dedent indent shorten ascii_letters ascii_lowercase ascii_uppercase digits punctuation whitespace hexdigits Template
  path getcwd listdir scandir walk sep linesep cpu_count getpid stat lstat st_size st_mtime exists isfile isdir islink
  basename dirname abspath realpath normpath relpath splitext commonpath commonprefix getsize getmtime expanduser
  Path PurePath cwd home glob iglob rglob iterdir is_file is_dir is_symlink read_text read_bytes parent parents stem suffix
  suffixes parts as_posix resolve absolute relative_to with_suffix with_name with_stem match
  fnmatch filter parse literal_eval walk body iskeyword kwlist
  real imag conjugate bit_length bit_count to_bytes from_bytes is_integer as_integer_ratio
  ip_address ip_network hosts num_addresses heappush heappop heapify nlargest nsmallest bisect bisect_left bisect_right insort
  metadata packages_distributions PackageNotFoundError requires get_paths get_path get_platform
  unescape args kwargs token_hex token_urlsafe token_bytes randbelow
  connect cursor execute fetchall fetchone fetchmany close row_factory Row sqlite_version description
  flags getdefaultencoding getfilesystemencoding hexversion float_info int_info maxunicode builtin_module_names
  getlogin getuid geteuid getgid getppid getloadavg isabs samefile readlink access R_OK W_OK X_OK F_OK isprintable
  isdecimal istitle isascii format_map isqrt cbrt copysign repeat cmp_to_key mul sub truediv combine timetuple mktime
  process_time time_ns perf_counter_ns sleep lastindex subtract move_to_end maxlen rotate total sha3_256 file_digest
  algorithms_available algorithms_guaranteed b32decode b16decode b85encode b85decode unpack_from iter_unpack mac_ver libc_ver
  freedesktop_os_release python_compiler python_version_tuple writer DictWriter writerow writerows writeheader fmean
  geometric_mean harmonic_mean multimode correlation gauss randrange getrandbits capwords calendar timegm day_name month_name
  joinpath drive root anchor owner is_absolute is_relative_to urlunparse urlunsplit geturl urldefrag params getcontext prec
  ROUND_HALF_UP printable message_from_file message_from_string message_from_bytes get_payload get_content_type is_multipart
  format_exc print_exc Any List Dict Optional Tuple Set Union Iterable Iterator get_config_var get_config_vars distributions
  util utils etree ElementTree argv tag attrib text tail iter getroot findtext fromstring tostring getiterator
  namelist infolist getinfo getnames getmembers getmember filename file_size compress_size isreg issym mtime
  compress decompress StringIO BytesIO getvalue deepcopy getpreferredencoding getlocale guess_type quote which disk_usage
  get_terminal_size getsource getfile signature getdoc find_spec origin parameters ConfigParser sections options has_section has_option getint
  getboolean errorcode S_ISREG S_ISDIR filemode st_mode st_ctime st_atime st_uid st_gid parsedate_to_datetime
  FunctionDef AsyncFunctionDef ClassDef Import ImportFrom Name Call Attribute Constant Assign Module iter_child_nodes
  get_docstring names id lineno col_offset end_lineno asname module func attr value unparse decorator_list arg returns bases
  targets annotation NodeVisitor
  read_csv read_json read_excel read_parquet read_table head tail shape columns dtypes dtype ndim describe info isnull isna
  notnull notna sum groupby value_counts nunique unique std min max iloc loc iat to_string to_dict tolist set_index
  reset_index sort_values sort_index dropna fillna drop_duplicates duplicated astype any all T empty str corr cumsum
  array arange linspace zeros ones full eye reshape flatten dot matmul transpose argmax argmin where concatenate stack linalg
  norm inv det eig float32 float64 int32 int64 percentile histogram allclose`,
)

const OF_LIBRARIES =
  /^(?:__path__|VERSION|cuda|backends|mps|cudnn|is_available|device_count|get_device_name|get_version|gethostname|getuser|gettempdir|OPENSSL_VERSION|getsitepackages|getusersitepackages|iter_modules)$/

/** Members that are harmless elsewhere, and not in these modules. */
const DOES_MORE: Readonly<Record<string, RegExp>> = {
  os: /^(?:system|replace)$/,
  pathlib: /^(?:replace|copy)$/,
  yaml: /^load$/,
  shutil: /^copy$/,
  xml: /^write$/,
  numpy: /^(?:load|dump|dumps)$/,
  pandas: /^(?:query|load|dump|dumps|eval)$/,
}

/** Built-in functions that do more, which no name of the code's own may hide. */
const HIDES =
  /^(?:eval|exec|compile|open|getattr|setattr|delattr|globals|locals|vars|breakpoint|help|memoryview|super|staticmethod|classmethod|property|dir|copyright|credits|license|anext|aiter|execfile|reload|apply|__\w*)$/

/** The texts of Python code that only computes, prints and reads files; undefined if it may do anything else. */
export function textsOfComputingPython(code: string): string[] | undefined {
  const scanned = scan(code, NOTATION)
  if (scanned === undefined) return undefined
  const { texts } = scanned
  const joined = scanned.skeleton.replaceAll('\\\n', ' ')
  // A name behind `case` leads to a member, whatever it is; `file` opened files in earlier Pythons.
  if (/[@`\\$?]|!(?!=)|(?<!\.\s*)\b(?:case\b|eval_str\b|file\s*\()/.test(joined)) return undefined
  const imported = importsIn(joined)
  if (imported === undefined || boundIn(imported.rest).some((name) => KEEPS.has(name))) return undefined
  if (!onlyFormatsValues(joined, texts) || readsBuiltPath(joined, texts)) return undefined
  const skeleton = withoutReading(withoutSettings(imported.rest, texts), texts)
  if (skeleton === undefined) return undefined
  const bound = new Set([...imported.names, ...boundIn(skeleton)])
  if ([...bound].some((name) => HIDES.test(name))) return undefined
  for (const { name, before } of namesIn(skeleton)) {
    if (before === '.' ? !MEMBERS.has(name) && !OF_LIBRARIES.test(name) : !NAMES.has(name) && !bound.has(name))
      return undefined
    if (before === '.' && imported.modules.some((module) => DOES_MORE[module]?.test(name) === true)) return undefined
  }
  if (!onlyAsksDatabases(skeleton, texts)) return undefined
  // To find a module inside of another runs the other; tables are read from other machines, too.
  const finds = [...skeleton.matchAll(/\bfind_spec\b(?:\s*\(\s*"(\d+)"\s*\))?/g)]
  if (finds.some(([, text]) => text === undefined || texts[Number(text)]!.includes('.'))) return undefined
  if (imported.modules.includes('pandas') && texts.some((text) => /^\w+:|:\/\//.test(text))) return undefined
  if (/\bto_string\b(?!\s*\(\s*(?:index\s*=\s*\w+\s*)?\))/.test(skeleton)) return undefined
  if (imported.libraries.some((name) => !onlyTells(skeleton, name))) return undefined
  if (imported.modules.includes('sys') && !onlyShowsPath(skeleton)) return undefined
  return texts
}

/** Modules of which it matters that they are what their name says. */
const KEEPS = new Set(['os', 'sys', 'io', 'gzip', 'bz2', 'lzma', 'codecs', 'tarfile', 'zipfile', 'ZipFile'])

/** Where modules are looked for is not to be changed, under no other name either. */
function onlyShowsPath(skeleton: string): boolean {
  const shown =
    /(?<=\b(?:print|pprint|len|sorted|join)\(\s*\*?|\bin\s+)\w+\.path(?=\s*(?:[),:;\n]|$|\[\s*\d*:?\d*\s*\]\s*[),]))/g
  return !/\.\s*path\b/.test(skeleton.replace(/(?<![\w.])os\s*\.\s*path\b/g, '').replace(shown, ''))
}

/** A text may lay out values, and not look into them: `'{0.environ}'.format(os)`. */
function onlyFormatsValues(skeleton: string, texts: readonly string[]): boolean {
  const rest = skeleton.replace(/(?<!"\s*)"(\d+)"\s*\.\s*format(?:_map)?\b/g, (whole, text: string) =>
    /\{[^{}:!]*[.[]|\\[^nrt'"\\]/.test(texts[Number(text)]!) ? whole : '',
  )
  return !/\.\s*format(?:_map)?\b/.test(rest)
}

/** Without the reading of what a loop finds by a pattern that stands in the code: that is no path which is built. */
function withoutFound(skeleton: string, texts: readonly string[]): string {
  const found = [...skeleton.matchAll(FOUND)]
    .filter(([whole]) => ![...whole.matchAll(/"(\d+)"/g)].some(([, text]) => texts[Number(text)]!.includes('\\')))
    .map(([, name]) => name!)
  const bound = boundIn(skeleton)
  return found
    .filter((name) => bound.filter((other) => other === name).length === 1)
    .slice(0, 4)
    .reduce(
      (rest, name) =>
        rest.replace(
          new RegExp(`(?<![\\w.])(?:open\\(\\s*${name}\\s*(?=[,)])|${name}\\.read_(?:text|bytes)\\b)`, 'g'),
          '(',
        ),
      skeleton,
    )
}

const FOUND =
  /\bfor\s+([A-Za-z_]\w*)\s+in\s+(?:sorted\s*\(\s*)?(?:(?:pathlib\s*\.\s*)?Path\s*\(\s*(?:"\d+")?\s*\)\s*\.\s*(?:r?glob|iterdir)\s*\(\s*(?:"\d+")?\s*\)|(?:glob\s*\.\s*)?i?glob\s*\(\s*"\d+"\s*[,)])/g

/** Whether it reads a file whose name cannot be told from the texts in the code. */
function readsBuiltPath(code: string, texts: readonly string[]): boolean {
  const skeleton = withoutFound(code, texts)
  const reads = [
    ...skeleton.matchAll(/\b(?:open|ZipFile|read_(?!text|bytes)\w+)\b(?:\s*\(\s*"(\d+)"\s*[,)])?/g),
    ...skeleton.matchAll(/(?:\bPath\s*\(\s*"(\d+)"\s*\)\s*)?\.\s*read_(?:text|bytes)\b/g),
  ]
  if (reads.some(([, text]) => text !== undefined && /\\/.test(texts[Number(text)]!))) return true
  return reads.some(([, text]) => text === undefined) && buildsTexts(skeleton, texts)
}

/** What is imported, and the code without it. Importing from a module names members of it. */
function importsIn(
  skeleton: string,
): { names: string[]; modules: string[]; libraries: string[]; rest: string } | undefined {
  const names: string[] = []
  const libraries: string[] = []
  const modules: string[] = []
  let isKnown = true
  const rest = skeleton
    .replace(
      /(^|[\n;:])[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+([^\n;]+)/g,
      (_, before: string, module: string, list: string) => {
        modules.push(module.split('.')[0]!)
        if (!MODULES.has(module)) isKnown = false
        for (const item of list.replace(/[()]/g, '').split(',')) {
          const [, member, alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? []
          if (
            member === undefined ||
            !(
              MEMBERS.has(member) ||
              (member === 'ZipFile' && alias === undefined) ||
              MODULES.has(`${module}.${member}`)
            )
          )
            isKnown = false
          else if ((module === 'sys' && member === 'path') || DOES_MORE[module]?.test(member) === true) isKnown = false
          else if (alias !== undefined && KEEPS.has(alias)) isKnown = false
          else names.push(alias ?? member)
        }
        return before
      },
    )
    .replace(/(^|[\n;:])[ \t]*import[ \t]+([^\n;]+)/g, (_, before: string, list: string) => {
      for (const item of list.split(',')) {
        const [, module, alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? []
        const isLibrary = module !== undefined && !MODULES.has(module) && LIBRARIES.split(/\s+/).includes(module)
        if (module === undefined || !(isLibrary || MODULES.has(module))) isKnown = false
        else if (alias !== undefined && KEEPS.has(alias) && alias !== module) isKnown = false
        else {
          names.push(alias ?? module.split('.')[0]!)
          if (isLibrary) libraries.push(alias ?? module)
          modules.push(module.split('.')[0]!)
        }
      }
      return before
    })
  return isKnown && !/\bimport\b|\bfrom\b(?!\s*")/.test(rest) ? { names, modules, libraries, rest } : undefined
}

/** The code with each `open` that is known to read taken out; undefined if one may write. */
function withoutReading(skeleton: string, texts: readonly string[]): string | undefined {
  const rest = skeleton.replace(
    /(?<![\w.])(?:(?:gzip|bz2|lzma|io|codecs|tarfile)\.open|open|(?:zipfile\.)?ZipFile)\(\s*("\d+"|[\w.[\]"]+)\s*(?:,\s*"(\d+)")?((?:,\s*(?:encoding|errors|newline)\s*=\s*"\d+")*)\s*\)/g,
    (whole, file: string, mode: string | undefined) =>
      mode === undefined || /^r(?:[bt]|[:|](?:gz|bz2|xz|\*)?)?$/.test(texts[Number(mode)]!) ? `str(${file})` : whole,
  )
  return /\bopen\b|\bZipFile\b/.test(rest) ? undefined : rest
}

/** Variables of the environment that are asked for by name and hold no secrets. */
const SETTINGS =
  /^(?:PATH|HOME|USER|SHELL|PWD|LANG|TERM|CI|EDITOR|PYTHONPATH|VIRTUAL_ENV|CONDA_PREFIX|TMPDIR|NODE_ENV)$/

function withoutSettings(skeleton: string, texts: readonly string[]): string {
  return skeleton.replace(
    /\bos\s*\.\s*(?:environ\s*(?:\.\s*get\s*\(|(?<=\bprint\((?:(?!\bfor\b)[^\n;=])*)\[)|getenv\s*\()\s*"(\d+)"\s*(?=[,)\]])/g,
    (whole, text: string) => (SETTINGS.test(texts[Number(text)]!) ? `str${whole.includes('[') ? '[' : '('}0` : whole),
  )
}

/** Whether a library is only asked for what it tells about itself. */
function onlyTells(skeleton: string, name: string): boolean {
  return skeleton
    .split(new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`))
    .slice(1)
    .every((rest) => LIBRARY_TELLS.test(rest))
}

/** What a database is told stands there as a text, and only asks. */
function onlyAsksDatabases(skeleton: string, texts: readonly string[]): boolean {
  const rest = skeleton.replace(/\.\s*execute\s*\(\s*"(\d+)"\s*(?=[,)])/g, (whole, text: string) =>
    // Escapes may end a comment, and a name behind a colon is given as a value.
    !texts[Number(text)]!.includes('\\') && onlyAsks(texts[Number(text)]!.replace(/(?<![:\w]):[a-z]\w*/gi, '?'))
      ? '.fetchall('
      : whole,
  )
  return !/\bexecute\b/.test(rest)
}

/** Names that the code gives to something itself. */
function boundIn(skeleton: string): string[] {
  const places = [
    /(?<![\w.])([A-Za-z_]\w*(?:\s*,\s*\*?[A-Za-z_]\w*){0,20})\s*(?::=|[-+*/|&%]?=(?!=))/g,
    /\bfor\s+\(?([\w\s,()*]+?)\)?\s+in\b/g,
    /\blambda\s+([\w\s,*=]*?):/g,
    /\bas\s+(\w+)/g,
    /\bdef\s+(\w+\s*\([^)]*\))/g,
  ]
  return places.flatMap((place) =>
    [...skeleton.matchAll(place)].flatMap(([, list]) => list!.match(/[A-Za-z_]\w*/g) ?? []),
  )
}
