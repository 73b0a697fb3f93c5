import { describe, expect, it, test } from 'vitest'
import { readArgumentSpec, readOptionSpec } from './spec.js'

describe('how an option is written', () => {
  test.each([
    ['-v', { name: 'v', flags: ['-v'], type: 'boolean', syntax: {} }],
    ['-f, --force', { name: 'force', flags: ['-f', '--force'], type: 'boolean', syntax: {} }],
    ['-o, --output FILE', { name: 'output', flags: ['-o', '--output'], type: 'file', syntax: {} }],
    ['--depth=N', { name: 'depth', flags: ['--depth'], type: 'integer', syntax: {} }],
    ['--color[=WHEN]', { name: 'color', flags: ['--color'], type: 'string', syntax: { optionalValue: true } }],
    ['-i[SUFFIX]', { name: 'i', flags: ['-i'], type: 'string', syntax: { optionalValue: true } }],
    ['-e PATTERN...', { name: 'e', flags: ['-e'], type: 'string', variadic: true, syntax: {} }],
    ['--arg NAME VALUE', { name: 'arg', flags: ['--arg'], type: 'string', syntax: { arity: 2 } }],
    ['--as {json|yaml}', { name: 'as', flags: ['--as'], type: 'enum', enum: ['json', 'yaml'], syntax: {} }],
    ['-name PATTERN', { name: 'name', flags: ['-name'], type: 'string', syntax: {} }],
  ])('%s', (text, expected) => {
    expect(readOptionSpec(text)).toEqual(expected)
  })

  it('is named by its first long flag, wherever that stands', () => {
    expect(readOptionSpec('-q, --quiet, --silent').name).toBe('quiet')
    expect(readOptionSpec('-E, -r, --regexp-extended').name).toBe('regexp-extended')
  })

  test.each(['force', '-o FILE, --output', '<-v>', ''])('is refused where it is no flag: "%s"', (text) => {
    expect(() => readOptionSpec(text)).toThrow('is not a flag')
  })
})

describe('how an argument is written', () => {
  test.each([
    ['FILE', { name: 'file', type: 'file', required: true }],
    ['FILE...', { name: 'file', type: 'file', required: true, variadic: true }],
    ['[DIR]', { name: 'dir', type: 'directory', required: false }],
    ['[FILE...]', { name: 'file', type: 'file', required: false, variadic: true }],
    ['SOURCE_FILE', { name: 'source_file', type: 'file', required: true }],
    ['{start|stop}', { name: 'choice', type: 'enum', enum: ['start', 'stop'], required: true }],
    ['URL', { name: 'url', type: 'url', required: true }],
    ['PATTERN', { name: 'pattern', type: 'string', required: true }],
  ])('%s', (text, expected) => {
    expect(readArgumentSpec(text)).toEqual(expected)
  })

  test.each(['-x', 'two words', ''])('is refused where it is no placeholder: "%s"', (text) => {
    expect(() => readArgumentSpec(text)).toThrow('is not an argument such as FILE...')
  })
})
