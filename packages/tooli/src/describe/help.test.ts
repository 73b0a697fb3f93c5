import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelOf, rootOf } from '../model/tree.js'
import { knownText, knownWord, measured } from '../output/known-widths.fixture.js'
import { renderHelp } from './help.js'
import { fileTools, findFiles, removeAll } from './help.fixture.js'
import { helpPageOf, type HelpPage } from './help-page.js'
import { proseLines } from './help-prose.js'

const page = helpPageOf(fileTools, modelOf(findFiles, ['find-files']))
const withoutColor = (text: string) => text.replace(/\u001b\[\d+m/g, '')

describe('help', () => {
  test('of a command at 80 columns', () => {
    expect(renderHelp(page, { width: 80, color: false })).toMatchInlineSnapshot(`
      "Find files matching a glob pattern
      Read-only.

      Usage: file-tools find-files [OPTIONS] PATTERN [PLACES...]

      Searches from the root directory down. Rules of .gitignore are respected.

      - * is anything but a slash
      - ** is anything

      Arguments:
        PATTERN                  Glob pattern
        PLACES...                More places to search [optional]

      Options:
        -r, --root DIR           Where to search [default: .] [env: FILES_ROOT]
            --max-depth N        How many directories to go down at most [1..100]
                                 [default: 10]
            --include-hidden     Include hidden files
            --[no-]follow-links  Follow symbolic links [default: on]
            --sort name|size     Order of the result [default: name]
            --encoding CHOICE    How names are encoded
                                 [choices: utf-8, utf-16le, latin1, windows-1252]
            --exclude TEXT       Leave out what matches [repeatable]
            --token @FILE        Access token [env: FILES_TOKEN]
            --limit N            Our own limit

      Filters:
            --lines-must-match-this-expression TEXT
                                 Only files with such a line

      Flags on every command (see file-tools --help):
        --output, --quiet, --verbose, --dry-run, --no-color, --timeout,
        --idempotency-key, --yes, --input, --fields, --cursor, --help, --version,
        --agent

      Errors:
        E3001  No files matched the pattern

      Examples:
        All TypeScript files
        $ file-tools find-files '*.ts' --root src

        The one at the top
        $ file-tools find-files README --max-depth 1"
    `)
  })

  test('of a command at 40 columns explains below', () => {
    const shown = renderHelp(page, { width: 40, color: false })
    expect(shown.slice(0, shown.indexOf('Filters'))).toMatchInlineSnapshot(`
      "Find files matching a glob pattern
      Read-only.

      Usage: file-tools find-files [OPTIONS]
               PATTERN [PLACES...]

      Searches from the root directory down.
      Rules of .gitignore are respected.

      - * is anything but a slash
      - ** is anything

      Arguments:
        PATTERN
            Glob pattern
        PLACES...
            More places to search [optional]

      Options:
        -r, --root DIR
            Where to search [default: .]
            [env: FILES_ROOT]
        --max-depth N
            How many directories to go down at
            most [1..100] [default: 10]
        --include-hidden
            Include hidden files
        --[no-]follow-links
            Follow symbolic links
            [default: on]
        --sort name|size
            Order of the result
            [default: name]
        --encoding CHOICE
            How names are encoded [choices:
            utf-8, utf-16le, latin1,
            windows-1252]
        --exclude TEXT
            Leave out what matches
            [repeatable]
        --token @FILE
            Access token [env: FILES_TOKEN]
        --limit N
            Our own limit

      "
    `)
  })

  test('of a tool', () => {
    const shown = renderHelp(helpPageOf(fileTools, rootOf(fileTools)), { width: 80, color: false })
    expect(shown.slice(0, shown.indexOf('Flags'))).toMatchInlineSnapshot(`
      "file-tools 1.2.0
      Works with files

      Usage: file-tools COMMAND [OPTIONS]

      Commands:
        find-files, find           Find files matching a glob pattern
        sync, s                    Copy what changed
        remote                     add, list

      Dangerous:
        remove-all                 Delete files for good [deprecated]

      Built in:
        completion                 Print or install completions of a shell
        prime                      Tell an agent how to use this tool
        skill                      Write, check or install SKILL.md, for agents
        docs                       Write or check reference pages in Markdown
        mcp                        Make this tool an MCP server of a coding agent
        contract                   Write or check a snapshot of what this tool takes
                                   and does
        --serve-mcp stdio          Serve MCP over stdio, or over http with --port

      "
    `)
    expect(shown).toMatch(/Run file-tools COMMAND --help for more about a command\.\nhttps:\/\/example\.org$/)
  })

  test('warns of what is destructive or deprecated, in words', () => {
    const shown = renderHelp(helpPageOf(fileTools, modelOf(removeAll, ['remove-all'])), { width: 80, color: false })
    expect(shown).toContain('Destroys data: asks before it runs, --yes answers.\nDeprecated: use trash instead\n')
  })

  test('says the same with colour', () => {
    for (const width of [40, 80, 120]) {
      const colored = renderHelp(page, { width, color: true })
      expect(colored).toContain('\u001b[1mOptions:\u001b[22m')
      expect(withoutColor(colored)).toBe(renderHelp(page, { width, color: false }))
    }
  })
})

describe('any page', () => {
  const entry = fc.record(
    {
      flags: fc.array(
        knownWord.map((word) => `--${word}`),
        { minLength: 1, maxLength: 2 },
      ),
      placeholder: knownWord,
      description: knownText,
      default: fc.oneof(knownText, fc.nat(), fc.boolean(), fc.array(knownText)),
      choices: fc.array(knownWord),
      env: knownWord,
      required: fc.constant(true as const),
    },
    { requiredKeys: ['flags', 'placeholder', 'description'] },
  )
  const anyPage: fc.Arbitrary<HelpPage> = fc.record({
    program: knownWord,
    description: knownText,
    details: knownText,
    deprecated: knownText,
    usage: fc.array(
      knownText.map((text) => `usage ${text}`),
      { maxLength: 2 },
    ),
    arguments: fc.array(entry, { maxLength: 3 }),
    options: fc.array(fc.record({ title: knownWord, entries: fc.array(entry, { maxLength: 4 }) }), { maxLength: 3 }),
    commands: fc.array(
      fc.record({ title: knownWord, entries: fc.array(fc.record({ name: knownWord, description: knownText })) }),
      { maxLength: 3 },
    ),
    examples: fc.array(fc.record({ run: knownText, description: knownText }), { maxLength: 3 }),
    errors: fc.array(fc.record({ code: fc.constant('E1001'), meaning: knownText })),
    effects: knownText,
  })

  test('fits the width, flags aside, and no line ends in spaces', () => {
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 36, max: 140 }), (any, width) => {
        const terms = any.options
          .flatMap(({ entries }) => entries)
          .concat(any.arguments)
          .map(({ flags }) => flags.join(', '))
        for (const line of renderHelp(any, { width, color: true }).split('\n')) {
          expect(line).not.toMatch(/ (?:\u001b\[\d+m)*$/)
          const isFlag = terms.some((term) => term !== '' && line.includes(term))
          if (!isFlag) expect(measured(line)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  test('shows every word of every description', () => {
    const squeezed = (text: string) => withoutColor(text).replace(/\s/g, '')
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 36, max: 140 }), (any, width) => {
        const shown = squeezed(renderHelp(any, { width, color: true }))
        for (const { entries } of any.options) {
          for (const { description } of entries) expect(shown).toContain(squeezed(description))
        }
      }),
    )
  })
})

test('details are filled to the width, with their lists', () => {
  const text = `
    One sentence that was
    broken in the source.

    - an entry that is longer than a line
    - another

      code stays
      as it is
  `
  expect(proseLines(text, 24)).toEqual([
    'One sentence that was',
    'broken in the source.',
    '',
    '- an entry that is',
    '  longer than a line',
    '- another',
    '',
    '  code stays',
    '  as it is',
  ])
})
