/** A text that was kept, and where. */
export interface KeptResult {
  uri: string
  media_type: string
  digest: string
}

/** Bytes that are kept while they come. */
export interface ResultWriter {
  write(bytes: Uint8Array): void
  /** What was written so far, from a place on. */
  readFrom(offset: number, length: number): Buffer
  /** Keeps what was written. */
  close(): KeptResult
  /** Forgets it. */
  discard(): void
}

/** Where results go that are too long for a model. */
export interface ResultStore {
  /** Throws if nothing can be kept: asked before a call runs. */
  check(): void
  keep(text: string, invocationId: string): KeptResult
  /** For output that comes in pieces. Without it, the middle of a long output is lost. */
  open?(name: string): ResultWriter
  /** Whether a path leads to a result that was kept. */
  owns(path: string): boolean
}
