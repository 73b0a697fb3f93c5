import { describe, expect, test } from 'vitest'
import { command } from '../callable/command.js'
import { modelOf, rootOf } from '../model/tree.js'
import type { Form } from '../schema/form.js'
import type { AnySchema } from '../schema/standard.js'
import { t } from '../schema/t.js'
import { fileTools, findFiles, removeAll } from './help.fixture.js'
import { effectsSentence } from './help-effects.js'
import { helpPageOf } from './help-page.js'

const page = helpPageOf(fileTools, modelOf(findFiles, ['find-files']))
const flagsOf = (title: string, of = page) =>
  of.options.find((group) => group.title === title)?.entries.flatMap(({ flags }) => flags)

describe('the page of a command', () => {
  test('survives being written to a manifest', () => {
    expect(JSON.parse(JSON.stringify(page))).toEqual(page)
  })

  test('says how the command is called', () => {
    expect(page.program).toBe('file-tools find-files')
    expect(page.usage).toEqual(['file-tools find-files [OPTIONS] PATTERN [PLACES...]'])
    expect(helpPageOf(fileTools, modelOf(removeAll, ['remove-all'])).usage).toEqual([
      'file-tools remove-all --target TEXT [OPTIONS]',
    ])
  })

  test('lists options under their headings, without hidden ones', () => {
    expect(page.options.map(({ title }) => title)).toEqual(['Options', 'Filters'])
    expect(flagsOf('Filters')).toEqual(['--lines-must-match-this-expression'])
    expect(flagsOf('Options')).not.toContain('--trace')
  })

  test('names the flags of every command, and says where they are explained', () => {
    expect(page.flagsEverywhere).toMatchObject({ explainedBy: 'file-tools --help' })
    expect(page.flagsEverywhere!.names).toContain('--output')
    expect(page.flagsEverywhere!.names).not.toContain('--depth')
    const root = helpPageOf(fileTools, rootOf(fileTools))
    expect(root.flagsEverywhere).toBeUndefined()
    expect(flagsOf('Flags on every command', root)).toEqual(expect.arrayContaining(['-o', '--output', '--cursor']))
  })

  test('lists a flag once when the command has its own', () => {
    expect(flagsOf('Options')).toContain('--limit')
    expect(page.flagsEverywhere!.names).not.toContain('--limit')
  })

  test('offers a part of a list only where the result may be one', () => {
    const names = (output?: AnySchema) => {
      const show = command({ description: 'Show', ...(output && { output }), run: () => undefined as never })
      return helpPageOf(fileTools, modelOf(show as never, ['x'])).flagsEverywhere!.names
    }
    for (const output of [undefined, t.array(t.string())]) {
      expect(names(output)).toEqual(expect.arrayContaining(['--limit', '--cursor']))
    }
    for (const flag of ['--limit', '--cursor']) expect(names(t.object({ a: t.string() }))).not.toContain(flag)
  })

  test('offers --dry-run only where it is kept', () => {
    const add = command({ description: 'Add', dryRun: true, run: () => undefined as never })
    const common = (of: typeof findFiles | typeof removeAll | typeof add) =>
      helpPageOf(fileTools, modelOf(of as never, ['x'])).flagsEverywhere!.names
    expect(common(findFiles)).toContain('--dry-run')
    expect(common(add)).toContain('--dry-run')
    expect(common(removeAll)).not.toContain('--dry-run')
  })

  test('completes examples with the name of the program', () => {
    expect(page.examples.map(({ run }) => run)).toEqual([
      "file-tools find-files '*.ts' --root src",
      'file-tools find-files README --max-depth 1',
    ])
  })

  test('never holds the value of a secret', () => {
    expect(JSON.stringify(page)).not.toContain('hunter2')
  })

  test('carries details, errors and effects', () => {
    expect(page).toMatchObject({
      errors: [{ code: 'E3001', meaning: 'No files matched the pattern' }],
      effects: 'Read-only',
    })
    expect(helpPageOf(fileTools, modelOf(removeAll, ['remove-all']))).toMatchObject({
      deprecated: 'use trash instead',
      effects: 'Destroys data: asks before it runs, --yes answers',
    })
  })
})

describe('the page of a group', () => {
  const root = helpPageOf(fileTools, rootOf(fileTools))

  test('lists commands under their headings, without hidden ones', () => {
    expect(root.commands).toEqual([
      {
        title: 'Commands',
        entries: [
          { name: 'find-files', aliases: ['find'], description: 'Find files matching a glob pattern' },
          { name: 'sync', aliases: ['s'], description: 'Copy what changed' },
          { name: 'remote', description: 'add, list' },
        ],
      },
      { title: 'Dangerous', entries: [{ name: 'remove-all', description: 'Delete files for good', deprecated: true }] },
      {
        title: 'Built in',
        entries: [
          { name: 'completion', description: 'Print or install completions of a shell' },
          { name: 'prime', description: 'Tell an agent how to use this tool' },
          { name: 'skill', description: 'Write, check or install SKILL.md, for agents' },
          { name: 'docs', description: 'Write or check reference pages in Markdown' },
          { name: 'mcp', description: 'Make this tool an MCP server of a coding agent' },
          { name: 'contract', description: 'Write or check a snapshot of what this tool takes and does' },
          { name: '--serve-mcp stdio', description: 'Serve MCP over stdio, or over http with --port' },
        ],
      },
    ])
  })

  test('says so in its usage', () => {
    expect(root.usage).toEqual(['file-tools COMMAND [OPTIONS]'])
    const remote = rootOf(fileTools).children.get('remote')!
    expect(helpPageOf(fileTools, remote)).toMatchObject({
      program: 'file-tools remote',
      usage: ['file-tools remote COMMAND [OPTIONS]'],
    })
  })
})

test('a tool without subcommands has the page of its command', () => {
  const cli = { name: 'find', version: '1.0.0', description: 'Finds', command: findFiles }
  const only = helpPageOf(cli, rootOf(cli))
  expect(only).toMatchObject({ program: 'find', description: 'Finds', usage: ['find [OPTIONS] PATTERN [PLACES...]'] })
  expect(only.commands).toEqual([])
  expect(only.options.map(({ title }) => title)).toContain('Filters')
})

test('a command that is not loaded yet is known by its description', () => {
  const sync = rootOf(fileTools).children.get('sync')!
  expect(helpPageOf(fileTools, sync)).toMatchObject({
    description: 'Copy what changed',
    usage: ['file-tools sync [OPTIONS]'],
  })
})

test.each<[Form, object]>([
  [t.string().form, { placeholder: 'TEXT' }],
  [t.integer().min(1).max(9).form, { placeholder: 'N', range: '1..9' }],
  [t.number().min(0).form, { placeholder: 'N', range: 'at least 0' }],
  [t.path('', { kind: 'file' }).form, { placeholder: 'FILE' }],
  [t.path('', { kind: 'directory' }).form, { placeholder: 'DIR' }],
  [t.path().form, { placeholder: 'PATH' }],
  [t.url().form, { placeholder: 'URL' }],
  [t.enum(['a', 'b']).form, { placeholder: 'a|b' }],
  [
    t.enum(['alpha', 'beta', 'gamma', 'delta']).form,
    { placeholder: 'CHOICE', choices: ['alpha', 'beta', 'gamma', 'delta'] },
  ],
  [t.array(t.path('', { kind: 'file' })).form, { placeholder: 'FILE', multiple: true }],
  [t.object({ a: t.string() }).form, { placeholder: 'JSON' }],
  [t.secret().env('TOKEN').form, { placeholder: '@FILE', env: 'TOKEN' }],
  [t.string().cli({ placeholder: 'NAME' }).form, { placeholder: 'NAME' }],
  [t.boolean().form, { flags: ['--it', '--no-it'] }],
  [t.string().deprecated().form, { placeholder: 'TEXT', deprecated: true }],
  [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, { placeholder: 'N' }],
])('an option of the form %j', (form, expected) => {
  const options = { type: 'object', properties: { it: form } } as const
  const only = command({ description: 'x', options: options as never, run: () => undefined as never })
  const [entry] = helpPageOf(fileTools, modelOf(only as never, ['x'])).options[0]!.entries
  expect(entry).toEqual({ flags: ['--it'], description: form.description ?? '', ...expected })
})

test.each([
  [{}, undefined],
  [{ destructive: true }, 'Destroys data: asks before it runs, --yes answers'],
  [{ reversible: false }, 'Cannot be undone: asks before it runs, --yes answers'],
  [{ network: false, filesystem: { write: false, delete: false } }, 'Read-only'],
  [{ filesystem: { write: true }, network: true }, 'Writes files, uses the network'],
  [
    { network: true, idempotent: true, cost: { billable: true } },
    'Uses the network, may cost money; is safe to repeat',
  ],
])('the effects %j read %j', (effects, expected) => {
  expect(effectsSentence(effects)).toBe(expected)
})
