import { quoteLine, quoteWord } from '@atip/protocol'
import { ARGV_REWRITES, type Rewrite } from './shell-rewrites.js'
import { pick, quoted, WORD_REWRITES, type Random } from './shell-words.js'

const around = (name: string, before: string, after: string, more: Partial<Rewrite<string>> = {}) => ({
  name,
  apply: (text: string) => `${before}${text}${after}`,
  isPosix: true,
  ...more,
})
const given = (name: string, apply: Rewrite<string>['apply'], more: Partial<Rewrite<string>> = {}) => ({
  name,
  apply,
  isPosix: true,
  ...more,
})
const started = (name: string, apply: Rewrite<string>['apply'], more: Partial<Rewrite<string>> = {}) =>
  given(name, apply, { startsShell: true, ...more })
const rotated = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCodePoint(((letter.codePointAt(0)! - base + 13) % 26) + base)
  })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hexadecimal = (text: string) => Buffer.from(text).toString('hex')

/** Lines that run another line. A closing word gets its own line, because the text may end in a here-document. */
export const LINE_REWRITES: readonly Rewrite<string>[] = [
  around('a subshell', '(', '\n)'),
  around('a group', '{ ', '\n}'),
  around('if', 'if true; then ', '\nfi'),
  around('else', 'if false; then :; else ', '\nfi'),
  around('elif', 'if false; then :; elif true; then ', '\nfi'),
  around('a condition', 'if ', '\nthen :; fi'),
  around('for', 'for i in 1; do ', '\ndone'),
  around('while', 'while :; do ', '\nbreak; done'),
  around('until', 'until false; do ', '\nbreak; done'),
  around('a condition of while', 'while ', '\nfalse; do :; done'),
  around('a counting loop', 'for ((i=0; i<1; i++)); do ', '\ndone', { isPosix: false }),
  around('case', 'case x in x) ', '\n;; esac'),
  around('a case that falls', 'case x in x) : ;& y) ', '\n;; esac', { isPosix: false }),
  around('a function', 'f() {\n', '\n}; f'),
  around('a function with a keyword', 'function f {\n', '\n}; f', { isPosix: false }),
  around('a function of a subshell', 'f() (\n', '\n); f'),
  around('and', 'true && {\n', '\n}'),
  around('or', 'false || {\n', '\n}'),
  around('a list', 'true; {\n', '\n} || true; true'),
  around('not', '! {\n', '\n}'),
  around('the background', '{\n', '\n} & wait'),
  around('a pipe', '{\n', '\n} | cat'),
  around('the end of a pipe', 'true | {\n', '\n}'),
  around('a substitution', ': "$(', '\n)"'),
  around('a substitution without quotes', 'true $(', '\n)'),
  around('a value', 'x=$(', '\n)'),
  around('a value that is declared', 'export x="$(', '\n)"'),
  around('a test', '[ -z "$(', '\n)" ]'),
  around('a test of bash', '[[ -z $(', '\n) ]]', { isPosix: false }),
  around('a default', ': "${unset_name:-$(', '\n)}"'),
  around('arithmetic', ': $((0$({\n', '\n} >/dev/null)+1))'),
  around('an index', 'x=(a); : "${x[0$({\n', '\n} >/dev/null)]}"', { isPosix: false }),
  around('a process substitution', 'cat <(', '\n)', { isPosix: false }),
  around('a process substitution for writing', 'true > >(', '\n); wait $!', { isPosix: false }),
  around('a here-document', 'cat <<END\n$(', '\n)\nEND'),
  around('a here-string', 'cat <<< "$(', '\n)"', { isPosix: false }),
  around('a redirection', '{\n', '\n} 2>/dev/null'),
  around('a comment', '', ' # done'),
  around('a comment before', '# first: ls\n', ''),
  around('blank lines', '\n\n  ', '\n\n'),
  around('cd', 'cd . && ', ''),
  around('a variable before', 'a=1\n', ''),
  started('sh -c', (text, shell) => `${shell} -c ${quoted(text)}`),
  started('bash -lc', (text) => `bash -lc ${quoted(text)}`),
  started('bash with options', (text) => `bash --norc -eu -o pipefail -c ${quoted(text)}`),
  given('eval', (text) => `eval ${quoted(text)}`),
  given('eval of words', (text) => `eval -- ${quoted(text)}`, { isPosix: false }),
  given('eval of a substitution', (text) => `eval "$(printf %s ${quoted(text)})"`),
  started('a pipe into sh', (text, shell) => `printf '%s\\n' ${quoted(text)} | ${shell}`),
  started('cat into sh', (text, shell) => `cat <<'END_OF_LINE' | ${shell}\n${text}\nEND_OF_LINE`),
  started('echo into bash', (text) => `echo ${quoted(text)} | bash -s`, { needs: /^[^\\]*$/ }),
  started('a here-document for sh', (text, shell) => `${shell} <<'END_OF_LINE'\n${text}\nEND_OF_LINE`),
  started('a here-string for bash', (text) => `bash <<< ${quoted(text)}`, { isPosix: false }),
  started('a file that is none', (text) => `bash <(printf '%s\\n' ${quoted(text)})`, { isPosix: false }),
  given('source', (text) => `source <(printf '%s\\n' ${quoted(text)})`, { isPosix: false }),
  given('a dot', (text) => `. /dev/stdin <<'END_OF_LINE'\n${text}\nEND_OF_LINE`),
  given('a trap', (text) => `trap ${quoted(text)} EXIT; true`),
  started('a variable that is run', (text, shell) => `c=${quoted(text)}; ${shell} -c "$c"`),
  given('a variable that is evaluated', (text) => `c=${quoted(text)}; eval "$c"`),
  given('an exported function', (text) => `f() {\n${text}\n}; export -f f; bash -c f`, { isPosix: false }),
  started('env and sh', (text, shell) => `env -i HOME=/home/dev PATH="$PATH" LOG="$LOG" ${shell} -c ${quoted(text)}`),
  started('xargs and sh', (text, shell) => `printf '%s\\0' ${quoted(text)} | xargs -0 ${shell} -c`),
  started('find and sh', (text, shell) => `find . -maxdepth 0 -exec ${shell} -c ${quoted(text)} \\;`, {
    needs: /^[^{}]*$/,
  }),
  started('an alias', (text) => `bash -O expand_aliases -c ${quoted(`alias zz=${quoted(text)}\nzz`)}`),
  given('a callback', (text) => `f() {\n${text}\n}; mapfile -C f -c 1 lines <<< a`, { isPosix: false }),
  given('a prompt', (text) => `x=${quoted(`$(${text}\n)`)}; : "\${x@P}"`, { isPosix: false, needs: /^[^\\!]*$/ }),
  given('a subscript', (text) => `x=${quoted(`a[$({ ${text}\n} >/dev/null)]`)}; : $((x))`, { isPosix: false }),
  started('decoded', (text, shell) => `echo ${base64(text)} | base64 -d | ${shell}`, { isEncoding: true }),
  started('decoded from numbers', (text) => `echo ${hexadecimal(text)} | xxd -r -p | bash`, { isEncoding: true }),
  started('turned round', (text, shell) => `rev <<< ${quoted([...text].toReversed().join(''))} | ${shell}`, {
    isPosix: false,
    isEncoding: true,
    needs: /^[^\n]*$/,
  }),
  started('rotated', (text, shell) => `echo ${quoted(rotated(text))} | tr A-Za-z N-ZA-Mn-za-m | ${shell}`, {
    isEncoding: true,
    needs: /^[^\\]*$/,
  }),
  given('decoded for eval', (text) => `eval "$(echo ${base64(text)} | base64 --decode)"`, { isEncoding: true }),
  started('decoded for sh -c', (text, shell) => `${shell} -c "$(base64 -d <<< ${base64(text)})"`, {
    isPosix: false,
    isEncoding: true,
  }),
  started(
    'printed by numbers',
    (text) => `printf '${Buffer.from(text).toString('hex').replace(/../g, '\\x$&')}' | bash`,
    { isPosix: false, isEncoding: true },
  ),
]

/** A line that runs a seed, with the names of its rewrites. */
export interface Rewritten {
  text: string
  names: string[]
  isPosix: boolean
  isUnproven: boolean
  isHiding: boolean
  isEncoding: boolean
}

/** Applies one to three rewrites: of words, of the whole command, of the line. */
export function rewritten(argv: readonly string[], random: Random, only?: (name: string) => boolean): Rewritten {
  const steps = 1 + Math.floor(random() * 3)
  let result: Rewritten
  const start = random()
  if (start < 0.35) result = withWords(argv, random, only)
  else if (start < 0.7) result = withArgv(argv, random, only)
  else result = AS_IT_IS(argv)
  while (result.names.length < steps) {
    const fitting = LINE_REWRITES.filter(
      ({ needs, name }) => (needs?.test(result.text) ?? true) && (only?.(name) ?? true),
    )
    result = added(result, pick(fitting, random))
  }
  return result
}

export function added(before: Rewritten, rewrite: Rewrite<string>): Rewritten {
  return {
    text: rewrite.apply(before.text, before.isPosix ? 'sh' : 'bash'),
    names: [...before.names, rewrite.name],
    ...flagsOf(rewrite, before),
  }
}

type Flags = Pick<Rewritten, 'isPosix' | 'isUnproven' | 'isHiding' | 'isEncoding'>

function flagsOf(rewrite: Partial<Flags> & { startsShell?: boolean }, before: Flags = NOTHING_YET): Flags {
  return {
    isPosix: (before.isPosix || rewrite.startsShell === true) && rewrite.isPosix === true,
    isUnproven: before.isUnproven || rewrite.isUnproven === true,
    isHiding: before.isHiding || rewrite.isHiding === true,
    isEncoding: before.isEncoding || rewrite.isEncoding === true,
  }
}

const NOTHING_YET: Flags = { isPosix: true, isUnproven: false, isHiding: false, isEncoding: false }

/** The seed without any rewrite, as a start for callers that apply single rewrites. */
export const AS_IT_IS = (argv: readonly string[]): Rewritten => ({ text: quoteLine(argv), names: [], ...NOTHING_YET })

/** Rewrites each word on its own; at most one of them may need a line before the command. */
function withWords(argv: readonly string[], random: Random, only?: (name: string) => boolean): Rewritten {
  let before = ''
  let flags = NOTHING_YET
  const names: string[] = []
  const words = argv.map((word) => {
    const fitting = WORD_REWRITES.filter(
      (one) =>
        (one.needs?.test(word) ?? true) && (one.before === undefined || before === '') && (only?.(one.name) ?? true),
    )
    if (random() < 0.3) return quoteWord(word)
    const one = pick(fitting, random)
    before ||= one.before?.(word) ?? ''
    flags = flagsOf(one, flags)
    names.push(one.name)
    return one.write(word, random)
  })
  return { text: before + words.join(' '), names: [names.join(' + ') || 'as it is'], ...flags }
}

function withArgv(argv: readonly string[], random: Random, only?: (name: string) => boolean): Rewritten {
  const fitting = ARGV_REWRITES.filter(
    ({ needs, name }) => argv.every((word) => needs?.test(word) ?? true) && (only?.(name) ?? true),
  )
  const rewrite = pick(fitting, random)
  return { text: rewrite.apply(argv, 'sh'), names: [rewrite.name], ...flagsOf(rewrite) }
}
