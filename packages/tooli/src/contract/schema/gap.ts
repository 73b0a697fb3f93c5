/** From the whole value down: the name of a property, `[]` for the entries of a list, `*` for keys of any other name. */
export type Step = { property: string } | '[]' | '*'

/** A reason why one schema may refuse a value that another accepts. */
export interface Gap {
  at: readonly Step[]
  /** A keyword of JSON Schema; `property`: a key is refused; `removed`: a promised key is no longer there. */
  keyword: string
  /** The part of the schema whose values are checked. */
  inner?: unknown
  /** The part of the schema that may refuse them. */
  outer?: unknown
  /** The keyword is one whose values cannot be compared. */
  isUntold?: true
}

/**
 * `input`: callers give exactly what the schema allows. `output`: readers may ignore unknown keys, always find keys
 * with a default, and miss keys that are gone.
 */
export type Side = 'input' | 'output'
