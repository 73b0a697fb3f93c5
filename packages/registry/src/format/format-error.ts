/** A file of a registry is not what it should be. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}
