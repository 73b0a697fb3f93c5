import type { AtipTool } from '@atip/protocol'

const VOUCHED: readonly (string | undefined)[] = ['vendor', 'org', 'community', 'user']

/** Whether a description is only the tool's own or inferred, or its signature is invalid. */
export function isUnverified({ trust }: AtipTool): boolean {
  return !VOUCHED.includes(trust?.source) || trust?.verified === false
}
