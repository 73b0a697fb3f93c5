import type { RawCall } from '../raw/raw-call.js'

/** How one provider expresses that a model wants to use tools. */
export interface CallFormat {
  /** The calls in a response, or in a part of one. */
  read: (response: unknown) => RawCall[]
  stream: () => CallReader
}

/** Assembles the calls of a stream; each is returned once, when it is complete. */
export interface CallReader {
  push: (event: unknown) => RawCall[]
  end: () => RawCall[]
}
