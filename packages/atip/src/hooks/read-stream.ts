import { textOf } from './input-text.js'

interface Input extends AsyncIterable<Buffer> {
  destroy(error?: Error): unknown
}

/** Reads the whole input. Throws if it takes too long or is too large. */
export async function readStream(input: Input, milliseconds: number, largest: number): Promise<string> {
  const late = new Error(`the agent did not send its call within ${milliseconds / 1000} seconds`)
  const timer = setTimeout(() => input.destroy(late), milliseconds)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      chunks.push(chunk)
      size += chunk.length
      if (size > largest) throw new Error(`the agent sent more than ${largest} bytes`)
    }
  } finally {
    clearTimeout(timer)
  }
  return textOf(Buffer.concat(chunks))
}
