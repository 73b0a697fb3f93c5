import { describe, expect, it } from 'vitest'
import { plainScript } from './script.js'

const KEYWORDS = 'if then else elif fi do done for while until in case esac function select coproc time ! { } [[ ]]'

const LINES: Record<string, string[]> = {
  'a word that is reserved': KEYWORDS.split(' ').flatMap((word) => [
    word,
    `a && ${word} b`,
    `a |\n${word}`,
    `A=b ${word}`,
  ]),
  'nothing, or a remark': ['', ' ', '\n', '# a', 'a # b', 'a\n# b', '#!/bin/sh\na'],
  'an operator without a command': ['&& a', 'a &&', 'a |', 'a ||\n', '| a', '; a', 'a && && b', 'a | | b', 'a ; ; b'],
  'an operator that is longer than it looks': ['a;; b', 'a;&b', 'a ;&> f', 'a &&& b', 'a ||| b', 'a |&& b', 'a &>&1'],
  'a command in the background': ['a &', 'a & b', 'a &\n', 'a & >f'],
  'parentheses and groups': ['(a)', '{ a; }', 'a() { b; }', 'a ( b', '((a))', 'A=(b)', 'a=b=(c)', '!(a)', '@(a)'],
  'a here-document, or a command for a file': ['a <<E\nE', 'a <<< b', 'a <(b)', 'a >(b)', 'a > >(b)'],
  'an unusual redirection': [
    'a <> f',
    'a >| f',
    'a <& 3',
    'a >&f',
    'a >&$A',
    'a >& 1-',
    'a {fd}>f',
    '12>f a',
    'a 12>f',
  ],
  'a redirection that leads nowhere': ['a >', 'a > ;b', 'a > 2>&1', 'a < 2<f', 'a > #f', 'a >\\\n& 1', 'a > > f'],
  'an unusual expansion': ['`a`', '"`a`"', '${A}', '"${A}"', '$((1))', '$[1]', '$@', '$$', 'a$', '"a$"'],
  'a substitution that ends elsewhere than at the first parenthesis': [
    '$(a $(b))',
    '"$(a "$(b)")"',
    "$(a ')')",
    '$(a ")" b)',
    '$(a \\) b)',
    '$((1) + 2)',
    '$( (a) )',
    '$(case a in b) c;; esac)',
    '$(a <<E\n)\nE\n)',
    '$(a # )\n)',
  ],
  'a substitution with no command in it, or no end': ['$()', '"$( )"', '$(a', '"$(a"', '$(a;;b)', '$(a &&)', '$(if a)'],
  'quotes of another kind, or without an end': ["$'a'", '$"a"', "'a", '"a', "a'b'c'", '"a\\', 'a\\'],
  'more than a value in an assignment': ['A+=b', 'A[0]=b', 'A+=b c', 'export A+=b', 'alias a+=b', 'A=#b'],
  'braces and brackets': ['a{b,c}', '{1..3}', 'a{b}', 'a}', 'a[b]', '[a', 'a]', '[>f', '[[a'],
  'a line that goes on in the middle of something': [
    'a\\\nb',
    'a\\\n',
    '\\\na',
    'a&&\\\nb',
    'a |\\\n| b',
    'a >\\\nf',
    '"a\\\nb"',
  ],
  'signs that cannot be seen': [
    'a\rb',
    "'a\rb'",
    'a\r\nb',
    'a\0',
    '"\0"',
    'a\vb',
    'a\fb',
    "'\x1b'",
    '\ufeffa',
    'a\x7f',
  ],
  'letters of the world out of quotes': ['a \u00a0b', 'aé', 'a\u2028b', '$Aé', '\\é', '"\\é"'],
}

describe.each(Object.entries(LINES))('a line is left to the parser if it has %s', (_, lines) => {
  it.each(lines)('as %j', (text) => expect(plainScript(text)).toBeUndefined())
})
