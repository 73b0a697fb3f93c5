import type { ReleasedArtifact } from './types.js'

const ARCHIVES = /\.(?:tar|tar\.(?:gz|xz|zst)|tgz|txz|tzst|zip)$/i

/** The type of a file, by its name. A program may be compressed without an archive: `tool.gz`. */
export function formOf(fileName: string): ReleasedArtifact['form'] {
  if (/\.deb$/i.test(fileName)) return 'deb'
  return ARCHIVES.test(fileName) ? 'archive' : 'program'
}
