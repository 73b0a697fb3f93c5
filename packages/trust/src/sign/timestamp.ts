import { createHash, randomInt } from 'node:crypto'
import { join, post, requireSuccess } from './post.js'

const WHAT = 'the timestamp authority'

/** A signed statement that this signature exists now (RFC 3161), in base64. */
export async function timestamp(signature: Buffer, url: string): Promise<string> {
  const request = {
    artifactHash: createHash('sha256').update(signature).digest('base64'),
    hashAlgorithm: 'sha256',
    certificates: true,
    nonce: randomInt(2 ** 31),
  }
  const path = new URL(url).pathname === '/' ? join(url, '/api/v1/timestamp') : url
  const answer = await post(WHAT, path, request, { accept: 'application/timestamp-reply' })
  requireSuccess(WHAT, answer)
  return answer.bytes.toString('base64')
}
