/**
 * The file system, without its ES module: importing `node:fs` by name evaluates every export, which loads all streams
 * and costs 4 ms.
 */
export function fs(): typeof import('node:fs') {
  return process.getBuiltinModule('node:fs')
}
