import { existsSync } from 'node:fs'
import { readFileWithin } from '../files/open-file.js'
import { JSON_LIMITS } from '../files/read-json.js'
import { request } from '../http/request.js'
import { Refused } from '../refused.js'

/** The signature or attestation and its source, or why there is none. */
export type FoundEvidence =
  | { found: true; from: string; bytes: Buffer }
  | { found: false; status: 'absent' | 'unchecked'; reason: string }

/**
 * Looks beside the file, by fixed extensions, and then, with network access, at the URL in the description. Never uses
 * a URL as a file name.
 */
export async function findEvidence(
  path: string,
  endings: readonly string[],
  url: string | undefined,
  network: boolean,
): Promise<FoundEvidence> {
  const beside = endings.map((ending) => path + ending).find((file) => existsSync(file))
  if (beside !== undefined) return { found: true, from: beside, bytes: await readFileWithin(beside, JSON_LIMITS.bytes) }
  const names = endings.map((ending) => `*${ending}`).join(', ')
  if (url === undefined)
    return { found: false, status: 'absent', reason: `there is no file ${names} beside ${JSON.stringify(path)}` }
  if (!network)
    return {
      found: false,
      status: 'unchecked',
      reason: `the description says that it is at ${url}, and the network is not used`,
    }
  return fetchEvidence(url)
}

export async function fetchEvidence(url: string): Promise<FoundEvidence> {
  const { status, bytes } = await request(url)
  if (status === 200) return { found: true, from: url, bytes }
  if (status === 404 || status === 410) return { found: false, status: 'absent', reason: `there is nothing at ${url}` }
  throw new Refused('UNVERIFIABLE', `${url} answers with status ${status}`)
}
