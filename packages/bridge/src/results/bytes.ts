/** Every browser and runtime has it; the language's own types do not know it. */
declare const TextDecoder: new () => { decode: (bytes: Bytes) => string }

type Bytes = Uint8Array | DataView | ArrayBuffer

export function isBytes(value: object): value is Bytes {
  return value instanceof Uint8Array || value instanceof DataView || value instanceof ArrayBuffer
}

/** Output that was not decoded yet, as the text it most likely is. */
export function decodeBytes(bytes: Bytes): string {
  return new TextDecoder().decode(bytes)
}
