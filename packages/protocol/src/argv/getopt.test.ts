import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AtipTool, Option } from '../types/tool.js'
import { parseArgv } from './parse.js'

/** util-linux getopt uses GNU getopt_long: it prints a command line as the C library reads it. */
const hasGetopt = spawnSync('getopt', ['--test']).status === 4

const OPTIONS: Option[] = [
  { name: 'all', flags: ['-a', '--all'], type: 'boolean' },
  { name: 'force', flags: ['-f', '--force'], type: 'boolean' },
  { name: 'format', flags: ['--format'], type: 'string' },
  { name: 'output', flags: ['-o', '--output'], type: 'string' },
  { name: 'colour', flags: ['-c', '--colour'], type: 'string', 'x-atip': { optionalValue: true } },
]

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'tool',
  version: '1',
  description: 'A tool that reads its options with getopt_long',
  commands: {
    '': {
      description: 'It',
      options: OPTIONS,
      arguments: [{ name: 'file', type: 'string', variadic: true, required: false }],
      'x-atip': { syntax: { abbreviatedOptions: true } },
    },
  },
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

function asGetoptPrints(words: string[]): string | undefined {
  const { uses, leftovers } = parseArgv(tool, ['tool', ...words])
  if (leftovers.length > 0) return undefined
  const options = uses.flatMap((use) => {
    if (use.kind !== 'option') return []
    const isShort = !use.flag.startsWith('--')
    const flag = isShort ? use.flag : use.parameter.flags.find((candidate) => candidate.startsWith('--'))!
    if (use.parameter.type === 'boolean') return [flag]
    return [flag, quote(use.words[0] ?? '')]
  })
  const operands = uses.flatMap((use) => (use.kind === 'argument' ? use.words.map(quote) : []))
  return [...options, '--', ...operands].map((word) => ` ${word}`).join('')
}

const word = fc.oneof(
  fc.constantFrom(
    '-a',
    '-f',
    '-af',
    '-fa',
    '-o',
    '-ox',
    '-afo',
    '-aox',
    '-c',
    '-cx',
    '--all',
    '--al',
    '--for',
    '--force',
  ),
  fc.constantFrom(
    '--form',
    '--format',
    '--format=x',
    '--output=',
    '--out=a=b',
    '--colour',
    '--col=x',
    '--',
    '-',
    '--zzz',
  ),
  fc.constantFrom('x', '', "it's", 'a b', '-z', '--all=x', '--colour='),
)

/**
 * One shell runs all of them: starting five hundred processes from here would take longer than the rest of the tests.
 */
function asGetoptSays(lines: string[][]): { status: number; printed: string }[] {
  const ask = `getopt -n tool -o afo:c:: -l all,force,format:,output:,colour:: --`
  const script = lines.map((words) => `${ask} ${words.map(quote).join(' ')}; printf '%s\\0' $?`).join('\n')
  const { stdout } = spawnSync('sh', { input: script, encoding: 'utf8', env: { PATH: process.env.PATH } })
  const answers = stdout.split('\0').slice(0, -1)
  return answers.map((answer) => {
    const [, printed, status] = /^([^]*?)\n?(\d+)$/.exec(answer)!
    return { status: Number(status), printed: printed! }
  })
}

test.skipIf(!hasGetopt)('agrees with getopt_long about options, values, bundles, abbreviations and operands', () => {
  const lines = fc.sample(fc.array(word, { maxLength: 5 }), 500)
  const answers = asGetoptSays(lines)
  expect(answers).toHaveLength(lines.length)
  expect(new Set(answers.map(({ status }) => status === 0))).toEqual(new Set([true, false]))
  for (const [index, words] of lines.entries()) {
    const { status, printed } = answers[index]!
    expect({ words, ours: asGetoptPrints(words) }).toEqual({ words, ours: status === 0 ? printed : undefined })
  }
})
