import { CrawlFailure } from '../failure.js'

/** The chunks of a body, with a timeout for each and a limit for their total size. */
export async function* readBody(
  response: Response,
  { maxBytes, stallMs }: { maxBytes: number; stallMs: number },
): AsyncGenerator<Uint8Array> {
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(response.url, maxBytes)
  }
  const reader = response.body?.getReader()
  if (reader === undefined) return
  let length = 0
  try {
    for (;;) {
      const { done, value } = await inTime(reader, stallMs, response.url)
      if (done) return
      length += value.byteLength
      if (length > maxBytes) throw tooLarge(response.url, maxBytes)
      yield value
    }
  } catch (error) {
    if (error instanceof CrawlFailure) throw error
    throw new CrawlFailure('network', `GET ${response.url}: the answer broke off`, { isPassing: true, cause: error })
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function tooLarge(url: string, maxBytes: number): CrawlFailure {
  return new CrawlFailure('limit', `GET ${url}: more than ${maxBytes.toLocaleString('en')} bytes (limit downloadBytes)`)
}

async function inTime(reader: ReadableStreamDefaultReader<Uint8Array>, stallMs: number, url: string) {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    const failure = new CrawlFailure('network', `GET ${url}: no data for ${stallMs} ms`, { isPassing: true })
    timer = setTimeout(() => reject(failure), stallMs)
  })
  try {
    return await Promise.race([reader.read(), stalled])
  } finally {
    clearTimeout(timer)
  }
}
