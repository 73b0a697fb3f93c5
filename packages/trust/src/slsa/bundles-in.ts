import { isObject } from '@atip/protocol/trust'
import { readJson } from '../files/read-json.js'
import { Refused } from '../refused.js'

/** A release has a handful of attestations; a document with many more was not made for it. */
const MAX_BUNDLES = 100

type Json = Record<string, unknown>

/** A bundle, bundles one per line, or the response of a registry: `{"attestations": [{"bundle": …}]}`. */
export function bundlesIn(text: string | Uint8Array): Json[] {
  const bundles = documentsIn(text).flatMap(bundlesOf)
  if (bundles.length === 0) throw new Refused('MALFORMED', 'there is no attestation in the document')
  if (bundles.length <= MAX_BUNDLES) return bundles
  throw new Refused('LIMIT', `there are more than ${MAX_BUNDLES} attestations in the document`)
}

function documentsIn(text: string | Uint8Array): Json[] {
  const what = 'the attestation'
  try {
    return [readJson(text, what)]
  } catch (error) {
    const source = typeof text === 'string' ? text : new TextDecoder().decode(text)
    const lines = source.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2 || (error instanceof Refused && error.code === 'LIMIT')) throw error
    return lines.slice(0, MAX_BUNDLES + 1).map((line) => readJson(line, what))
  }
}

function bundlesOf(document: Json): Json[] {
  if (!Array.isArray(document.attestations)) return [document]
  return document.attestations
    .map((one: unknown) => (isObject(one) ? one.bundle : undefined))
    .filter((one) => isObject(one))
}
