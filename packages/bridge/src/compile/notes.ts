/** Something a caller may want to know about the compiled tools. They work here in any case. */
export interface Note {
  code:
    /** An author's description was too long for the provider. */
    | 'description-cut'
    /** The tool would not fit the provider's limits for strict tools, and is not strict. */
    | 'not-strict'
    /** The provider is known to refuse it. */
    | 'over-limit'
    /** The provider has no such option. */
    | 'option-ignored'
  /** The compiled name, if the note is about one. */
  name?: string
  message: string
}
