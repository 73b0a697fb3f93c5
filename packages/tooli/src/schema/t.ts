import { bytesForm } from './bytes.js'
import { check } from './check.js'
import { CONTENT, type Content } from './content.js'
import type { CliHints, Form } from './form.js'
import type { StandardProperties, StandardSchema } from './standard.js'

/**
 * The built-in schemas. Each is immutable, has a form, and is a Standard Schema itself. `O` is what a command gets, `I`
 * what a caller may give.
 */
export class Schema<O, I = O> implements StandardSchema<I, O> {
  readonly form: Form
  /** Exists only for the compiler. */
  declare readonly '~output': O
  declare readonly '~input': I

  constructor(form: Form) {
    this.form = form
  }

  get '~standard'(): StandardProperties<I, O> {
    const validate = (value: unknown) => {
      const { value: result, issues } = check(this.form, value)
      return issues.length > 0 ? { issues } : { value: result as O }
    }
    const jsonSchema = { input: () => this.form, output: () => this.form }
    return { version: 1, vendor: 'tooli', validate, jsonSchema }
  }

  describe(description: string): Schema<O, I> {
    return new Schema({ ...this.form, description })
  }

  /** The value if none is given. Keys that an object default leaves out get their own defaults. */
  default(value: Exclude<O | I, undefined>): Schema<Exclude<O, undefined>, I | undefined> {
    return new Schema({ ...this.form, default: value })
  }

  /** May be left out; the command then gets `undefined`. */
  optional(): Schema<O | undefined, I | undefined> {
    return new Schema({ ...this.form, 'x-optional': true })
  }

  nullable(): Schema<O | null, I | null> {
    const { type, enum: choices, anyOf } = this.form
    return new Schema({
      ...this.form,
      ...(anyOf !== undefined && { anyOf: [...anyOf, { type: 'null' }] }),
      ...(choices !== undefined && { enum: [...choices, null] }),
      ...((type !== undefined || anyOf === undefined) && { type: [...[type ?? []].flat(), 'null'] }),
    })
  }

  /** The smallest number, the shortest string or list. */
  min(limit: number): Schema<O, I> {
    return new Schema({ ...this.form, [limitWord(this.form, 'min')]: limit })
  }

  max(limit: number): Schema<O, I> {
    return new Schema({ ...this.form, [limitWord(this.form, 'max')]: limit })
  }

  pattern(expression: RegExp): Schema<O, I> {
    return new Schema({ ...this.form, pattern: expression.source })
  }

  deprecated(): Schema<O, I> {
    return new Schema({ ...this.form, deprecated: true })
  }

  /** Hints for the command line, such as `{ short: 'r', env: 'ROOT' }`. */
  cli(hints: CliHints): Schema<O, I> {
    return new Schema({ ...this.form, 'x-cli': { ...this.form['x-cli'], ...hints } })
  }

  /** On a terminal, asks for a required value that is missing; elsewhere it is an error as usual. */
  prompt(question: string | true = true): Schema<O, I> {
    return this.cli({ prompt: question })
  }

  short(letter: string): Schema<O, I> {
    return this.cli({ short: letter })
  }

  env(variable: string): Schema<O, I> {
    return this.cli({ env: variable })
  }
}

// Inference goes straight to the two types of a schema: conditional types on whole schemas cost ten times as much.
type Shape = Record<string, Schema<unknown, unknown>>
/** The type for the command, which only reads: missing values are `undefined`, and no key is optional. */
type Output<S extends Shape> = { -readonly [K in keyof S]: S[K]['~output'] }
/** Keys that may be left out; a key with an `unknown` value is still required. */
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends S[K]['~input'] ? (unknown extends S[K]['~input'] ? never : K) : never
}[keyof S]
type Input<S extends Shape, Optional extends keyof S = OptionalKeys<S>> = [Optional] extends [never]
  ? { -readonly [K in keyof S]: S[K]['~input'] }
  : Flatten<{ [K in Exclude<keyof S, Optional>]: S[K]['~input'] } & { [K in Optional]?: S[K]['~input'] }>
type Flatten<T> = { [K in keyof T]: T[K] }

const described = (form: Form, description: string | undefined): Form =>
  description === undefined ? form : { ...form, description }

export const t = {
  string: (description?: string) => new Schema<string>(described({ type: 'string' }, description)),
  integer: (description?: string) => new Schema<number>(described({ type: 'integer' }, description)),
  number: (description?: string) => new Schema<number>(described({ type: 'number' }, description)),
  boolean: (description?: string) => new Schema<boolean>(described({ type: 'boolean' }, description)),

  /** The number of times that a flag is given: `-vvv` is 3. */
  count: (description?: string) =>
    new Schema<number, number | undefined>(
      described({ type: 'integer', minimum: 0, default: 0, 'x-cli': { count: true } }, description),
    ),

  /** A path; `exists` makes a missing one an argument error. */
  path(description?: string, options: { kind?: 'file' | 'directory' | 'any'; exists?: boolean } = {}) {
    const path = { kind: options.kind ?? 'any', ...(options.exists && { exists: true }) }
    return new Schema<string>(described({ type: 'string', format: 'path', 'x-cli': { path } }, description))
  },

  url: (description?: string) =>
    new Schema<string>(described({ type: 'string', format: 'uri', 'x-cli': { url: true } }, description)),

  /** Read from a file, the environment or stdin, and never shown. */
  secret: (description?: string) =>
    new Schema<string>(described({ type: 'string', 'x-cli': { secret: true } }, description)),

  enum: <const V extends readonly (string | number | boolean)[]>(values: V, description?: string) =>
    new Schema<V[number]>(described({ enum: values, ...typeOfValues(values) }, description)),

  array: <O, I>(items: Schema<O, I>, description?: string) =>
    new Schema<O[], I[]>(described({ type: 'array', items: items.form }, description)),

  object<S extends Shape>(shape: S, description?: string): Schema<Output<S>, Input<S>> {
    const properties: Record<string, Form> = {}
    const required: string[] = []
    for (const [key, schema] of Object.entries(shape)) {
      const { 'x-optional': isOptional, ...form } = schema.form
      properties[key] = form
      if (isOptional !== true && form.default === undefined) required.push(key)
    }
    return new Schema(described({ type: 'object', properties, required, additionalProperties: false }, description))
  },

  record: <O, I>(values: Schema<O, I>, description?: string) =>
    new Schema<Record<string, O>, Record<string, I>>(
      described({ type: 'object', additionalProperties: values.form }, description),
    ),

  /** For results that are more than data: pictures, sound, files. MCP clients receive them unchanged. */
  content: (description?: string) => new Schema<Content[]>(described(CONTENT, description)),

  /** For results that are bytes: written unchanged, or as a file in JSON, or as a resource over MCP. */
  bytes: (description?: string, options: { type?: string } = {}) =>
    new Schema<Uint8Array>(described(bytesForm(options.type), description)),

  /** The first alternative that fits. */
  union: <const S extends readonly Schema<unknown, unknown>[]>(alternatives: S, description?: string) =>
    new Schema<S[number]['~output'], S[number]['~input']>(
      described({ anyOf: alternatives.map(({ form }) => form) }, description),
    ),

  unknown: (description?: string) => new Schema<unknown>(described({}, description)),
  null: (description?: string) => new Schema<null>(described({ type: 'null' }, description)),
}

function typeOfValues(values: readonly unknown[]): Pick<Form, 'type'> {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

function limitWord({ type }: Form, side: 'min' | 'max'): string {
  if (type === 'string') return `${side}Length`
  return type === 'array' ? `${side}Items` : `${side}imum`
}
