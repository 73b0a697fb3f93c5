/** The version of ATIP this package implements, and the agent version it reports. */
export const PROTOCOL_VERSION = '0.6'

/** The features of RFC 3.2.1 and the version that brought each. */
export const FEATURES: Readonly<Record<string, string>> = {
  'partial-discovery': '0.3',
  'interactive-effects': '0.3',
  'trust-v1': '0.4',
  'patterns-v1': '0.4',
  'trust-integrity': '0.5',
  'trust-provenance': '0.5',
  'content-addressable': '0.6',
}

export interface Version {
  major: number
  minor: number
}

/** Accepts `0.6` and `0.6.0`, with any number of digits; anything else is undefined (decision 2). */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)(?:\.\d+)?$/.exec(text)
  return match === null ? undefined : { major: Number(match[1]), minor: Number(match[2]) }
}

export type VersionFit = 'known' | 'newer-minor' | 'newer-major' | 'unreadable'

/** Compares a document's version with ours: a newer minor can be read, a newer major cannot (decision 2). */
export function fitOfVersion(text: string, ours: string = PROTOCOL_VERSION): VersionFit {
  const theirs = parseVersion(text)
  const own = parseVersion(ours)
  if (theirs === undefined || own === undefined) return 'unreadable'
  if (theirs.major > own.major) return 'newer-major'
  return theirs.major === own.major && theirs.minor > own.minor ? 'newer-minor' : 'known'
}
