import { publicSchema } from '../../describe/agent-schema.js'
import { typesOf } from '../../model/parameters.js'
import type { Form } from '../../schema/form.js'

/** A deeper or longer shape says no more than the schema. */
const DEEPEST = 4
const LONGEST = 400

/** A form as a readable type: `{name: string, tags: string[]}[]`. Values of secrets are left out. */
export function shapeOf(form: Form): string {
  const open = publicSchema(form) as Form
  for (let depth = DEEPEST; depth > 0; depth--) {
    const shape = shapeWithin(open, depth)
    if (shape.length <= LONGEST) return shape
  }
  return shapeWithin(open, 0)
}

function shapeWithin(form: Form, depth: number): string {
  const alternatives = form.anyOf ?? form.oneOf
  if (alternatives !== undefined) return either(alternatives.map((one) => shapeWithin(one, depth)))
  const choices = form.enum ?? (form.const === undefined ? undefined : [form.const])
  if (choices !== undefined) return either(choices.map((choice) => JSON.stringify(choice)))
  const names = typesOf(form).map((type) => typeShape(type, form, depth))
  const isNullable = [form.type].flat().includes('null')
  return either([...names, ...(isNullable ? ['null'] : [])])
}

function either(shapes: readonly string[]): string {
  return [...new Set(shapes)].join('|') || 'any'
}

function typeShape(type: string, form: Form, depth: number): string {
  if (type === 'array') return listOf(form.items === undefined ? 'any' : shapeWithin(form.items, depth))
  if (type !== 'object') return type
  const { properties, additionalProperties: others } = form
  const hasOthers = typeof others === 'object'
  if (depth === 0) return '{…}'
  if (properties === undefined || Object.keys(properties).length === 0) {
    return hasOthers ? `{[key]: ${shapeWithin(others, depth - 1)}}` : 'object'
  }
  const required = new Set(form.required)
  const fields = Object.entries(properties).map(([key, property]) => {
    const name = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key)
    return `${name}${required.has(key) ? '' : '?'}: ${shapeWithin(property, depth - 1)}`
  })
  return `{${[...fields, ...(hasOthers ? [`[key]: ${shapeWithin(others, depth - 1)}`] : [])].join(', ')}}`
}

function listOf(shape: string): string {
  return shape.includes('|') && !/^[{].*[}]$/.test(shape) ? `(${shape})[]` : `${shape}[]`
}
