import type { Bundle } from '@sigstore/bundle'
import { isObject, type Hash } from '@atip/protocol/trust'
import { readJson } from '../files/read-json.js'
import { Refused } from '../refused.js'

/** An in-toto attestation: a statement (`predicate`) about files (`subject`). */
export interface InTotoStatement {
  predicateType: string
  subjects: StatementSubject[]
  predicate: Record<string, unknown>
}

export interface StatementSubject {
  name?: string
  digest: Record<string, string>
}

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
export const STATEMENT_V1 = 'https://in-toto.io/Statement/v1'
const STATEMENTS = [STATEMENT_V1, 'https://in-toto.io/Statement/v0.1']

type Envelope = Extract<Bundle['content'], { $case: 'dsseEnvelope' }>['dsseEnvelope']

export function requirePayloadType({ payloadType }: Envelope): void {
  if (payloadType !== PAYLOAD_TYPE) {
    throw new Refused(
      'MALFORMED',
      `the attestation has the payload type ${JSON.stringify(payloadType)}; expected ${PAYLOAD_TYPE}`,
    )
  }
}

export function readStatement(text: string | Uint8Array): InTotoStatement {
  const { _type: type, predicateType, subject, predicate } = readJson(text, 'the statement')
  if (!STATEMENTS.includes(type as string)) {
    throw new Refused('MALFORMED', `the statement has the unknown type ${JSON.stringify(type)}`)
  }
  if (typeof predicateType !== 'string') throw new Refused('MALFORMED', 'the statement has no predicate type')
  if (!Array.isArray(subject) || !subject.every(isSubject)) {
    throw new Refused('MALFORMED', 'the statement does not name its subjects by digests')
  }
  return { predicateType, subjects: subject, predicate: isObject(predicate) ? predicate : {} }
}

function isSubject(value: unknown): value is StatementSubject {
  return (
    isObject(value) && isObject(value.digest) && Object.values(value.digest).every((one) => typeof one === 'string')
  )
}

/** The library ignores the artifact of an attestation, so an unrelated file would verify. */
export function requireSubject({ subjects }: InTotoStatement, digest: Hash): void {
  const wanted = digest.slice('sha256:'.length)
  const isNamed = subjects.some(
    (subject) => Object.hasOwn(subject.digest, 'sha256') && subject.digest.sha256 === wanted,
  )
  if (!isNamed) throw new Refused('SUBJECT', `the attestation says nothing about ${digest}`)
}
