/** Every browser and runtime has this class, but TypeScript's library without DOM does not declare it. */
declare const TextDecoder: new () => { decode: (bytes: Bytes) => string }

type Bytes = Uint8Array | DataView | ArrayBuffer

export function isBytes(value: object): value is Bytes {
  return value instanceof Uint8Array || value instanceof DataView || value instanceof ArrayBuffer
}

/** Decodes output bytes as UTF-8, which they most likely are. */
export function decodeBytes(bytes: Bytes): string {
  return new TextDecoder().decode(bytes)
}
