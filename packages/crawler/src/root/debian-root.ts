import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DebianPackage, PackageIndex } from '../sources/types.js'
import { closureOf } from './dependencies.js'
import { linkTree, unlessThere } from './link-tree.js'
import { MERGED_LINKS } from './merged-usr.js'

/** Links that maintainer scripts would create; the scripts do not run here. */
const USUAL_LINKS: readonly (readonly [path: string, target: string])[] = [
  ['usr/bin/sh', 'dash'],
  ['usr/bin/awk', 'mawk'],
  ['usr/bin/which', 'which.debianutils'],
]

/** Mount points for files that the sandbox provides. */
const FILES = ['etc/passwd', 'etc/group']

export interface RootSettings {
  folder: string
  megabytes: number
  /** The folder of an unpacked package. */
  unpackedPackage: (one: DebianPackage) => Promise<string>
}

/** A root file system with one package, its dependencies and the essential packages. The caller removes it. */
export async function buildDebianRoot(
  name: string,
  index: PackageIndex,
  { folder, megabytes, unpackedPackage }: RootSettings,
): Promise<string> {
  const { base, own } = closureOf(name, index, { megabytes })
  const trees: string[] = []
  for (const one of [...base, ...own]) trees.push(await unpackedPackage(one))
  const root = mkdtempSync(join(folder, 'root-'))
  try {
    mkdirSync(join(root, 'usr/bin'), { recursive: true })
    for (const tree of trees) linkTree(tree, root)
    for (const [path, target] of MERGED_LINKS) {
      if (existsSync(join(root, target))) unlessThere(() => symlinkSync(target, join(root, path)))
    }
    for (const [path, target] of USUAL_LINKS) {
      if (existsSync(join(root, dirname(path), target))) unlessThere(() => symlinkSync(target, join(root, path)))
    }
    mkdirSync(join(root, 'etc'), { recursive: true })
    for (const file of FILES) if (!existsSync(join(root, file))) closeSync(openSync(join(root, file), 'wx', 0o644))
    return root
  } catch (error) {
    rmSync(root, { recursive: true, force: true })
    throw error
  }
}
