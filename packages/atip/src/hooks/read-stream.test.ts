import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readStream } from './read-stream.js'

const streamOf = (...chunks: (string | Buffer)[]) => {
  const stream = new PassThrough()
  for (const chunk of chunks) stream.write(chunk)
  return stream
}

test('all that an agent sends is read, wherever it is cut', async () => {
  const bytes = Buffer.from('{"command":"echo é"}')
  const stream = streamOf(bytes.subarray(0, 18), bytes.subarray(18))
  stream.end()
  expect(await readStream(stream, 60_000, 100)).toBe('{"command":"echo é"}')
})

test.each([
  ['an agent that sends nothing', []],
  ['an agent that does not finish', ['{"command":']],
])('%s is not waited for without end', async (_, chunks) => {
  await expect(readStream(streamOf(...chunks), 20, 100)).rejects.toThrow('did not send its call within 0.02 seconds')
})

test('more than the limit, and what is no text, are refused', async () => {
  await expect(readStream(streamOf('x'.repeat(101)), 60_000, 100)).rejects.toThrow('more than 100 bytes')
  const stream = streamOf(Buffer.from([0x22, 0xff, 0x22]))
  stream.end()
  await expect(readStream(stream, 60_000, 100)).rejects.toThrow('not UTF-8')
})
