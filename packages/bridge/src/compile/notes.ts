/** Something a caller may want to know of the tools that were compiled. Nothing of it keeps them from working here. */
export interface Note {
  code:
    /** An author's description was too long for the provider. */
    | 'description-cut'
    /** The tool would not fit the provider's limits for strict tools, and is not strict. */
    | 'not-strict'
    /** The provider is known to refuse this. */
    | 'over-limit'
    /** The provider has nothing of the kind. */
    | 'option-ignored'
  /** The compiled name, where one is concerned. */
  name?: string
  message: string
}
