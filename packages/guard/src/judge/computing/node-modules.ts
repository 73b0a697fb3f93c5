const words = (text: string) => new Set(text.split(/\s+/))

/** Modules of Node, and of each what only computes or looks. */
const MODULES: Readonly<Record<string, ReadonlySet<string>>> = {
  assert: words('ok equal strictEqual deepEqual deepStrictEqual notEqual notStrictEqual throws match'),
  buffer: words('Buffer constants'),
  crypto: words(
    'randomBytes randomUUID randomInt createHash createHmac getHashes getCiphers getCurves timingSafeEqual pbkdf2Sync scryptSync hash',
  ),
  events: words('EventEmitter'),
  fs: words(
    'readFileSync readFile readdirSync readdir existsSync exists statSync stat lstatSync lstat accessSync access realpathSync realpath readlinkSync readlink constants',
  ),
  os: words(
    'cpus platform arch type release version machine hostname homedir tmpdir totalmem freemem loadavg uptime EOL userInfo networkInterfaces endianness availableParallelism',
  ),
  path: words(
    'join resolve basename dirname extname relative normalize isAbsolute sep delimiter parse format posix win32 matchesGlob',
  ),
  perf_hooks: words('performance'),
  querystring: words('parse stringify escape unescape encode decode'),
  string_decoder: words('StringDecoder'),
  url: words(
    'URL URLSearchParams fileURLToPath pathToFileURL parse format resolve domainToASCII domainToUnicode urlToHttpOptions',
  ),
  util: words(
    'inspect format formatWithOptions isDeepStrictEqual types parseArgs stripVTControlCharacters styleText TextEncoder TextDecoder',
  ),
  zlib: words(
    'gzipSync gunzipSync deflateSync inflateSync inflateRawSync brotliCompressSync brotliDecompressSync crc32',
  ),
}

export function isModule(name: string): boolean {
  return Object.hasOwn(MODULES, plain(name))
}

/** Whether a member of a module only computes or looks. */
export function isKnownMember(module: string, member: string): boolean {
  return isModule(module) && MODULES[plain(module)]!.has(member)
}

function plain(name: string): string {
  return name.replace(/^node:/, '')
}
