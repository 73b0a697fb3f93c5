/** A file of a registry does not have the expected format. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}
