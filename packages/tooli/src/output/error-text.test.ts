import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ErrorDocument } from '../errors/error.js'
import { renderError } from './error-text.js'
import { knownText, knownWord, measured } from './known-widths.fixture.js'

const unknownOption: ErrorDocument = {
  code: 'E1002',
  category: 'input',
  message: 'unknown option --max-deth',
  is_retryable: false,
  suggestion: {
    action: 'retry_with_modified_input',
    fix: 'Did you mean --max-depth?',
    example: "file-tools find-files '*.ts' --max-depth 5",
    applicability: 'machine_applicable',
  },
}

const failure = (message: string, is_retryable = false): ErrorDocument => ({
  code: 'E4001',
  category: 'runtime',
  message,
  is_retryable,
})

const words = ['file-tools', 'find-files', '*.ts', '--max-deth', '5']

describe('an error', () => {
  test('says what is wrong, where, and what to do', () => {
    expect(renderError(unknownOption, { width: 80, color: false, line: { words, index: 3 } })).toBe(
      [
        'error[E1002]: unknown option --max-deth',
        '',
        "  file-tools find-files '*.ts' --max-deth 5",
        '                               ^^^^^^^^^^',
        '',
        '  fix: Did you mean --max-depth?',
        "  try: file-tools find-files '*.ts' --max-depth 5",
      ].join('\n'),
    )
  })

  test('keeps the wrong word in sight when the line is too long', () => {
    const long = [
      ...words.slice(0, 3),
      ...Array<string>(20).fill('--verbose'),
      '--max-deth',
      ...Array<string>(20).fill('x'),
    ]
    const [line, marks] = renderError(failure('no'), { width: 40, color: false, line: { words: long, index: 23 } })
      .split('\n')
      .slice(2)
    expect(line).toBe('  … --verbose --verbose --max-deth x x…')
    expect(marks).toBe('                        ^^^^^^^^^^')
  })

  test('puts the marks under wide words', () => {
    const shown = renderError(failure('no'), {
      width: 40,
      color: false,
      line: { words: ['tool', '日本', 'x y'], index: 2 },
    })
    expect(shown.split('\n').slice(2)).toEqual(["  tool '日本' 'x y'", '              ^^^^^'])
  })

  test('says when trying again helps', () => {
    expect(renderError(failure('busy', true), { width: 80, color: false })).toBe(
      'error[E4001]: busy\n\n  retry: the same may work later',
    )
  })

  test('is one line when there is nothing else to say', () => {
    expect(renderError(failure('gone'), { width: 80, color: false })).toBe('error[E4001]: gone')
  })

  test('is red only with colour, and says the same', () => {
    const colored = renderError(unknownOption, { width: 80, color: true, line: { words, index: 3 } })
    expect(colored).toContain('\u001b[31merror[E1002]\u001b[39m')
    const plain = renderError(unknownOption, { width: 80, color: false, line: { words, index: 3 } })
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain)
  })

  test('passes no control characters on from its message or the command line', () => {
    const shown = renderError(failure('a\u001b[2Jb\nc'), {
      width: 80,
      color: false,
      line: { words: ['t', '\u001b[H'], index: 1 },
    })
    expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(shown.split('\n').slice(0, 2)).toEqual(['error[E4001]: a␛[2Jb', '  c'])
  })

  test('fits the width, but for words that would not survive being broken', () => {
    const line = fc.array(knownWord, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(knownText, line, fc.nat(14), fc.integer({ min: 30, max: 120 }), (message, given, index, width) => {
        const shown = renderError(failure(message, true), { width, color: true, line: { words: given, index } })
        for (const row of shown.split('\n')) {
          expect(measured(row)).toBeLessThanOrEqual(width)
          expect(row).not.toMatch(/ $/)
        }
      }),
    )
  })
})
