import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initializeCA } from '@sigstore/mock/dist/fulcio/ca.js'
import { initializeCTLog } from '@sigstore/mock/dist/fulcio/ctlog.js'
import { fulcioHandler } from '@sigstore/mock/dist/fulcio/handler.js'
import { initializeTLog } from '@sigstore/mock/dist/rekor/tlog.js'
import { tsaHandler } from '@sigstore/mock/dist/timestamp/handler.js'
import { initializeTSA } from '@sigstore/mock/dist/timestamp/tsa.js'
import type { SigningServices } from '../src/sign/services.js'

/** Fulcio, Rekor (both versions) and a timestamp authority on loopback, and the trusted root for their signatures. */
export interface LocalServices {
  url: string
  services: SigningServices
  /** Version 2 of the log, with the timestamps that it needs. */
  newer: SigningServices
  trustedRoot: string
  /** The requests so far, as `METHOD PATH`. */
  requests: string[]
  /** Replaces the answer to the next request. */
  answerNext(status: number, body: string): void
  close(): void
}

interface Reply {
  statusCode: number
  response: string | ArrayBufferView
}

const wholeSeconds = () => Math.floor(Date.now() / 1000) * 1000

export async function startServices(): Promise<LocalServices> {
  // The mocks keep this object; a timestamp with a fraction of a second would not verify.
  const clock = new Date(wholeSeconds())
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ctlog = await initializeCTLog(pair(), clock)
  const ca = await initializeCA(pair(), ctlog, clock)
  const tsa = await initializeTSA(pair(), clock)
  const requests: string[] = []
  let canned: Reply | undefined

  const server = createServer((incoming, outgoing) => {
    clock.setTime(wholeSeconds())
    requests.push(`${incoming.method} ${incoming.url}`)
    const prepared = canned
    canned = undefined
    void bodyOf(incoming)
      .then(async (body) => prepared ?? (await route(incoming.url!, body)))
      .then(({ statusCode, response }) => outgoing.writeHead(statusCode).end(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tlog = await initializeTLog(url, pair(), clock)

  const route = async (path: string, body: string): Promise<Reply> => {
    if (path === '/api/v2/signingCert') return fulcioHandler(ca).fn(body)
    if (path === '/api/v1/timestamp') return tsaHandler(tsa).fn(body)
    if (path === '/api/v1/log/entries') {
      return { statusCode: 201, response: JSON.stringify(await tlog.log(asLogged(JSON.parse(body)))) }
    }
    if (path === '/api/v2/log/entries') return { statusCode: 201, response: await loggedV2(tlog, JSON.parse(body)) }
    return { statusCode: 404, response: 'there is no such place' }
  }

  const start = new Date(Date.now() - 60_000).toISOString()
  const logKey = (key: Buffer) => ({
    publicKey: { rawBytes: key.toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: { start } },
    logId: { keyId: createHash('sha256').update(key).digest('base64') },
    hashAlgorithm: 'SHA2_256',
    baseUrl: url,
  })
  const authority = (...certificates: ArrayBufferView<ArrayBuffer>[]) => ({
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    uri: url,
    certChain: {
      certificates: certificates.map((one) => ({
        rawBytes: Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('base64'),
      })),
    },
    validFor: { start },
  })
  const trustedRoot = JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logKey(tlog.publicKey)],
    ctlogs: [logKey(ctlog.publicKey)],
    certificateAuthorities: [authority(ca.rootCertificate)],
    timestampAuthorities: [authority(tsa.intCertificate, tsa.rootCertificate)],
  })
  const timestampAuthorities = [`${url}/api/v1/timestamp`]
  return {
    url,
    services: { fulcio: url, rekor: { url, version: 1 } },
    newer: { fulcio: url, rekor: { url, version: 2 }, timestampAuthorities },
    trustedRoot,
    requests,
    answerNext: (statusCode, response) => {
      canned = { statusCode, response }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

interface Proposed {
  kind: string
  spec: { proposedContent?: { envelope: string; verifiers: string[] } }
}

const sha256 = (data: string | Buffer) => ({
  algorithm: 'sha256',
  value: createHash('sha256').update(data).digest('hex'),
})

/** Rekor stores the hashes of an envelope, not the envelope; the mock stores its input. */
function asLogged(proposed: Proposed): object {
  const content = proposed.spec.proposedContent
  if (content === undefined) return proposed
  const { payload, signatures } = JSON.parse(content.envelope) as { payload: string; signatures: { sig: string }[] }
  return {
    ...proposed,
    spec: {
      envelopeHash: sha256(content.envelope),
      payloadHash: sha256(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig }, index) => ({ signature: sig, verifier: content.verifiers[index] })),
    },
  }
}

interface RequestV2 {
  hashedRekordRequestV002?: { digest: string; signature: object }
  dsseRequestV002?: { envelope: { payload: string; signatures: { sig: string }[] }; verifiers: object[] }
}

/**
 * The entry that version 2 makes of a request. The mock would log the request itself, and its root in the wrong format.
 */
async function loggedV2(tlog: Awaited<ReturnType<typeof initializeTLog>>, request: RequestV2): Promise<string> {
  const { hashedRekordRequestV002: hashed, dsseRequestV002: dsse } = request
  const spec =
    hashed !== undefined
      ? { hashedRekordV002: { data: { algorithm: 'SHA2_256', digest: hashed.digest }, signature: hashed.signature } }
      : { dsseV002: envelopeV2(dsse!) }
  const kind = hashed !== undefined ? 'hashedrekord' : 'dsse'
  const [entry] = Object.values(await tlog.log({ apiVersion: '0.0.2', kind, spec } as never))
  const { logID, logIndex, body, verification } = entry as unknown as LoggedV1
  const { treeSize, rootHash, checkpoint } = verification.inclusionProof
  return JSON.stringify({
    logIndex: String(logIndex),
    logId: { keyId: Buffer.from(logID, 'hex').toString('base64') },
    kindVersion: { kind, version: '0.0.2' },
    inclusionProof: {
      logIndex: '0',
      treeSize: String(treeSize),
      rootHash: Buffer.from(rootHash, 'hex').toString('base64'),
      hashes: [],
      checkpoint: { envelope: checkpoint },
    },
    canonicalizedBody: body,
  })
}

interface LoggedV1 {
  logID: string
  logIndex: number
  body: string
  verification: { inclusionProof: { treeSize: number; rootHash: string; checkpoint: string } }
}

function envelopeV2({ envelope, verifiers }: NonNullable<RequestV2['dsseRequestV002']>): object {
  const digest = createHash('sha256').update(Buffer.from(envelope.payload, 'base64')).digest('base64')
  return {
    payloadHash: { algorithm: 'SHA2_256', digest },
    signatures: envelope.signatures.map(({ sig }, index) => ({ content: sig, verifier: verifiers[index] })),
  }
}

/** A token as an identity provider makes it; the mock does not check its signature. */
export function tokenFor(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.${Buffer.from('signature').toString('base64url')}`
}
