import { describe, expect, test } from 'vitest'
import { readRoff } from './read.js'

const naming = { name: 'tool', path: [] }
const read = (source: string) => readRoff(source, naming)
const flagsOf = (source: string) => read(source).options.map(({ flags }) => flags.join(' '))

const MAN = `.\\" a comment
.TH TOOL 1 "May 2024" "Toolbox 1.4.2" "User Commands"
.ie \\n(.g .ds Aq \\(aq
.el       .ds Aq '
.de Pair
.TP
\\fB\\\\$1\\fR, \\fB\\\\$2\\fR
..
.SH NAME
tool \\- turns one thing into another
.SH SYNOPSIS
.B tool
.RI [ options ]
.I input
.RI [ output ...]
.SH OPTIONS
.TP
.BR \\-a ", " \\-\\-all
Take everything, don\\*(Aqt ask.
.TP 12
.BI \\-o " file" "\\fR, \\fP" \\-\\-output= file
Write to
.IR file .
.TP
.BI \\-l level
Set the level.
.Pair \\-q \\-\\-quiet
Say nothing.
.if t .TP
.if n \\{\\
.IP "\\fB\\-\\-color\\fR[=\\fIWHEN\\fR]" 4
Use colour; one of \\(lqalways\\(rq, \\(lqnever\\(rq or \\(lqauto\\(rq.
.\\}
.PD 0
.HP
\\fB\\-x\\fR, \\fB\\-\\-extra\\fR
.IP
Do more.
`

describe('a page in man macros', () => {
  test('names its options, with what each takes', () => {
    const { options } = read(MAN)
    expect(options.map(({ flags, value }) => [flags.join(' '), value?.placeholder])).toEqual([
      ['-a --all', undefined],
      ['-o --output', 'file'],
      ['-l', 'level'],
      ['-q --quiet', undefined],
      ['--color', 'WHEN'],
      ['-x --extra', undefined],
    ])
    expect(options[4]!.value).toMatchObject({ optional: true, choices: ['always', 'never', 'auto'] })
    expect(options[0]!.description).toBe("Take everything, don't ask.")
  })

  test('says what it is about, its version and its operands', () => {
    const found = read(MAN)
    expect(found.description).toBe('turns one thing into another')
    expect(found.version).toBe('1.4.2')
    expect(found.arguments.map(({ name, required, variadic }) => [name, required, variadic])).toEqual([
      ['input', true, false],
      ['output', false, true],
    ])
  })

  test('tells the lines of the source', () => {
    const lines = MAN.split('\n')
    const [all, output] = read(MAN).options
    expect(lines[all!.evidence[0]!.lines[0] - 1]).toBe('.BR \\-a ", " \\-\\-all')
    expect(lines[output!.evidence[0]!.lines[0] - 1]).toContain('\\-\\-output=')
    expect(all!.evidence[0]!.source).toBe('roff')
  })

  test('reads a synopsis of its own macros', () => {
    const { options, arguments: operands } = read('.SH SYNOPSIS\n.SY tool\n.OP \\-f file\n.OP \\-v\n.I target\n.YS\n')
    expect(options.map(({ flags, value }) => [flags[0], value?.placeholder])).toEqual([
      ['-f', 'file'],
      ['-v', undefined],
    ])
    expect(operands.map(({ name }) => name)).toEqual(['target'])
  })
})

const MDOC = `.Dd May 1, 2024
.Dt TOOL 1
.Os
.Sh NAME
.Nm tool
.Nd turn one thing into another
.Sh SYNOPSIS
.Nm
.Op Fl aq
.Op Fl o Ar file
.Oo Fl L Xo
.Sm off
.Ar port :
.Ar host
.Sm on
.Xc Oc
.Ar input ...
.Sh DESCRIPTION
See
.Xr other 1 .
The options are as follows:
.Bl -tag -width Ds
.It Fl a , Fl -all
Take everything
.Pq also Dq hidden things .
.It Fl o Ar file , Fl Fl output Ns = Ns Ar file
Write to
.Ar file .
.It Fl L Xo
.Ar port Ns : Ns Ar host
.Xc
Forward.
.It Fl q
Say nothing.
.El
`

test('a page in mdoc macros names its options and operands', () => {
  const { options, arguments: operands, description } = read(MDOC)
  expect(description).toBe('turn one thing into another')
  expect(options.map(({ flags, value }) => [flags.join(' '), value?.placeholder])).toEqual([
    ['-a --all', undefined],
    ['-o --output', 'file'],
    ['-L', expect.stringContaining('port')],
    ['-q', undefined],
  ])
  expect(options[0]!.description).toBe('Take everything (also “hidden things”).')
  expect(operands.map(({ name, variadic }) => [name, variadic])).toEqual([['input', true]])
})

test.each([
  ['files it points to', '.so man1/other.1\n'],
  ['what it defines and never uses', '.de Xx\n.TP\n\\-x\nNot shown.\n..\n'],
  ['what is for printers only', '.SH OPTIONS\n.if t \\{\n.TP\n\\-x\nNot shown.\n.\\}\n'],
  ['what it hides', '.SH OPTIONS\n.ig\n.TP\n\\-x\nNot shown.\n..\n'],
])('a page does not speak of %s', (_, source) => {
  expect(flagsOf(source)).toEqual([])
})
