import type { JsonObject } from './types.js'

/** Something that is inserted into a file of an agent, and removed again. */
export type Piece =
  /** One more element of the array at `path`; missing parents are created. */
  | { kind: 'element'; path: readonly string[]; value: JsonObject }
  /** The member at `path`. */
  | { kind: 'member'; path: readonly string[]; value: unknown; isTheirs?: boolean }
  /** Tables of a TOML file. */
  | { kind: 'toml'; text: string }
  /** The whole file. */
  | { kind: 'file'; text: string }

/** The pieces as a file of their own, for the user to paste. */
export function textOf(pieces: readonly Piece[]): string {
  const texts = pieces.flatMap((piece) => (piece.kind === 'toml' || piece.kind === 'file' ? [piece.text] : []))
  return texts.length > 0 ? texts.join('\n\n') : JSON.stringify(withPieces({}, pieces), null, 2)
}

/** The value of a JSON file with the pieces in it. */
export function withPieces(settings: JsonObject, pieces: readonly Piece[]): JsonObject {
  return pieces.reduce(withPiece, settings)
}

function withPiece(settings: JsonObject, piece: Piece): JsonObject {
  if (piece.kind === 'element') {
    return changed(settings, piece.path, (list) => [...(Array.isArray(list) ? (list as unknown[]) : []), piece.value])
  }
  return piece.kind === 'member' ? changed(settings, piece.path, () => piece.value) : settings
}

function changed(
  settings: JsonObject,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject {
  const value = settings[key!]
  return { ...settings, [key!]: rest.length === 0 ? change(value) : changed((value ?? {}) as JsonObject, rest, change) }
}
