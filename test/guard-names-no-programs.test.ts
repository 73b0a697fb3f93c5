import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedShims } from '@atip/shims'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../packages/guard/src', import.meta.url))
/** Builtins of the shell, words of languages and the format of git's files are not facts about programs. */
const FORMATS = /^(?:shell\/|code\/|disk\/git-)/
/** Messages for users, with examples and commands to copy. */
const ADVICE = /^(?:rules\/rules|policy\/(?:places|demands))\.ts$/
/** English words and our vocabulary that are also names of programs. */
const WORDS = `. : [ act as at atip code command env false fd file free help history host http kind more open read script source stat time true
  type users version where which write yes`

const files = (readdirSync(sources, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing') && !FORMATS.test(file),
)
/** String literals, without imports and comments. */
function literalsIn(file: string): string[] {
  const code = readFileSync(join(sources, file), 'utf8')
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^(?:import|export)[^]*? from '[^']*'$/gm, '')
    .replaceAll(/(?:import\(|\[)'[^']*'[)\]]/g, '')
  const texts = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g)].map(
    ([, plain, template]) => plain ?? template!,
  )
  return texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, ' '))
}

test('the guard has no name of an external program in its code', () => {
  const known = new Set(shippedShims().names())
  for (const word of WORDS.split(/\s+/)) known.delete(word)
  expect(files.length).toBeGreaterThan(50)
  const found = files
    .filter((file) => !ADVICE.test(file))
    .flatMap((file) =>
      literalsIn(file).flatMap((text) =>
        text
          .split(/[^\w.+-]+/)
          .filter((word) => known.has(word))
          .map((word) => `${file}: ${word}`),
      ),
    )
  expect(found).toEqual([])
})

test('the guard has no option, and no variable or file of an external program in its code', () => {
  /** Options that every program takes, and names that the shell and the system define. */
  const common = /^(?:--help|--version|-option|HOME|PATH|CDPATH|XDG_CONFIG_(?:HOME|DIRS)|\.config)$/
  const isNamed = (text: string) =>
    /^--?[a-z][\w-]*$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$|^[~/]?\.[a-z][\w-]+$|^\/(?:etc|opt|var)\//.test(text)
  const found = files.flatMap((file) =>
    literalsIn(file)
      .filter((text) => isNamed(text) && !common.test(text))
      .map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
