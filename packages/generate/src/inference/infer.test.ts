import { effectsOf, isReadOnly, normalise, parseArgv, validate, type AtipTool, type Command } from '@atip/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { document } from '../../../protocol/testing/arbitraries.js'
import { inferEffects } from './infer.js'

const toolOf = (command: Command, name = 'tool'): AtipTool => ({
  atip: { version: '0.6' },
  name,
  version: '1',
  description: command.description,
  commands: { '': command },
})
const effectsIn = (name: string, description: string) =>
  inferEffects(toolOf({ description }, name)).tool.commands!['']!.effects ?? {}
const option = (flags: string[], description: string, type: 'boolean' | 'string' = 'boolean') => ({
  name: flags.at(-1)!.replace(/^-+/, ''),
  flags,
  type,
  description,
})
const factsOf = (flags: string[], description: string, type?: 'string') =>
  inferEffects(toolOf({ description: 'Do', options: [option(flags, description, type)] })).tool.commands!['']!
    .options![0]!['x-atip']

describe('the wording of a command', () => {
  test.each([
    ['rm', 'remove files or directories', { destructive: true, filesystem: { write: true, delete: true } }],
    ['dropdb', 'remove a PostgreSQL database', { destructive: true }],
    ['mkdir', 'make directories', { filesystem: { write: true } }],
    ['cp', 'copy files and directories', { filesystem: { write: true } }],
    ['curl', 'transfer a URL', { network: true }],
    ['wget', 'The non-interactive network downloader, fetches from the internet', { network: true }],
    ['vi', "Vi IMproved, a programmer's text editor", { interactive: { tty: true } }],
    ['ls', 'list directory contents', {}],
    ['tee', 'copy standard input to each FILE', { filesystem: { write: true }, interactive: { stdin: 'optional' } }],
    ['uniq', 'report or omit repeated lines', {}],
    ['sort', 'Write sorted concatenation of all FILE(s) to standard output.', {}],
  ])('%s: %s', (name, description, effects) => {
    expect(effectsIn(name, description)).toEqual(effects)
  })
})

describe('the wording of an option', () => {
  test.each<[string[], string, 'string' | undefined, unknown]>([
    [['-h', '--help'], 'show this help message and exit', undefined, { harmless: 'help' }],
    [['--version'], 'output version information and exit', undefined, { harmless: 'version' }],
    [['-v'], 'be verbose', undefined, undefined],
    [['-V', '--version-sort'], 'natural sort of (version) numbers within text', undefined, undefined],
    [['-V'], 'print the version', undefined, { harmless: 'version' }],
    [['-i', '--interactive'], 'prompt before overwrite', undefined, undefined],
    [['-n', '--no-clobber'], 'do not overwrite an existing file', undefined, undefined],
    [['-n', '--dry-run'], "don't actually do anything", undefined, { harmless: 'dry-run' }],
    [['-n'], 'number all output lines', undefined, undefined],
    [['--dry-run'], 'how to run', 'string', undefined],
    [['-i', '--in-place'], 'edit files in place', undefined, { effects: { filesystem: { write: true } } }],
    [['-i', '--ignore-case'], 'ignore case distinctions', undefined, undefined],
    [
      ['-o', '--output'],
      'write output to FILE',
      'string',
      { value: { kind: 'path', access: ['write'] }, effects: { filesystem: { write: true } } },
    ],
    [['-f', '--force'], 'overwrite existing files without prompting', undefined, { effects: { destructive: true } }],
    [['-f', '--follow'], 'output appended data as the file grows', undefined, undefined],
    [['--delete'], 'delete extraneous files from destination dirs', undefined, { effects: { destructive: true } }],
    [['--password'], 'the password', 'string', { value: { kind: 'secret' } }],
    [
      ['-e', '--exec'],
      'execute a command for each search result',
      'string',
      { value: { kind: 'command', form: 'shell' }, effects: { subprocess: true } },
    ],
  ])('%s: %s', (flags, description, type, facts) => {
    expect(factsOf(flags, description, type)).toEqual(facts)
  })
})

test('a tool that offers to answer with yes asks', () => {
  const options = [option(['-y', '--yes'], 'answer yes to all prompts')]
  const { tool } = inferEffects(toolOf({ description: 'Do it', options }))
  expect(tool.commands!['']!.effects).toEqual({ interactive: { prompts: true } })
})

test('what is stated beats what is inferred', () => {
  const { tool } = inferEffects(toolOf({ description: 'Remove files from the list', effects: { destructive: false } }))
  expect(tool.commands!['']!.effects).toMatchObject({ destructive: false })
})

test('silence is never safe, and what is inferred says why', () => {
  fc.assert(
    fc.property(document, (any) => {
      const bare = withoutEffects(normalise(any))
      const { tool, inferences } = inferEffects(bare)
      expect(validate(tool).problems.filter(({ severity }) => severity === 'error')).toEqual(
        validate(bare).problems.filter(({ severity }) => severity === 'error'),
      )
      expect(JSON.stringify(tool.commands ?? {})).not.toMatch(/"(?:destructive|network|write|delete)":false/)
      expect(inferences.every(({ because }) => because !== '')).toBe(true)
      const { effects } = effectsOf(tool, parseArgv(tool, [tool.name]))
      expect(isReadOnly(effects)).toBe(false)
    }),
    { numRuns: 100 },
  )
})

function withoutEffects(tool: AtipTool): AtipTool {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'effects' && key !== 'x-atip')
        .map(([key, inner]) => [key, strip(inner)]),
    )
  }
  return strip(tool) as AtipTool
}
