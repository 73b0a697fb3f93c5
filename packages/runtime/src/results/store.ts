/** A stored text and its address. */
export interface KeptResult {
  uri: string
  media_type: string
  digest: string
}

/** Stores bytes as they arrive. */
export interface ResultWriter {
  write(bytes: Uint8Array): void
  /** The bytes written so far, from an offset. */
  readFrom(offset: number, length: number): Buffer
  /** Completes the result. */
  close(): KeptResult
  /** Removes the result. */
  discard(): void
}

/** Stores results that are too long for a model. */
export interface ResultStore {
  /** Throws if nothing can be stored; called before a call runs. */
  check(): void
  keep(text: string, invocationId: string): KeptResult
  /** For output in chunks. Without it, the middle of a long output is lost. */
  open?(name: string): ResultWriter
  /** Whether a path is that of a stored result. */
  owns(path: string): boolean
}
