import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summaryIn } from './summary.js'

const man = (body: string) => `.TH X 1\n.SH NAME\n${body}\n.SH SYNOPSIS\n`

test.each<[string, string, string]>([
  ['a text', man('frob \\- frob \\fIall\\fP things'), 'frob all things'],
  ['several names', man('frob, defrob, refrob \\- frob and back'), 'frob and back'],
  ['a summary over two lines', man('frob \\-\nfrob\nthings'), 'frob things'],
  ['fonts as macros', man('.B frob\n\\- frob\n.BR things (1)'), 'frob things(1)'],
  ['a quoted heading', '.TH X 1\n.SH "NAME"\nfrob \\- frob things\n.SH X\n', 'frob things'],
  ['a heading on a line of its own', '.TH X 1\n.SH\nNAME\nfrob \\- frob things\n.SH X\n', 'frob things'],
  ['a small heading', '.TH X 1\n.SH Name\nfrob \\- frob things\n.SH X\n', 'frob things'],
  ['a long dash', man('frob \\(em frob things'), 'frob things'],
  ['two dashes', man('frob -- frob things'), 'frob things'],
  ['no blank behind the dash of a name', man('ex-tool \\- a tool with a dash'), 'a tool with a dash'],
  ['a definition from above', `.ds Tl frobs\n${man('frob \\- how \\*(Tl are made')}`, 'how frobs are made'],
  ['a synopsis in the wrong section', man('frob \\- frob things.\n.sp\n\\fBfrob\\fP [file]'), 'frob things.'],
  ['mdoc', '.Dd x\n.Dt X 1\n.Sh NAME\n.Nm frob ,\n.Nm defrob\n.Nd frob things\n.Sh SYNOPSIS\n', 'frob things'],
  ['mdoc with macros', '.Dd x\n.Dt X 1\n.Sh NAME\n.Nm frob\n.Nd frob with\n.Xr tool 1\n.Sh S\n', 'frob with tool(1)'],
  ['carriage returns', man('frob \\- frob things').replaceAll('\n', '\r\n'), 'frob things'],
  ['no end', '.TH X 1\n.SH NAME\nfrob \\- frob things', 'frob things'],
])('reads %s', (_, source, about) => {
  expect(summaryIn(source, 'frob')).toBe(about)
})

test('of several statements takes the one about the tool', () => {
  const source = man('frob \\- makes\n.PP\ndefrob \\- unmakes\n.br\nrefrob \\- makes again')
  expect(['frob', 'defrob', 'refrob', 'other'].map((name) => summaryIn(source, name))).toEqual([
    'makes',
    'unmakes',
    'makes again',
    'makes',
  ])
})

test.each([
  ['no section', '.TH X 1\n.SH DESCRIPTION\nfrob - things\n'],
  ['no dash', man('frob')],
  ['nothing behind it', man('frob \\-')],
  ['the page of those without a page', man('undocumented \\- No manpage for this program, utility or function.')],
])('has nothing to say with %s', (_, source) => {
  expect(summaryIn(source, 'frob')).toBeUndefined()
})

test('is one short line without control characters, whatever the page holds', () => {
  const pieces = fc.constantFrom(
    '\\',
    '\\-',
    ' - ',
    '\n',
    '.',
    '\u001b[2J',
    '\\fB',
    '\\*(',
    'x',
    ' ',
    '\u202e',
    '.Nm ',
    '"',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }),
      fc.constantFrom('SH', 'Sh'),
      (parts, macro) => {
        const about = summaryIn(`.${macro} NAME\nx \\- ${parts.join('')}\n.${macro} X\n`, 'x') ?? ''
        expect(about.length).toBeLessThanOrEqual(200)
        expect(about).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      },
    ),
  )
})
