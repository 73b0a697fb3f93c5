/** From the whole value down: the name of a property, `[]` for the entries of a list, `*` for keys of any other name. */
export type Step = { property: string } | '[]' | '*'

/** Why a value that one schema lets through may be refused by another. */
export interface Gap {
  at: readonly Step[]
  /** A keyword of JSON Schema; `property`: a key is refused; `removed`: a promised key is no longer there. */
  keyword: string
  /** What the schema whose values are looked at says. */
  inner?: unknown
  /** What the schema that may refuse them says. */
  outer?: unknown
  /** The keyword is one whose values cannot be compared. */
  isUntold?: true
}

/**
 * `input`: callers give exactly what the schema allows. `output`: readers may ignore keys they do not
 * know, always finds what has a default, and misses whatever is gone.
 */
export type Side = 'input' | 'output'
