import { quoteWord } from '@atip/protocol'

/** A sequence of numbers in [0, 1) that is the same in every run. */
export type Random = () => number

/** Mulberry32: small, and random enough to pick test cases. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!
}

/** Adds quotes even if none are needed: the guard must read these too. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** Writes a word in another way that the shell reads as the same word. */
export interface WordRewrite {
  name: string
  write: (word: string, random: Random) => string
  isPosix?: boolean
  /** A line to run before the command, only once. */
  before?: (word: string) => string
  needs?: RegExp
  isEncoding?: boolean
}

const codesOf = (word: string, digits: (code: number) => string) =>
  `$'${[...new TextEncoder().encode(word)].map((code) => `\\${digits(code)}`).join('')}'`

export const WORD_REWRITES: readonly WordRewrite[] = [
  { name: 'single quotes', write: quoted, isPosix: true },
  { name: 'double quotes', write: doubleQuoted, isPosix: true },
  {
    name: 'quotes inside',
    isPosix: true,
    write: (word, random) =>
      [...word].map((character) => pick([quoted, doubleQuoted], random)(character)).join('') || "''",
  },
  {
    name: 'empty quotes inside',
    isPosix: true,
    write: (word, random) => word.replace(/[a-z]/g, (letter) => letter + pick(['', "''", '""'], random)),
    needs: /^[\w./:=@%+,-]+$/,
  },
  {
    name: 'backslashes',
    isPosix: true,
    write: (word) => word.replace(/[^\n]/gu, '\\$&'),
    needs: /^[^\n]+$/,
  },
  {
    name: 'a line that goes on',
    isPosix: true,
    write: (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
    needs: /^[\w./:=@%+,-]{2,}$/,
  },
  {
    name: 'numbers in hexadecimal',
    write: (word) => codesOf(word, (code) => `x${code.toString(16)}`),
    needs: /^[^\n]+$/,
  },
  {
    name: 'numbers in octal',
    write: (word) => codesOf(word, (code) => code.toString(8).padStart(3, '0')),
    needs: /^[^\n]+$/,
  },
  { name: 'a locale string', write: (word) => `$${doubleQuoted(word)}` },
  { name: 'echo', isPosix: true, write: (word) => `"$(echo ${quoted(word)})"`, needs: /^[^\\\n-][^\\\n]*$/ },
  { name: 'printf', isPosix: true, write: (word) => `"$(printf %s ${quoted(word)})"`, needs: /^[^\n]*$/ },
  {
    name: 'printf of parts',
    isPosix: true,
    write: (word) => `"$(printf '%s%s' ${quoted(word.slice(0, 1))} ${quoted(word.slice(1))})"`,
    needs: /^[^\n]*$/,
  },
  { name: 'backquotes', isPosix: true, write: (word) => `\`printf %s ${quoteWord(word)}\``, needs: /^[\w./:=@%+,-]+$/ },
  { name: 'cat of a here-string', write: (word) => `"$(cat <<< ${quoted(word)})"`, needs: /^[^\n]*$/ },
  { name: 'a variable', isPosix: true, before: (word) => `v=${quoted(word)}; `, write: () => '"$v"' },
  { name: 'a variable in braces', isPosix: true, before: (word) => `v=${quoted(word)}; `, write: () => '"${v}"' },
  { name: 'an exported variable', isPosix: true, before: (word) => `export v=${quoted(word)}; `, write: () => '"$v"' },
  {
    name: 'two variables',
    isPosix: true,
    before: (word) => `v=${quoted(word.slice(0, 2))}; w=${quoted(word.slice(2))}; `,
    write: () => '"$v$w"',
  },
  {
    name: 'a default',
    isPosix: true,
    before: () => 'unset v; ',
    write: (word) => `"\${v:-${word}}"`,
    needs: /^[\w./:=@%+,-]+$/,
  },
  {
    name: 'an alternative',
    isPosix: true,
    before: () => 'v=1; ',
    write: (word) => `"\${v:+${word}}"`,
    needs: /^[\w./:=@%+,-]+$/,
  },
  {
    name: 'without a beginning',
    isPosix: true,
    before: (word) => `v=${quoted(`zzz${word}`)}; `,
    write: () => '"${v#zzz}"',
  },
  { name: 'without an end', isPosix: true, before: (word) => `v=${quoted(`${word}zzz`)}; `, write: () => '"${v%zzz}"' },
  { name: 'a replacement', before: (word) => `v=${quoted(`${word}zzz`)}; `, write: () => '"${v/zzz/}"' },
  { name: 'a part', before: (word) => `v=${quoted(`zzz${word}`)}; `, write: () => '"${v:3}"' },
  {
    name: 'lower case',
    before: (word) => `v=${quoted(word.toUpperCase())}; `,
    write: () => '"${v,,}"',
    needs: /^[a-z./-]+$/,
  },
  { name: 'an element', before: (word) => `v=(a ${quoted(word)} b); `, write: () => '"${v[1]}"' },
  { name: 'appended', before: (word) => `v=; v+=${quoted(word)}; `, write: () => '"$v"' },
  {
    name: 'assigned on the way',
    isPosix: true,
    before: (word) => `unset v; : "\${v:=${word}}"; `,
    write: () => '"$v"',
    needs: /^[\w./:=@%+,-]+$/,
  },
  {
    name: 'decoded',
    isPosix: true,
    isEncoding: true,
    write: (word) => `"$(echo ${btoa(word)} | base64 -d)"`,
    needs: /^[\u0020-\u007e]+$/,
  },
  {
    name: 'reversed',
    isPosix: true,
    isEncoding: true,
    write: (word) => `"$(echo ${quoted([...word].toReversed().join(''))} | rev)"`,
    needs: /^[a-z][a-z./]*$/,
  },
  {
    name: 'the home folder',
    isPosix: true,
    write: (word) => word.replace(/^\/home\/dev/, '~'),
    needs: /^\/home\/dev\/[\w./-]+$/,
  },
  {
    name: 'HOME',
    isPosix: true,
    write: (word) => word.replace(/^\/home\/dev/, '"$HOME"'),
    needs: /^\/home\/dev\/[\w./-]+$/,
  },
  {
    name: 'HOME or else',
    isPosix: true,
    write: (word) => word.replace(/^\/home\/dev/, '${HOME:-/root}'),
    needs: /^\/home\/dev\/[\w./-]+$/,
  },
]

function doubleQuoted(word: string): string {
  return `"${word.replace(/[$`"\\]/g, '\\$&')}"`
}
