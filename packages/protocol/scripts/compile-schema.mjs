/**
 * Compiles schema/0.6.json and schema/x-atip.json into one module of plain checks, `src/validate/generated/check.ts`.
 * One pass over a document finds every problem; the path is a stack, which costs nothing until a problem is found.
 * After an object of a definition that has a rule in `src/validate/rules.ts`, the check calls that rule.
 *
 * Keywords: type, properties, required, allOf of anyOf of required, additionalProperties, items, minItems, enum,
 * pattern, minLength, minimum, maximum, $ref, true, and our x-strict and x-warn (required, pattern, maxLength).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const here = new URL('..', import.meta.url)
const read = (name) => JSON.parse(readFileSync(new URL(`schema/${name}`, here), 'utf8'))
const documents = { '0.6.json': read('0.6.json'), 'x-atip.json': read('x-atip.json') }
const appliesTo = documents['x-atip.json']['x-applies-to']
const rules = new Set(
  [...readFileSync(new URL('src/validate/rules.ts', here), 'utf8').matchAll(/^export function (\w+)\(/gm)].map(
    (m) => m[1],
  ),
)

const ANNOTATIONS = new Set(['description', 'examples', 'title', '$id', '$schema', '$defs'])
const CHECKED = new Set(
  'type properties required allOf additionalProperties items minItems enum pattern minLength minimum maximum $ref x-strict x-warn'.split(
    ' ',
  ),
)

const functions = new Map()
const queue = []
const constants = []

function functionFor(file, name) {
  const id = `check_${file === '0.6.json' ? '' : 'x_'}${name}`
  if (!functions.has(id)) {
    functions.set(id, '')
    queue.push({ id, file, name })
  }
  return id
}

function resolve(file, ref) {
  const [other, pointer] = ref.split('#')
  return functionFor(other || file, pointer.replace('/$defs/', ''))
}

function constant(value) {
  const index = constants.indexOf(value)
  return `k${index === -1 ? constants.push(value) - 1 : index}`
}

const WORDS = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
}
const TESTS = {
  object: (v) => `typeof ${v} === 'object' && ${v} !== null && !Array.isArray(${v})`,
  array: (v) => `Array.isArray(${v})`,
  string: (v) => `typeof ${v} === 'string'`,
  boolean: (v) => `typeof ${v} === 'boolean'`,
  number: (v) => `typeof ${v} === 'number'`,
  integer: (v) => `Number.isInteger(${v})`,
  null: (v) => `${v} === null`,
}

/**
 * Code that checks the value `v`, whose key is already on the path. Each inline object or array becomes one function.
 */
function check(schema, v, file) {
  if (schema === true) return ''
  if (schema.$ref) return `${resolve(file, schema.$ref)}(${v}, f)`
  if (!['object', 'array'].includes([schema.type].flat()[0])) return checkInline(schema, v, file)
  const key = `${file} ${JSON.stringify(schema)}`
  if (!shared.has(key)) {
    const id = `inline${shared.size}`
    shared.set(key, id)
    functions.set(id, `function ${id}(v: unknown, f: Findings): void {\n${checkInline(schema, 'v', file)}\n}`)
  }
  return `${shared.get(key)}(${v}, f)`
}

const shared = new Map()

function checkInline(schema, v, file, name) {
  for (const key of Object.keys(schema)) {
    if (!ANNOTATIONS.has(key) && !CHECKED.has(key)) throw new Error(`${file}: the compiler does not know "${key}"`)
  }
  const types = [schema.type].flat()
  const expected = types.map((type) => WORDS[type]).join(' or ')
  const example = schema.examples ? JSON.stringify(JSON.stringify(schema.examples[0])) : 'undefined'
  const branches = types.map((type) => {
    const body =
      { object: objectBody, array: arrayBody, string: stringBody, integer: numberBody, number: numberBody }[type]?.(
        schema,
        v,
        file,
        name,
      ) ?? ''
    return `if (${TESTS[type](v)}) {${body}}`
  })
  return `${branches.join(' else ')} else f.wrongType(${JSON.stringify(expected)}, ${v}, ${example})`
}

function arrayBody(schema, v, file) {
  const minimum = schema.minItems ? `if (${v}.length < ${schema.minItems}) f.tooFew(${schema.minItems})\n` : ''
  if (!schema.items) return minimum
  const item = unique('item')
  return `${minimum}const at_${item} = f.down(); for (let i = 0; i < ${v}.length; i++) { f.path[at_${item}] = i; const ${item}: unknown = ${v}[i]; ${check(schema.items, item, file)} } f.up()`
}

let counter = 0
const unique = (prefix) => `${prefix}${counter++}`

function stringBody(schema, v) {
  const parts = []
  const example = schema.examples ? JSON.stringify(JSON.stringify(schema.examples[0])) : 'undefined'
  if (schema.minLength) parts.push(`if (${v}.length < ${schema.minLength}) f.empty()`)
  if (schema.enum) {
    const cases = schema.enum.map((word) => `case ${JSON.stringify(word)}:`).join(' ')
    parts.push(`switch (${v}) { ${cases} break; default: f.notInEnum(${v}, ${constant(JSON.stringify(schema.enum))}) }`)
  }
  const pattern = (source, level) =>
    `if (!${test(source, v)}) f.mismatch(${JSON.stringify(level)}, ${v}, ${JSON.stringify(source)}, ${example})`
  if (schema.pattern) parts.push(pattern(schema.pattern, 'error'))
  if (schema['x-strict']?.pattern) parts.push(pattern(schema['x-strict'].pattern, 'strict'))
  if (schema['x-warn']?.pattern) parts.push(pattern(schema['x-warn'].pattern, 'warning'))
  if (schema['x-warn']?.maxLength)
    parts.push(`if (${v}.length > ${schema['x-warn'].maxLength}) f.checkLength(${v}, ${schema['x-warn'].maxLength})`)
  return parts.join('\n')
}

/** Patterns that are tested for every flag have a hand-written equivalent. */
function test(source, v) {
  const predicate = { '^(?!(--?|\\+|/)$)[-+/]': 'startsLikeFlag', '^[^\\s=,]+$': 'isOneWord' }[source]
  return predicate ? `flags.${predicate}(${v})` : `${constant(`new RegExp(${JSON.stringify(source)}, 'u')`)}.test(${v})`
}

function numberBody(schema, v) {
  const parts = []
  if (schema.minimum !== undefined)
    parts.push(`if ((${v} as number) < ${schema.minimum}) f.outOfRange(${v} as number, 'at least', ${schema.minimum})`)
  if (schema.maximum !== undefined)
    parts.push(`if ((${v} as number) > ${schema.maximum}) f.outOfRange(${v} as number, 'at most', ${schema.maximum})`)
  return parts.join('\n')
}

/** The check of a value without nested values: its key is put on the path only on failure. */
function flatCheck(schema, key, value) {
  if (schema === true) return `if (typeof ${value} === 'object') f.foreign(${JSON.stringify(key)}, ${value})`
  const isPlain = Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'description')
  if (!isPlain || !['boolean', 'string'].includes(schema.type)) return undefined
  return `typeof ${value} === '${schema.type}' || f.flatWrongType(${JSON.stringify(key)}, '${WORDS[schema.type]}', ${value})`
}

function objectBody(schema, v, file, name) {
  const o = unique('o')
  const at = unique('at')
  const lines = [`const ${o} = ${v} as Record<string, unknown>`]
  if (schema.additionalProperties) {
    const value = unique('v')
    const inner = check(schema.additionalProperties, value, file)
    lines.push(
      `const ${at} = f.down(); for (const key in ${o}) { f.path[${at}] = key; const ${value} = ${o}[key]; ${inner} } f.up()`,
    )
  } else {
    lines.push(...knownProperties(schema, o, at, file, name))
  }
  const rule = `${file === '0.6.json' ? '' : 'x_'}${name}`
  if (rules.has(rule)) lines.push(`rules.${rule}(${o}, f)`)
  return lines.join('\n')
}

/** Reads each known property once; unknown ones are looked for only if the object has more keys than were read. */
function knownProperties(schema, o, at, file, name) {
  const extension = file === '0.6.json' ? appliesTo[name] : undefined
  const known = constant(JSON.stringify([...Object.keys(schema.properties), ...(extension ? ['x-atip'] : [])]))
  const required = schema.required ?? []
  const strict = schema['x-strict']?.required ?? []
  const before = []
  const after = []
  const count = unique('n')
  const read = (key, code, value) => {
    before.push(`const ${value} = ${o}[${JSON.stringify(key)}]; if (${value} !== undefined) { ${count}++; ${code} }`)
    const level = required.includes(key) ? 'error' : strict.includes(key) ? 'strict' : undefined
    if (level) after.push(`if (${value} === undefined) f.missing(${JSON.stringify(key)}, ${JSON.stringify(level)})`)
  }
  for (const [key, inner] of Object.entries(schema.properties)) {
    const value = unique('v')
    const flat = flatCheck(inner, key, value)
    read(key, flat ?? `f.path[${at}] = ${JSON.stringify(key)}; ${check(inner, value, file)}`, value)
  }
  if (extension) {
    const value = unique('v')
    read('x-atip', `f.path[${at}] = 'x-atip'; ${functionFor('x-atip.json', extension)}(${value}, f)`, value)
  }
  for (const { anyOf } of schema.allOf ?? []) after.push(checkPlaces(anyOf, o))
  const usesPath = before.some((code) => code.includes(`f.path[${at}]`))
  return [
    `let ${count} = 0`,
    usesPath ? `const ${at} = f.down()` : 'f.down()',
    ...before,
    `for (const _ in ${o}) ${count}--`,
    `if (${count} !== 0) f.unknownKeys(${o}, ${known})`,
    'f.up()',
    ...after,
  ]
}

/** Checks that a field is in one of several places: in this object, or in an object that is one of its properties. */
function checkPlaces(anyOf, o) {
  const at = (object, key) => `${object}[${JSON.stringify(key)}]`
  const present = anyOf.map(({ required: [key], properties = {} }) => {
    const inner = properties[key]?.required[0]
    return inner === undefined
      ? at(o, key)
      : at(`(${at(o, key)} as Record<string, unknown> | null | undefined)?.`, inner)
  })
  const [{ required: missing }] = anyOf
  return `if ((${present.join(' ?? ')}) === undefined) f.missing(${JSON.stringify(missing[0])}, 'error')`
}

functionFor('0.6.json', 'tool')
for (let next = queue.shift(); next; next = queue.shift()) {
  const schema = documents[next.file].$defs[next.name]
  const guard = next.name === 'command' && next.file === '0.6.json' ? 'if (f.isTooDeep()) return\n' : ''
  functions.set(
    next.id,
    `function ${next.id}(v: unknown, f: Findings): void {\n${guard}${checkInline(schema, 'v', next.file, next.name)}\n}`,
  )
}

const code = `// Made by scripts/compile-schema.mjs from schema/*.json. Do not edit.
import type { Findings } from '../findings.js'
import * as flags from '../flags.js'
import * as rules from '../rules.js'

${constants.map((value, index) => `const k${index} = ${value}`).join('\n')}

export const checkTool = check_tool

${[...functions.values()].join('\n\n')}
`
const folder = new URL('src/validate/generated/', here)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('check.ts', folder), code)
