import { bundleFromJSON, type Bundle } from '@sigstore/bundle'
import { readJson } from '../files/read-json.js'
import { Refused } from '../refused.js'

/** The library takes any media type that looks like a version for the newest one. */
const MEDIA_TYPES = [
  'application/vnd.dev.sigstore.bundle+json;version=0.1',
  'application/vnd.dev.sigstore.bundle+json;version=0.2',
  'application/vnd.dev.sigstore.bundle+json;version=0.3',
  'application/vnd.dev.sigstore.bundle.v0.3+json',
]

export function readBundle(text: string | Uint8Array): Bundle {
  return toBundle(readJson(text, 'the bundle'))
}

export function toBundle(json: Record<string, unknown>): Bundle {
  if (Object.hasOwn(json, 'payloadType')) {
    throw new Refused(
      'UNVERIFIABLE',
      'this attestation is a bare envelope, which does not say who signed; a bundle does',
    )
  }
  if (!MEDIA_TYPES.includes(json.mediaType as string)) {
    throw new Refused('MALFORMED', `the bundle has the unknown media type ${JSON.stringify(json.mediaType)}`)
  }
  try {
    return bundleFromJSON(json)
  } catch (error) {
    throw new Refused('MALFORMED', `the bundle cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** The error lists the wrong fields apart from its message. */
function messageOf(error: unknown): string {
  const { message, fields } = error as Error & { fields?: string[] }
  return fields === undefined ? message : `${message} (${fields.join(', ')})`
}
