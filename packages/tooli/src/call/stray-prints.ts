type Redact = (value: unknown) => unknown

/** The redactors of the calls that are running. */
const running = new Set<Redact>()

/** Masks the secrets of a call, while it runs, also in what its command prints without its context. */
export async function maskingPrints<T>(redact: Redact, act: () => Promise<T>): Promise<T> {
  running.add(redact)
  try {
    return await act()
  } finally {
    running.delete(redact)
  }
}

/** Text or bytes that a command writes itself, without the secrets of the running calls. */
export function maskPrint(chunk: unknown): unknown {
  let masked = chunk
  for (const redact of running) masked = redact(masked)
  return masked
}

/** Masks everything that is written to a stream. Returns a function that ends this. */
export function maskStream(stream: NodeJS.WritableStream): () => void {
  const before = Object.getOwnPropertyDescriptor(stream, 'write')
  const write = stream.write as (chunk: unknown, ...rest: unknown[]) => boolean
  Object.assign(stream, {
    write: (chunk: unknown, ...rest: unknown[]) => write.call(stream, maskPrint(chunk), ...rest),
  })
  return () => {
    if (before === undefined) Reflect.deleteProperty(stream, 'write')
    else Object.defineProperty(stream, 'write', before)
  }
}
