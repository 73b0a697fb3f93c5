/** Standard Schema 1 and its JSON Schema extension, which zod, arktype and valibot (through its converter) offer. */
export interface StandardSchema<I = unknown, O = I> {
  readonly '~standard': StandardProperties<I, O>
}

export interface StandardProperties<I, O> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (value: unknown) => StandardResult<O> | Promise<StandardResult<O>>
  readonly types?: StandardTypes<I, O> | undefined
  readonly jsonSchema?: {
    readonly input: (options: ConversionOptions) => Record<string, unknown>
    readonly output: (options: ConversionOptions) => Record<string, unknown>
  }
}

export interface ConversionOptions {
  readonly target: string
  readonly libraryOptions?: Record<string, unknown> | undefined
}

export interface StandardTypes<I, O> {
  readonly input: I
  readonly output: O
}

export type StandardResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema as an author may give it: any Standard Schema, or plain JSON Schema. */
export type AnySchema = StandardSchema | JsonSchema

/** Plain JSON Schema: its type is unknown. */
export interface JsonSchema {
  readonly '~standard'?: undefined
  readonly type?: unknown
  readonly [keyword: string]: unknown
}

/** The output of a schema: checked, with defaults filled in; unknown for plain JSON Schema. */
export type OutputOf<S> = S extends StandardSchema<infer _, infer O> ? O : unknown

/** The input that a schema accepts. */
export type InputOf<S> = S extends StandardSchema<infer I, infer _> ? I : unknown
