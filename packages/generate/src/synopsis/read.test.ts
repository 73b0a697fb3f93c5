import { expect, test } from 'vitest'
import type { FlagKnowledge } from './cluster.js'
import { readSynopsis } from './read.js'

const nothing: FlagKnowledge = {
  has: () => false,
  takesValue: () => undefined,
  areSame: () => false,
  isOperand: () => false,
  singleDashLong: false,
}

function read(text: string) {
  const { options, operands } = readSynopsis(text, { name: 'tool', path: ['sub'] }, nothing)
  return [
    ...options.map(({ flags, values }) => [flags.join(','), ...values].join(' ')),
    ...operands.map(({ names, required, variadic }) => {
      return `${required ? '' : '?'}${names.join('/')}${variadic ? '...' : ''}`
    }),
  ]
}

test.each([
  ['tool sub [-abC] FILE', ['-a', '-b', '-C', 'FILE']],
  ['tool sub [-c | -s] [-t life] command [arg ...]', ['-c', '-s', '-t life', 'command', '?arg...']],
  ['tool sub SOURCE [FIRST [SECOND]]', ['SOURCE', '?FIRST', '?SECOND']],
  ['tool sub {<number> | <url>} [flags]', ['number/url']],
  ['tool sub [-a|-b|-n SPACE] NAME...', ['-a', '-b', '-n SPACE', 'NAME...']],
  ['tool sub [-w|--work <name> ...] [<dir>...]', ['-w,--work <name>', '?dir...']],
  ['tool sub [--arg NAME VALUE] [--] [PATH]', ['--arg NAME VALUE', '?PATH']],
  ['tool sub (--left | --right) <--name <NAME>|--id <ID>>', ['--left', '--right', '--name <NAME>', '--id <ID>']],
  ['tool sub [--files FILE [FILE ...]] DEST', ['--files FILE [FILE ...]', 'DEST']],
  ['tool sub -c[abZ] prefix', ['-c', '-a', '-b', '-Z', 'prefix']],
  ['npx tool sub [options] [...filters]', ['?filters...']],
  ['tool sub [global options] file(s)', ['file(s)...']],
])('reads the synopsis %s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})
