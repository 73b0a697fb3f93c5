import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** One hash over names, types, permissions and contents of everything below a folder. Links are not followed. */
export function treeHash(folder: string, isLeftOut: (path: string) => boolean = () => false): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const place = join(path, name)
      if (isLeftOut(place)) continue
      const stats = lstatSync(join(folder, place))
      const content = stats.isSymbolicLink()
        ? readlinkSync(join(folder, place))
        : stats.isFile()
          ? createHash('sha256')
              .update(readFileSync(join(folder, place)))
              .digest('hex')
          : ''
      hash.update(JSON.stringify([place, stats.mode, content]))
      if (stats.isDirectory()) visit(place)
    }
  }
  visit('')
  return hash.digest('hex')
}
