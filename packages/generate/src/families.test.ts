import { expect, test } from 'vitest'
import { validate } from '@atip/protocol'
import type { FoundArgument, FoundOption } from './found.js'
import { generateFromHelp, generateFromMan } from './generate.js'
import { families } from './families.test-data.js'

/** `-o --output =file`, `--color =auto|never`, `--log [=level]`: flags, then the kind of value. */
function optionLine({ flags, negations, value }: FoundOption): string {
  const spellings = [...flags, ...negations].join(' ')
  if (!value) return spellings
  const kind = value.choices.length > 0 ? value.choices.join('|') : (value.type ?? 'string')
  return value.optional ? `${spellings} [=${kind}]` : `${spellings} =${kind}`
}

/** `file`, `[file]`, `file...`, `[file]...`. */
function argumentLine({ name, required, variadic }: FoundArgument): string {
  return `${required ? name : `[${name}]`}${variadic ? '...' : ''}`
}

test.each(families)('reads a text in the style of $family', ({ text, name = 'tool', path = [], format, expected }) => {
  const generate = format === 'man' ? generateFromMan : generateFromHelp
  const { found, metadata } = generate(text, { name, path })
  expect({
    options: found.options.map(optionLine),
    arguments: found.arguments.map(argumentLine),
    commands: found.commands.map((command) => [command.name, ...command.aliases].join(' ')),
  }).toEqual({ options: [], arguments: [], commands: [], ...expected })
  const { problems } = validate(JSON.parse(JSON.stringify(metadata)), { profile: 'strict' })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})
