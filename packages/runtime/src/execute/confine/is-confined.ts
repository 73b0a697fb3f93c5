import type { AtipTool } from '@atip/protocol'

const VOUCHED: readonly (string | undefined)[] = ['vendor', 'org', 'community', 'user']

/** Whether only the tool itself, or inference, says what it does, or a signature is not valid. */
export function isUnverified({ trust }: AtipTool): boolean {
  return !VOUCHED.includes(trust?.source) || trust?.verified === false
}
