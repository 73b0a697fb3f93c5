import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

/** Sources and shared test code; tests themselves may contain expected output. */
const sources = readdirSync(packages, { recursive: true, withFileTypes: true })
  .map((entry) => relative(packages, join(entry.parentPath, entry.name)))
  .filter((path) => /^[\w-]+\/(?:src|testing)\/.*(?<!\.test)\.ts$/.test(path))

const holding = (sign: string | RegExp) =>
  sources.filter((path) => readFileSync(join(packages, path), 'utf8').search(sign) !== -1).sort()

test('one function quotes words for a shell', () => {
  expect(holding(/'\\\\''/)).toEqual([
    // Quotes a word that needs no quotes: one of the spellings that the guard must recognise.
    'guard/testing/shell-words.ts',
    'protocol/src/text/quote.ts',
    // Completes a word inside of an open quote.
    'tooli/src/describe/completion/bash-line.ts',
  ])
})

test('one table has the words for effects', () => {
  expect(holding(/^(?:export )?(?:const|function|interface|type) (?:EFFECT_WORDS|EffectWords)\b/m)).toEqual([
    'protocol/src/effects/words.ts',
  ])
  expect(holding(/'(?:now )?(?:uses the network|writes files|runs other programs|cannot be undone)'/)).toEqual([
    'protocol/src/effects/words.ts',
  ])
})

test('one function says what is an object, and one what fits a pattern', () => {
  expect(holding(/function isObject\(/)).toEqual(['protocol/src/object.ts'])
  expect(holding(/function nameFits\(/)).toEqual(['protocol/src/patterns/glob.ts'])
})
