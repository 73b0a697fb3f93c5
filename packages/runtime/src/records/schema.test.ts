import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import * as vocabulary from './vocabulary.js'

type Definition = { properties: Record<string, { enum?: string[]; items?: unknown }> }

const schema = JSON.parse(readFileSync(new URL('../../schema/records.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, Definition>
}

test('the schema of the records compiles in strict mode', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false })
  ajv.addSchema(schema)
  for (const name of Object.keys(schema.$defs)) {
    expect(ajv.compile({ $ref: `https://atip.dev/schema/runtime-records-1.json#/$defs/${name}` })).toBeTypeOf(
      'function',
    )
  }
})

test('the enumerations of the schema are those of the code', () => {
  const enums = (name: string, field: string) => schema.$defs[name]!.properties[field]!.enum
  expect(enums('invocation', 'status')).toEqual(vocabulary.INVOCATION_STATUSES)
  expect(enums('result', 'status')).toEqual(vocabulary.RESULT_STATUSES)
  expect(enums('result', 'side_effects')).toEqual(vocabulary.SIDE_EFFECTS)
  expect(enums('result', 'abort_reason')).toEqual(vocabulary.ABORT_REASONS)
  expect(enums('error', 'error_class')).toEqual(vocabulary.ERROR_CLASSES)
  expect(enums('event', 'event_type')).toEqual(vocabulary.EVENT_TYPES)
  expect(enums('mutation', 'source_type')).toEqual(vocabulary.MUTATION_SOURCES)
  expect(enums('persistence', 'strategy')).toEqual(vocabulary.PERSISTENCE_STRATEGIES)
  expect(enums('blocked_tool', 'reason')).toEqual(vocabulary.BLOCK_REASONS)
  expect(enums('surface', 'scope')).toEqual(vocabulary.SURFACE_SCOPES)
})
