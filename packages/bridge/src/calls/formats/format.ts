import type { RawCall } from '../raw-call.js'

/** How one provider says that a model wants to use tools. */
export interface CallFormat {
  /** The calls in a response, or in a part of one. */
  read: (response: unknown) => RawCall[]
  stream: () => CallReader
}

/** Puts the calls of a stream together; each is given out once, when it is complete. */
export interface CallReader {
  push: (event: unknown) => RawCall[]
  end: () => RawCall[]
}
