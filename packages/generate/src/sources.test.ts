import { validate } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateFromSources, type Source } from './sources.js'

const HELP = `usage: tool [options] FILE...

Options:
  -f, --force      overwrite existing files without prompting
  -o FILE          write the result there
  -n, --dry-run    don't actually do anything
`
const PAGE = `.TH TOOL 1 "" "Tool 2.3.1"
.SH NAME
tool \\- remove files or directories
.SH SYNOPSIS
.B tool
.RI [ options ]
.IR file ...
.SH OPTIONS
.TP
.BI \\-o " file" "\\fR, \\fP" \\-\\-output= file
Write the result to \\fIfile\\fR.
.TP
.B \\-\\-mode
How.
`
const FISH = `complete -c tool -l mode -x -a 'fast safe' -d 'How to do it'
complete -c tool -l quiet -d 'Say nothing'
`
const sources: Source[] = [
  { kind: 'help', text: HELP },
  { kind: 'roff', text: PAGE },
  { kind: 'completion', shell: 'fish', text: FISH },
]

describe('help, manual and completions together', () => {
  const { metadata, conflicts, inferences, notes } = generateFromSources(sources, { name: 'tool' })
  const command = metadata.commands!['']!

  test('say more than each of them', () => {
    expect(command.options!.map(({ flags }) => flags.join(' '))).toEqual([
      '-f --force',
      '-o --output',
      '-n --dry-run',
      '--mode',
      '--quiet',
    ])
    expect(metadata.version).toBe('2.3.1')
    expect(metadata.description).toBe('remove files or directories')
    expect(notes).toEqual([])
  })

  test('contradict each other, and that is told', () => {
    expect(conflicts.map(({ name, field }) => [name, field])).toEqual([['--mode', 'value']])
  })

  test('give away effects by their wording', () => {
    expect(command.effects).toMatchObject({ destructive: true })
    expect(command.options![0]!['x-atip']).toEqual({ effects: { destructive: true } })
    expect(inferences.length).toBeGreaterThan(1)
  })

  test('make valid metadata', () => {
    const { problems } = validate(JSON.parse(JSON.stringify(metadata)), { profile: 'strict' })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

test('a text that says nothing is told', () => {
  const { notes } = generateFromSources([...sources, { kind: 'man', text: 'hello' }], { name: 'tool' })
  expect(notes).toEqual(['nothing that names options, arguments or commands was found in a man text'])
  expect(generateFromSources([], { name: 'tool' }).metadata).toMatchObject({ name: 'tool' })
})

test('any texts give valid metadata', () => {
  const piece = fc.constantFrom(
    HELP,
    PAGE,
    FISH,
    'Commands:\n  add  add it\n',
    "complete -W 'a b --c' tool\n",
    '.TP\n.B \\-x\nDo.\n',
    ..."_arguments '--flag[text]:a:(b c)' '1:file:_files'\n|cmds=('a:b' 'c:d')\n|usage: tool A B [C]...\n".split('|'),
    '-v, --verbose  more\n',
    '  -v, --version  tell\n',
    '\n',
    '__proto__',
    "'",
    '.',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.string({ maxLength: 200, unit: 'binary' }),
  )
  const source: fc.Arbitrary<Source> = fc.oneof(
    fc.record({ kind: fc.constantFrom('help' as const, 'man' as const, 'roff' as const), text }),
    fc.record({ kind: fc.constant('completion' as const), text }),
    fc.record({ kind: fc.constant('completion' as const), shell: fc.constantFrom('bash', 'fish', 'zsh'), text }),
  )
  const path = fc.array(fc.constantFrom('add', 'a'), { maxLength: 2 })
  fc.assert(
    fc.property(fc.array(source, { maxLength: 4 }), path, (any, way) => {
      const { metadata } = generateFromSources(any, { name: 'tool', path: way })
      const { problems } = validate(JSON.parse(JSON.stringify(metadata)), { profile: 'strict' })
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
