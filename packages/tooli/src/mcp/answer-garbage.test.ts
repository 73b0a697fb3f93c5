import fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { answerGarbage } from './answer-garbage.js'

function answersTo(chunks: readonly (string | Uint8Array)[]): unknown[] {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  answerGarbage(stdin, stdout)
  for (const chunk of chunks) stdin.emit('data', Buffer.from(chunk as string))
  const text = String((stdout.read() as Buffer | null) ?? '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)
}

test.each([
  ['words', 'hello', null, -32700],
  ['half a message', '{"jsonrpc":"2.0","id":1', null, -32700],
  ['JSON that is no object', '5', null, -32600],
  ['a list', '[]', null, -32600],
  ['an object that is no message', '{"id":7}', 7, -32600],
  ['another protocol', '{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a', -32600],
])('%s is answered with an error', (_, line, id, code) => {
  expect(answersTo([`${line}\n`])).toEqual([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }])
})

test('messages and empty lines are not answered here, however they are cut', () => {
  const lines = ['{"jsonrpc":"2.0","id":1,"method":"ping"}', '', '{"jsonrpc":"2.0","id":1,"result":{"é":"日"}}\r']
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      expect(answersTo(places.slice(1).map((end, index) => bytes.subarray(places[index], end)))).toEqual([])
    }),
  )
})
