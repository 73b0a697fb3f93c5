import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import { GIT, Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())
const published = (name: string) => {
  return JSON.parse(
    readFileSync(fileURLToPath(new URL(`../packages/protocol/schema/${name}`, import.meta.url)), 'utf8'),
  ) as Record<string, unknown>
}

test('raw output is the published schema and nothing else', () => {
  expect(JSON.parse(place.run(['schema', '-o', 'raw']).stdout)).toEqual(published('0.6.json'))
  expect(JSON.parse(place.run(['schema', 'x-atip', '-o', 'raw']).stdout)).toEqual(published('x-atip.json'))
})

test('what is printed works in a validator that is not ours', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(place.run(['schema', 'x-atip', '-o', 'raw']).stdout) as object)
  const check = ajv.compile(JSON.parse(place.run(['schema', 'atip', '-o', 'raw']).stdout) as object)
  expect(check(JSON.parse(readFileSync(GIT, 'utf8')))).toBe(true)
  expect(check({ atip: 6 })).toBe(false)
})

const policySchema = JSON.parse(
  readFileSync(new URL('../packages/guard/policy.schema.json', import.meta.url), 'utf8'),
) as { $id: string }

test('a person sees the schema, and which there are', () => {
  expect(JSON.parse(place.read(['schema']).stdout)).toEqual(published('0.6.json'))
  expect(place.read(['schema', '--list']).stdout).toMatch(/^atip .*\nx-atip .*\npolicy .*\n$/)
  expect(place.data<{ name: string; id: string }[]>(['schema', '--list']).map(({ id }) => id)).toEqual([
    published('0.6.json').$id,
    published('x-atip.json').$id,
    policySchema.$id,
  ])
})

test('a schema that does not exist is refused', () => {
  expect(place.run(['schema', 'envelop']).code).toBe(2)
})
