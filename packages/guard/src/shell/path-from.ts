import { posix } from 'node:path'

/** Segments that mean nothing or another folder, and slashes too many. */
const UNTIDY = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|.\/$|^$/

/**
 * A path as the shell finds it from a folder, written in one way only; one from a folder that is not known stays relative.
 * Most paths are tidy, and to see that takes less than to tidy them.
 */
export function pathFrom(cwd: string | undefined, path: string): string {
  const whole = path.startsWith('/') || cwd === undefined ? path : `${cwd}/${path}`
  return UNTIDY.test(whole) ? posix.normalize(whole).replace(/(.)\/+$/, '$1') : whole
}
