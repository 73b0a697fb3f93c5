import type { Leftover } from '@atip/protocol/calls'

/** A file about the program cannot be used, and may say that its calls are dangerous. */
export function isAboutDescription({ reason }: Leftover): boolean {
  return reason === 'unusable-description'
}
