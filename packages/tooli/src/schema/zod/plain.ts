import type { Form } from '../form.js'
import { keywordsOf } from './keywords.js'

/**
 * A schema of zod that is plain enough to be read from its own data. To ask zod means to load and run code that a
 * command line needs for one value, a good part of what such a program takes to start.
 */
export type Plain = { readonly meta: Readonly<Record<string, unknown>> | undefined } & (
  | { readonly kind: 'value'; readonly form: Form }
  | { readonly kind: 'list'; readonly form: Form; readonly element: Plain }
  | { readonly kind: 'object'; readonly properties: readonly (readonly [string, Plain])[] }
  | { readonly kind: 'optional' | 'nullable'; readonly inner: Plain }
  | { readonly kind: 'default'; readonly inner: Plain; readonly definition: Definition }
)

/** What zod keeps about a schema, as far as it is understood here. */
export interface Definition {
  readonly type?: string
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[]
  readonly check?: string
  readonly format?: string
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
  readonly element?: unknown
  readonly shape?: Readonly<Record<string, unknown>>
  readonly catchall?: unknown
  readonly innerType?: unknown
  /** Calls the author's function, if there is one: every use of the schema gets a value of its own. */
  readonly defaultValue?: unknown
}

export interface CheckDefinition {
  readonly check?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly length?: number
  readonly value?: number
  readonly inclusive?: boolean
  readonly format?: string
}

interface ZodSchema {
  readonly _zod?: {
    readonly def: Definition
    readonly constr: { readonly name: string }
    readonly version: { readonly major: number; readonly minor: number }
    readonly parent?: ZodSchema
    readonly toJSONSchema?: unknown
  }
  meta?: () => Record<string, unknown> | undefined
}

/** The schema if all of it is plain. What is not known, or is of a version nobody compared with, is left to zod. */
export function plainOf(schema: object): Plain | undefined {
  let plain = READ.get(schema)
  if (plain !== undefined || READ.has(schema)) return plain
  try {
    plain = read(schema, 0)
  } catch {
    // A getter of the author's failed: zod will come upon it, and say so in its own way.
  }
  READ.set(schema, plain)
  return plain
}

const READ = new WeakMap<object, Plain | undefined>()

/** Deeper ones are taken for schemas that contain themselves. */
const DEEPEST = 40

function read(schema: unknown, depth: number): Plain | undefined {
  const zod = (schema as ZodSchema)._zod
  if (zod === undefined || zod.version.major !== 4 || zod.version.minor !== 6 || depth > DEEPEST) return undefined
  const { def } = zod
  if (zod.toJSONSchema !== undefined || !Object.keys(def).every((key) => KNOWN_KEYS.includes(key))) return undefined
  const meta = (schema as ZodSchema).meta?.()
  if (!hasPlainMeta(meta, zod.parent)) return undefined
  return readKind(zod.constr.name, def, meta, depth + 1)
}

function readKind(name: string, def: Definition, meta: Plain['meta'], depth: number): Plain | undefined {
  const form = keywordsOf(name, def)
  if (name === 'ZodArray') {
    const element = form && read(def.element, depth)
    return element && { kind: 'list', form: form!, element, meta }
  }
  if (form !== undefined) return { kind: 'value', form, meta }
  if (def.checks?.length || def.catchall !== undefined) return undefined
  if (name === 'ZodObject') return readObject(def.shape!, meta, depth)
  const kind = WRAPPERS[name]
  const inner = kind && read(def.innerType, depth)
  if (inner === undefined) return undefined
  return kind === 'default' ? { kind, inner, definition: def, meta } : { kind: kind!, inner, meta }
}

const WRAPPERS: Readonly<Record<string, 'optional' | 'nullable' | 'default'>> = {
  ZodOptional: 'optional',
  ZodNullable: 'nullable',
  ZodDefault: 'default',
}

function readObject(shape: Readonly<Record<string, unknown>>, meta: Plain['meta'], depth: number): Plain | undefined {
  const properties: [string, Plain][] = []
  for (const key of Reflect.ownKeys(shape)) {
    // Every object has a `constructor`, given or not.
    const property = typeof key === 'symbol' || key in Object.prototype ? undefined : read(shape[key], depth)
    if (property === undefined) return undefined
    properties.push([key as string, property])
  }
  return { kind: 'object', properties, meta }
}

/** Messages are among them: they are zod's to give. */
const KNOWN_KEYS: readonly string[] = [
  'type',
  'checks',
  'error',
  'check',
  'abort',
  'format',
  'entries',
  'values',
  'element',
  'shape',
  'catchall',
  'innerType',
  'defaultValue',
]

/** Metadata that is only copied. An `id` makes zod move the schema to its definitions, also that of one it was made from. */
function hasPlainMeta(meta: Plain['meta'], parent: ZodSchema | undefined): boolean {
  if (meta && !Object.keys(meta).every((key) => PLAIN_META.includes(key))) return false
  return parent === undefined || hasPlainMeta(parent.meta?.(), parent._zod!.parent)
}

const PLAIN_META: readonly string[] = ['description', 'title', 'deprecated', 'examples', 'x-cli']
