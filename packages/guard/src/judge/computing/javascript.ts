import { buildsTexts } from './building.js'
import { isKnownMember, isModule } from './node-modules.js'
import { namesIn, scan, type Notation } from './scan.js'

const NOTATION: Notation = {
  opening: /()(["'`])/y,
  comment: /\/\/[^\n]*|\/\*[^]*?\*\//y,
  hole: (_, quote) => (quote === '`' ? '${' : undefined),
  // A mark behind a name is one of TypeScript's, and the slash then divides.
  beforePattern: /(?:^|=>|[(,=:[&|?{;]|(?:^|[(,=:[&|?{;!])\s*!)\s*$/,
  // A name or a number; not a word of the language, behind which a value begins.
  beforeDivision:
    /(?<![\w$])(?!(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await|finally|try|default|if|while|for|with|let|const|var)\s*$)[\w$]+ ?$/,
}

const words = (text: string) => new Set(text.split(/\s+/))

const NAMES = words(
  `break case catch const continue default do else false finally for function if in instanceof let new null of return switch
  throw true try typeof undefined var void while Infinity NaN Array BigInt Boolean Date Error Intl JSON Map Math Number
  Object RegExp Set String Symbol TypeError URL URLSearchParams console isFinite isNaN parseFloat parseInt
  encodeURIComponent decodeURIComponent encodeURI decodeURI process require Buffer structuredClone performance
  TextEncoder TextDecoder atob btoa RangeError SyntaxError Promise WeakMap WeakSet ArrayBuffer DataView Uint8Array Uint16Array
  Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array escape unescape`,
)

/** Members that lead to the making of code, to other modules, or to what changes files and the process. */
const REFUSED =
  /^(?:_\w*|constructor|prototype|getOwnProperty\w*|[gs]etPrototypeOf|define\w*|lookup\w*|mainModule|getBuiltinModule|\w*[bB]inding|dlopen|loadEnvFile|eval|Function|fetch|require|globalThis|import|getThis|getFunction|prepareStackTrace|captureStackTrace|setPriority|setEngine|setFips|exec(?:Sync|File\w*)|spawn\w*|fork|promises|create(?:Read|Write)Stream|\w+Stream|[lf]?(?:appendFile|writeFile|rm|rmdir|unlink|rename|mkdir|mkdtemp\w*|copyFile|cp|chmod|chown|link|symlink|truncate|utimes|open|openAsBlob|watch|watchFile)(?:Sync)?)$/

/** What may be asked of the process. */
const PROCESS =
  /\bprocess\s*\.\s*(?:versions?|platform|arch|cwd|exit|std(?:in|out|err)\s*\.\s*(?:write|on|once|end|setEncoding|columns|rows|isTTY|fd|read|resume|pipe)|uptime|memoryUsage|release|pid|ppid|title|hrtime|features|execPath|exitCode|argv|getuid|geteuid|env\s*\.\s*(?:PATH|HOME|USER|SHELL|PWD|LANG|TERM|CI|NODE_ENV|NODE_OPTIONS|NODE_PATH))\b/g

/** The texts of JavaScript code that only computes, prints and reads files; undefined if it may do anything else. */
export function textsOfComputingJavaScript(code: string): string[] | undefined {
  const scanned = scan(code, NOTATION)
  if (scanned === undefined) return undefined
  const { skeleton, texts } = scanned
  if (texts.some((text) => /constructor|proto|\\[xu0-9]/.test(text)) || /[\\#@`]/.test(skeleton)) return undefined
  // A key that is worked out could be any.
  if (
    /[\w$)\]}"]\s*(?:\?\.)?\[(?!\s*(?:"\d+"|\d+)\s*\])/.test(
      skeleton.replace(/(?<![\w$]|\.\s*)(?:of|in|return|case|typeof|const|let|var)\s*\[/g, ';['),
    )
  )
    return undefined
  if (/\]\s*(?:\(|:|\?\.\()/.test(skeleton)) return undefined
  if (
    [...skeleton.matchAll(/\[\s*"(\d+)"\s*\]/g)].some(
      ([, text]) => /\\/.test(texts[Number(text)]!) || REFUSED.test(texts[Number(text)]!),
    )
  )
    return undefined
  const modules = modulesIn(skeleton, texts)
  if (modules === undefined) return undefined
  const rest = modules.rest.replace(PROCESS, 'console')
  if (/\bprocess\b|\brequire\b/.test(rest)) return undefined
  if (!modules.names.every((name) => isOnlyAsked(rest, name, modules.known))) return undefined
  if (readsBuiltPath(rest, texts)) return undefined
  const bound = new Set(boundIn(rest))
  for (const { name, before, after } of namesIn(rest)) {
    if (REFUSED.test(name)) return undefined
    const isMember = before === '.' || before === '?.'
    const isKey = after === ':' && (before === '{' || before === ',')
    if (
      !isMember &&
      !isKey &&
      !NAMES.has(name) &&
      !modules.names.includes(name) &&
      (!bound.has(name) || isOfNode(name))
    )
      return undefined
  }
  return texts
}

/** Whether of a module only members are named that are known: as a whole, it could be searched for others. */
function isOnlyAsked(skeleton: string, name: string, known: (name: string, member: string) => boolean): boolean {
  const uses = new RegExp(
    `(?<![\\w$]|[^.]\\.)${name.replaceAll('$', String.raw`\$`)}(?![\\w$])(?:\\s*\\.\\s*([\\w$]+))?`,
    'g',
  )
  return [...skeleton.matchAll(uses)].every(([, member]) => member !== undefined && known(name, member))
}

function readsBuiltPath(skeleton: string, texts: readonly string[]): boolean {
  // Where a name is taken from its module, nothing is read yet.
  const called = skeleton.replace(/\blet [\w,]+;/g, '')
  const reads = [...called.matchAll(/\bread(?:File|dir|link)(?:Sync)?\b(?:\s*\(\s*"(\d+)"\s*[,)])?/g)]
  if (reads.some(([, text]) => text !== undefined && texts[Number(text)]!.includes('\\'))) return true
  return reads.some(([, text]) => text === undefined) && buildsTexts(skeleton, texts)
}

interface Modules {
  names: string[]
  known: (name: string, member: string) => boolean
  rest: string
}

/** What `require` brings in, and the code without it: a module only by its name, data as nothing. */
function modulesIn(skeleton: string, texts: readonly string[]): Modules | undefined {
  let isKnown = true
  const found: { name: string; module: string }[] = []
  const takeAll = (list: string, text: string) => {
    if (!isModule(texts[Number(text)]!)) isKnown = false
    const parts = list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const members = parts.map((part) => /^([A-Za-z_]\w*)(?:(?:\s*:|\s+as)\s*([A-Za-z_]\w*))?$/.exec(part))
    if (
      members.some(
        (member) =>
          member === null || !isKnownMember(texts[Number(text)]!, member[1]!) || isOfNode(member[2] ?? member[1]!),
      )
    )
      isKnown = false
    return `let ${members.map((member) => member?.[2] ?? member?.[1]).join(',')};`
  }
  const rest = skeleton
    .replace(
      /\b(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*require\s*\(\s*"(\d+)"\s*\)(?!\s*[.[(])/g,
      (_, list: string, text: string) => takeAll(list, text),
    )
    .replace(/(?<=^|[;\n])\s*import\s*\{([^{}]*)\}\s*from\s*"(\d+)"/g, (_, list: string, text: string) =>
      takeAll(list, text),
    )
    .replace(/(?<=^|[;\n])\s*import\s+(?:\*\s*as\s+)?([A-Za-z_]\w*)\s+from\s*"(\d+)"/g, 'const $1=require("$2")')
    .replace(
      /\b(?:const|let|var)\s+([\w$]+)\s*=\s*require\s*\(\s*"(\d+)"\s*\)(?!\s*[.[(])/g,
      (whole, name: string, text: string) => {
        if (isData(texts[Number(text)]!)) return whole
        if (!isModule(texts[Number(text)]!)) isKnown = false
        found.push({ name, module: texts[Number(text)]! })
        return ''
      },
    )
    .replace(/\brequire\s*\.\s*resolve\s*\((?=\s*"\d+"\s*\))/g, 'JSON.parse(')
    .replace(
      /\brequire\s*\(\s*"(\d+)"\s*\)(?:(\s*\.\s*)([\w$]+))?/g,
      (_, text: string, dot: string | undefined, member: string | undefined) => {
        const module = texts[Number(text)]!
        if (!isData(module) && !(member !== undefined && isKnownMember(module, member))) isKnown = false
        return `JSON${dot ?? ''}${member ?? ''}`
      },
    )
  const known = (name: string, member: string) =>
    found.every((one) => one.name !== name || isKnownMember(one.module, member))
  return isKnown ? { names: found.map(({ name }) => name), known, rest } : undefined
}

function isData(path: string): boolean {
  return /^\.{0,2}\/.*\.json$|^(?:@[\w.-]+\/)?[\w-][\w.-]*\/package\.json$/.test(path)
}

/** Names that stand for something before the code gives them to anything; `node -e` knows every module by name. */
function isOfNode(name: string): boolean {
  return /^(?:eval|Function|fetch|module|exports|global|globalThis|import|require|process|Reflect|Proxy|WebSocket|WebAssembly|EventSource|navigator|Worker|this|self|window|async|await|class|super|with|yield|set(?:Timeout|Interval|Immediate)|queueMicrotask|child_process|cluster|crypto|dgram|dns|domain|fs|http2?|https|inspector|net|os|perf_hooks|process|readline|repl|sqlite|stream|test|tls|tty|v8|vm|wasi|worker_threads|zlib|localStorage|sessionStorage|Iterator|Atomics|SharedArrayBuffer|FinalizationRegistry|WeakRef|trace_events|async_hooks|diagnostics_channel|arguments|Bun|Deno|std)$/.test(
    name,
  )
}

/** Names that the code gives to something itself. */
function boundIn(skeleton: string): string[] {
  const places = [
    /\b(?:const|let|var)\s+([^=;]*?)(?:=(?!>)|\bof\b|\bin\b|;|$)/g,
    /\(([^()]*)\)\s*=>/g,
    /(?<![\w$])([\w$]+)\s*=>/g,
    /\bfunction\s*([\w$]*\s*\([^()]*\))/g,
    /\bcatch\s*\(([^()]*)\)/g,
    /(?<![\w$.])([\w$]+)\s*[-+*/|&%?]{0,2}=(?![=>])/g,
  ]
  return places.flatMap((place) =>
    [...skeleton.matchAll(place)].flatMap(([, list]) => list!.match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
}
